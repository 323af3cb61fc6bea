import Foundation
import SwiftUI
import TrendyCharts

/// The part of a strip between two fractions of its width; an instant is as wide as can be seen.
struct RibbonShape: Shape {
    /// The start, 0…1.
    let start: Double
    /// The end, 0…1.
    let end: Double

    nonisolated func path(in rect: CGRect) -> Path {
        let span = RibbonSpan(start: start, end: end)
        return Path(
            CGRect(
                x: rect.minX + rect.width * span.x,
                y: rect.minY,
                width: rect.width * span.width,
                height: rect.height
            )
        )
    }
}
