/// A point of a chart's unit square: x from 0 at the first to 1 at the last position, y from 0 at
/// the top to 1 at the bottom.
public struct ChartPoint: Sendable, Equatable {
    /// The fraction of the width, 0…1.
    public let x: Double
    /// The fraction of the height from the top, 0…1.
    public let y: Double

    /// Creates a point.
    public init(x: Double, y: Double) {
        (self.x, self.y) = (x, y)
    }

    /// Creates the point of a position at a height, 0 at the bottom and 1 at the top.
    init(_ position: Int, of count: Int, height: Double) {
        x = count > 1 ? Double(position) / Double(count - 1) : 0.5
        y = 1 - height
    }
}
