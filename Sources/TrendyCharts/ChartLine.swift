/// A line through the heights of positions; a position without a height leaves a gap.
public struct ChartLine: Sendable, Equatable {
    /// The points of each part without a gap.
    public let runs: [[ChartPoint]]

    /// Creates a line.
    ///
    /// - `heights`: the heights from the first to the last position, 0…1; `nil` where there are
    ///   none.
    public init(heights: [Double?]) {
        runs = heights.runs().map { run in
            run.map { ChartPoint($0.position, of: heights.count, height: $0.value) }
        }
    }
}
