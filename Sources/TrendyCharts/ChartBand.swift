/// The area between two heights at each position; a position without heights leaves a gap.
public struct ChartBand: Sendable, Equatable {
    /// The outline of each part without a gap: the upper edge, then the lower edge backwards.
    public let outlines: [[ChartPoint]]

    /// Creates a band.
    ///
    /// - `heights`: the heights from the first to the last position, 0…1; `nil` where there are
    ///   none.
    public init(heights: [ClosedRange<Double>?]) {
        outlines = heights.runs().map { run in
            let upper = run.map {
                ChartPoint($0.position, of: heights.count, height: $0.value.upperBound)
            }
            let lower = run.map {
                ChartPoint($0.position, of: heights.count, height: $0.value.lowerBound)
            }
            return upper + lower.reversed()
        }
    }
}
