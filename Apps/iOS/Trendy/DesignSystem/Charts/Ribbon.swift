import Foundation
import SwiftUI

/// A strip whose parts are coloured.
///
/// Assistive technology reads each part, in order.
struct Ribbon<ID: Hashable>: View {
    private let segments: [RibbonSegment<ID>]
    private let height: CGFloat

    /// Creates a ribbon.
    init(_ segments: [RibbonSegment<ID>], height: CGFloat = 16) {
        self.segments = segments
        self.height = height
    }

    var body: some View {
        ZStack {
            Rectangle()
                .fill(.quaternary)
                .accessibilityHidden(true)
            ForEach(segments) { segment in
                RibbonShape(start: segment.start, end: segment.end)
                    .fill(segment.color)
                    .accessibilityElement()
                    .accessibilityLabel(Text(verbatim: segment.text))
            }
        }
        .frame(maxWidth: .infinity)
        .frame(height: height)
        .clipShape(.rect(cornerRadius: Spacing.xSmall))
    }
}

#Preview("A day") {
    Ribbon([
        RibbonSegment(id: 1, start: 0, end: 0.28, color: .indigo, text: "Sleep, 00:00–06:45"),
        RibbonSegment(id: 2, start: 0.4, end: 0.4, color: .brown, text: "Coffee, 09:36"),
        RibbonSegment(id: 3, start: 0.5, end: 0.55, color: .orange, text: "Run, 12:00–13:12"),
    ])
}

#Preview("Nothing known") {
    Ribbon([RibbonSegment<Int>]())
}
