import Foundation
import SwiftUI

/// Says what is wrong, what it means and what helps, with a button for the remedy.
struct Banner: View {
    private let title: Text
    private let text: Text?
    private let remedy: Text?
    private let tone: Tone
    private let actionTitle: Text?
    private let action: @MainActor () -> Void

    /// Creates a banner.
    ///
    /// - Parameters:
    ///   - title: what happened, in a few words.
    ///   - text: what it means.
    ///   - remedy: what the person can do.
    ///   - tone: how urgent it is.
    ///   - actionTitle: the title of the button; `nil` for no button.
    ///   - action: what the button does.
    init(
        _ title: Text,
        text: Text? = nil,
        remedy: Text? = nil,
        tone: Tone = .warning,
        actionTitle: Text? = nil,
        action: @escaping @MainActor () -> Void = {}
    ) {
        self.title = title
        self.text = text
        self.remedy = remedy
        self.tone = tone
        self.actionTitle = actionTitle
        self.action = action
    }

    var body: some View {
        VStack(alignment: .leading, spacing: Spacing.small) {
            HStack(alignment: .firstTextBaseline, spacing: Spacing.small) {
                Image(systemName: tone.icon)
                    .foregroundStyle(tone.color)
                    .accessibilityHidden(true)
                title.font(.cardTitle)
            }
            if let text { text.font(.detail) }
            if let remedy { remedy.font(.detail).foregroundStyle(.secondary) }
            if let actionTitle { SecondaryButton(actionTitle, action: action) }
        }
        .padding(Spacing.medium)
        .frame(maxWidth: .infinity, alignment: .leading)
        .background(tone.color.opacity(0.12), in: .rect(cornerRadius: Spacing.corner))
        .accessibilityElement(children: .contain)
    }
}

#Preview("With a remedy") {
    Banner(
        Text("The device is full"),
        text: Text("New entries cannot be stored."),
        remedy: Text("Free some space."),
        tone: .danger,
        actionTitle: Text("Open Settings")
    ) {}
}

#Preview("Only a title") {
    Banner(Text("Offline"), tone: .neutral)
}
