// TrendyCharts: the geometry of charts, from values to shapes, which app and web pages draw.

/// Maps values to the height of a chart, 0 at the bottom and 1 at the top.
public struct ChartScale: Sendable, Equatable {
    /// The value at the top.
    public let top: Double

    /// Creates a scale from zero to the largest value; values that are not finite do not count.
    public init(_ values: some Sequence<Double?>) {
        top = values.compactMap(\.self).filter(\.isFinite).max() ?? 0
    }

    /// The height of a value, 0…1.
    public func height(of value: Double) -> Double {
        guard top > 0, value.isFinite else { return 0 }
        return min(1, max(0, value / top))
    }

    /// The heights of a range's ends.
    public func heights(of range: ClosedRange<Double>) -> ClosedRange<Double> {
        height(of: range.lowerBound)...height(of: range.upperBound)
    }
}
