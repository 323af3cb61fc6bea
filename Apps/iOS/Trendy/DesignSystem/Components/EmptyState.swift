import Foundation
import SwiftUI

/// Fills a screen that has nothing to show: why, and what to do.
struct EmptyState: View {
    private let title: Text
    private let text: Text?
    private let icon: String
    private let actionTitle: Text?
    private let action: @MainActor () -> Void

    /// Creates an empty state.
    init(
        _ title: Text,
        text: Text? = nil,
        icon: String,
        actionTitle: Text? = nil,
        action: @escaping @MainActor () -> Void = {}
    ) {
        self.title = title
        self.text = text
        self.icon = icon
        self.actionTitle = actionTitle
        self.action = action
    }

    var body: some View {
        VStack(spacing: Spacing.medium) {
            Image(systemName: icon)
                .font(.largeTitle)
                .foregroundStyle(.secondary)
                .accessibilityHidden(true)
            title
                .font(.title3)
                .bold()
                .multilineTextAlignment(.center)
                .accessibilityAddTraits(.isHeader)
            if let text {
                text
                    .foregroundStyle(.secondary)
                    .multilineTextAlignment(.center)
            }
            if let actionTitle { PrimaryButton(actionTitle, action: action) }
        }
        .padding(Spacing.xLarge)
        .frame(maxWidth: .infinity)
    }
}

#Preview("With an action") {
    EmptyState(
        Text("No entries yet"),
        text: Text("What you record appears here."),
        icon: "tray",
        actionTitle: Text("Record an entry")
    ) {}
}

#Preview("Without an action") {
    EmptyState(Text("No places yet"), icon: "mappin.slash")
}
