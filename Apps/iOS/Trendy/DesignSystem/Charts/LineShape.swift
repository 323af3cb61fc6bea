import Foundation
import SwiftUI

/// A line through the heights of positions; a position without a height leaves a gap.
struct LineShape: Shape {
    /// The heights from the first to the last position, 0…1; `nil` where there are none.
    let heights: [Double?]

    nonisolated func path(in rect: CGRect) -> Path {
        Path { path in
            for run in heights.runs() {
                let points = run.map {
                    ChartColumn($0.position, of: heights.count, in: rect).point(at: $0.value)
                }
                path.addLines(points)
                // A line of one point is drawn as a dot by its round cap.
                if let only = points.first, points.count == 1 { path.addLine(to: only) }
            }
        }
    }
}
