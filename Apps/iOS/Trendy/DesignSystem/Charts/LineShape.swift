import Foundation
import SwiftUI
import TrendyCharts

/// A line through the heights of positions; a position without a height leaves a gap.
struct LineShape: Shape {
    /// The heights from the first to the last position, 0…1; `nil` where there are none.
    let heights: [Double?]

    nonisolated func path(in rect: CGRect) -> Path {
        Path { path in
            for run in ChartLine(heights: heights).runs {
                let points = run.map { $0.point(in: rect) }
                path.addLines(points)
                // A line of one point is drawn as a dot by its round cap.
                if let only = points.first, points.count == 1 { path.addLine(to: only) }
            }
        }
    }
}
