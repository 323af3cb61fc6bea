import SwiftUI

/// A state in a word or two.
struct StateBadge: View {
    private let text: Text
    private let tone: Tone
    private let icon: String

    /// Creates a badge.
    ///
    /// - `icon`: the symbol; `nil` for the symbol of the tone.
    init(_ text: Text, tone: Tone, icon: String? = nil) {
        self.text = text
        self.tone = tone
        self.icon = icon ?? tone.icon
    }

    var body: some View {
        HStack(spacing: Spacing.xSmall) {
            Image(systemName: icon)
                .foregroundStyle(tone.color)
                .accessibilityHidden(true)
            text
        }
        .font(.remark)
        .padding(.horizontal, Spacing.small)
        .padding(.vertical, Spacing.xSmall)
        .background(tone.color.opacity(0.15), in: .capsule)
        .accessibilityElement(children: .combine)
    }
}

#Preview("All tones") {
    VStack {
        StateBadge(Text("3 pending"), tone: .neutral)
        StateBadge(Text("Syncing 3 of 5"), tone: .info)
        StateBadge(Text("Synced"), tone: .success)
        StateBadge(Text("Sign in"), tone: .warning)
        StateBadge(Text("Needs attention"), tone: .danger)
    }
}
