import SwiftUI

/// Fills the screen when this device's data cannot be shown: what happened, what is safe, what helps.
struct ProblemContent: View {
    let title: String
    let text: String
    let remedy: String
    let actionTitle: String?
    let action: @MainActor () -> Void

    var body: some View {
        ScrollView {
            VStack(spacing: Spacing.large) {
                EmptyState(
                    Text(title),
                    text: Text(text),
                    icon: "externaldrive.badge.exclamationmark"
                )
                Text(remedy)
                    .multilineTextAlignment(.center)
                if let actionTitle {
                    PrimaryButton(Text(actionTitle), action: action)
                }
            }
            .padding(Spacing.xLarge)
        }
    }
}

#Preview("With an action") {
    ProblemContent(
        title: "Damaged data",
        text: "The data on this device cannot be read.",
        remedy: "Set it aside. Everything that was sent is read again from the server.",
        actionTitle: "Set aside"
    ) {}
}

#Preview("Only waiting") {
    ProblemContent(
        title: "Locked",
        text: "This device was restarted and has not been unlocked yet.",
        remedy: "Unlock the device.",
        actionTitle: nil
    ) {}
}
