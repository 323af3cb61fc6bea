/// Points by two values, each on a scale from its lowest to its highest value.
public struct ChartScatter: Sendable, Equatable {
    /// The points in the order of the values.
    public let points: [ChartPoint]

    /// Creates points.
    ///
    /// - `x`: the values to the right.
    /// - `y`: the values upwards, as many.
    public init(x: [Double], y: [Double]) {
        let (right, up) = (Self.fractions(x), Self.fractions(y))
        points = zip(right, up).map { ChartPoint(x: $0, y: 1 - $1) }
    }

    /// The positions of values between the lowest and the highest, 0…1; equal values are in the
    /// middle, and values that are not finite at 0.
    private static func fractions(_ values: [Double]) -> [Double] {
        let finite = values.filter(\.isFinite)
        guard let low = finite.min(), let high = finite.max() else { return values.map { _ in 0 } }
        let extent = high - low
        return values.map { value in
            guard value.isFinite else { return 0 }
            return extent > 0 && extent.isFinite ? (value - low) / extent : 0.5
        }
    }
}
