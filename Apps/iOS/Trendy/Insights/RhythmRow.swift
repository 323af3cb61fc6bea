import SwiftUI

/// A day as a ribbon, with its name.
struct RhythmRow<ID: Hashable>: View {
    let title: String
    let segments: [RibbonSegment<ID>]
    let onSelect: @MainActor () -> Void

    var body: some View {
        VStack(alignment: .leading, spacing: Spacing.xSmall) {
            Button(action: onSelect) {
                HStack {
                    Text(title)
                    Spacer()
                    if segments.isEmpty { Text("Nothing known").foregroundStyle(.secondary) }
                    Image(systemName: "chevron.forward").foregroundStyle(.secondary)
                }
                .font(.remark)
            }
            .buttonStyle(.plain)
            .accessibilityHint("Shows the day in the timeline")
            Ribbon(segments)
        }
    }
}

#Preview("A day") {
    RhythmRow(
        title: "Today",
        segments: [
            RibbonSegment(id: 1, start: 0, end: 0.28, color: .indigo, text: "Sleep, 00:00–06:45"),
            RibbonSegment(id: 2, start: 0.4, end: 0.4, color: .brown, text: "Coffee, 09:36"),
        ]
    ) {}
}

#Preview("Nothing known") {
    RhythmRow(title: "Yesterday", segments: [RibbonSegment<Int>]()) {}
}
