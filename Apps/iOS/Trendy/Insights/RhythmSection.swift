import SwiftUI
import TrendyAppSupport
import TrendyModel

/// The latest days as ribbons of 24 hours.
struct RhythmSection: View {
    let model: InsightsViewModel
    let onSelect: @MainActor (CalendarDay) -> Void

    var body: some View {
        Card(Text("Rhythm")) {
            ForEach(model.rhythm) { day in
                RhythmRow(
                    title: day.title,
                    segments: day.segments.map { segment in
                        RibbonSegment(
                            id: segment.id,
                            start: segment.start,
                            end: segment.end,
                            color: Color(hex: segment.color),
                            text: segment.text
                        )
                    },
                    onSelect: { onSelect(day.id) }
                )
            }
            SecondaryButton(Text("Earlier days")) {
                Task { await model.loadMoreRhythm() }
            }
        }
    }
}
