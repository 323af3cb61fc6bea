import Foundation
import SwiftUI

/// The area between two heights at each position; a position without heights leaves a gap.
struct BandShape: Shape {
    /// The heights from the first to the last position, 0…1; `nil` where there are none.
    let heights: [ClosedRange<Double>?]

    nonisolated func path(in rect: CGRect) -> Path {
        Path { path in
            for run in heights.runs() {
                let columns = run.map { ChartColumn($0.position, of: heights.count, in: rect) }
                let upper = zip(columns, run).map { $0.point(at: $1.value.upperBound) }
                let lower = zip(columns, run).map { $0.point(at: $1.value.lowerBound) }
                path.addLines(upper + lower.reversed())
                path.closeSubpath()
            }
        }
    }
}
