import SwiftUI

/// A line of a list: icon, title, details, and a value at the end.
struct Row: View {
    private let title: Text
    private let detail: Text?
    private let value: Text?
    private let icon: String?
    private let color: Color

    /// Creates a row, which assistive technology reads as one element.
    init(
        _ title: Text,
        detail: Text? = nil,
        value: Text? = nil,
        icon: String? = nil,
        color: Color = .accentColor
    ) {
        self.title = title
        self.detail = detail
        self.value = value
        self.icon = icon
        self.color = color
    }

    var body: some View {
        HStack(spacing: Spacing.medium) {
            if let icon {
                Image(systemName: icon)
                    .foregroundStyle(color)
                    .frame(minWidth: Spacing.xLarge)
                    .accessibilityHidden(true)
            }
            VStack(alignment: .leading, spacing: Spacing.xSmall) {
                title
                if let detail { detail.font(.detail).foregroundStyle(.secondary) }
            }
            Spacer(minLength: Spacing.small)
            if let value { value.foregroundStyle(.secondary) }
        }
        .frame(minHeight: Spacing.minimumTarget)
        .contentShape(.rect)
        .accessibilityElement(children: .combine)
    }
}

#Preview("Everything") {
    Row(
        Text("Coffee"),
        detail: Text("At the office"),
        value: Text("09:12"),
        icon: "cup.and.saucer.fill",
        color: .brown
    )
}

#Preview("Only a title") {
    Row(Text("Coffee"))
}
