import Foundation

/// Maps values to the height of a chart, 0 at the bottom and 1 at the top.
struct ChartScale: Equatable {
    /// The value at the top.
    let top: Double

    /// Creates a scale from zero to the largest value.
    init(_ values: some Sequence<Double?>) {
        top = values.compactMap(\.self).filter(\.isFinite).max() ?? 0
    }

    /// The height of a value, 0…1.
    func height(of value: Double) -> Double {
        guard top > 0, value.isFinite else { return 0 }
        return min(1, max(0, value / top))
    }
}
