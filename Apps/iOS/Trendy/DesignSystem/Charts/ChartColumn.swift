import Foundation

/// The place of a position in a chart's drawing area.
struct ChartColumn: Equatable {
    private let x: CGFloat
    private let rect: CGRect

    /// Creates the column of a position, from the first at the left to the last at the right edge.
    init(_ position: Int, of count: Int, in rect: CGRect) {
        let fraction = count > 1 ? CGFloat(position) / CGFloat(count - 1) : 0.5
        x = rect.minX + rect.width * fraction
        self.rect = rect
    }

    /// The point at a height, 0 at the bottom and 1 at the top.
    func point(at height: Double) -> CGPoint {
        CGPoint(x: x, y: rect.maxY - rect.height * CGFloat(height))
    }
}
