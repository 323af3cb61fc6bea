import Foundation
import TrendyCharts

extension ChartPoint {
    /// The point in a drawing area.
    func point(in rect: CGRect) -> CGPoint {
        CGPoint(x: rect.minX + rect.width * x, y: rect.minY + rect.height * y)
    }
}
