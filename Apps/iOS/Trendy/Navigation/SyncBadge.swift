import SwiftUI
import TrendyAppSupport

/// The sync state in a word or two, in the toolbar of each tab; a tap opens the sync centre.
struct SyncBadge: View {
    let model: SyncStatusViewModel
    let action: @MainActor () -> Void

    var body: some View {
        // Before the first read no state is known.
        if model.status != nil {
            Button(action: action) {
                StateBadge(
                    Text(model.title),
                    tone: model.indicator.tone,
                    icon: model.indicator.icon
                )
            }
            .buttonStyle(.plain)
            .accessibilityLabel(Text("Sync state"))
            .accessibilityValue(Text(model.title))
        }
    }
}

extension SyncStatusViewModel.Indicator {
    /// The tone of the state.
    var tone: Tone {
        switch self {
        case .synced: .success
        case .syncing: .info
        case .waiting, .offline: .neutral
        case .signIn, .attention: .warning
        case .failure: .danger
        }
    }

    /// The symbol of the state.
    var icon: String {
        switch self {
        case .synced: "checkmark.icloud"
        case .syncing: "arrow.triangle.2.circlepath"
        case .waiting: "icloud.and.arrow.up"
        case .offline: "icloud.slash"
        case .signIn: "person.crop.circle.badge.exclamationmark"
        case .attention: "exclamationmark.triangle"
        case .failure: "exclamationmark.icloud"
        }
    }
}

#Preview("States") {
    VStack {
        StateBadge(Text("3 pending"), tone: .neutral, icon: "icloud.and.arrow.up")
        StateBadge(Text("Offline"), tone: .neutral, icon: "icloud.slash")
        StateBadge(
            Text("Sign in"),
            tone: .warning,
            icon: "person.crop.circle.badge.exclamationmark"
        )
    }
}
