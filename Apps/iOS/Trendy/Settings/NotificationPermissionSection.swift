import SwiftUI

/// Whether the system shows Trendy's notifications, and how to change that.
struct NotificationPermissionSection: View {
    let text: String
    let canAsk: Bool
    /// Whether only the Settings app can allow them.
    let needsSettings: Bool
    let ask: @MainActor () -> Void
    let openSettings: @MainActor () -> Void

    var body: some View {
        Section {
            Text(text)
            if canAsk {
                Button("Allow notifications", action: ask)
            }
            if needsSettings {
                Button("Open Settings", action: openSettings)
            }
        }
    }
}

#Preview("Not asked") {
    List {
        NotificationPermissionSection(
            text: "Trendy has not asked yet.",
            canAsk: true,
            needsSettings: false,
            ask: {},
            openSettings: {}
        )
    }
}

#Preview("Denied") {
    List {
        NotificationPermissionSection(
            text: "Notifications are off.",
            canAsk: false,
            needsSettings: true,
            ask: {},
            openSettings: {}
        )
    }
}

#Preview("Allowed") {
    List {
        NotificationPermissionSection(
            text: "Notifications are on.",
            canAsk: false,
            needsSettings: false,
            ask: {},
            openSettings: {}
        )
    }
}
