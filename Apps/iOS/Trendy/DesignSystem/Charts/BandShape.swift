import Foundation
import SwiftUI
import TrendyCharts

/// The area between two heights at each position; a position without heights leaves a gap.
struct BandShape: Shape {
    /// The heights from the first to the last position, 0…1; `nil` where there are none.
    let heights: [ClosedRange<Double>?]

    nonisolated func path(in rect: CGRect) -> Path {
        Path { path in
            for outline in ChartBand(heights: heights).outlines {
                path.addLines(outline.map { $0.point(in: rect) })
                path.closeSubpath()
            }
        }
    }
}
