import Foundation
import SwiftUI
import TrendyCharts

/// A curve of today over the band of what is usual.
///
/// Assistive technology reads each point with its value and the usual range.
struct BandChart: View {
    private let points: [BandPoint]
    private let color: Color
    private let height: CGFloat
    private let scale: ChartScale

    /// Creates a chart.
    init(_ points: [BandPoint], color: Color, height: CGFloat = 120) {
        self.points = points
        self.color = color
        self.height = height
        scale = ChartScale(points.flatMap { [$0.value, $0.usual?.upperBound] })
    }

    var body: some View {
        ZStack {
            BandShape(heights: points.map { $0.usual.map(scale.heights) })
                .fill(color.opacity(0.2))
            LineShape(heights: points.map { $0.value.map(scale.height) })
                .stroke(color, style: StrokeStyle(lineWidth: 2, lineCap: .round, lineJoin: .round))
            HStack(spacing: 0) {
                ForEach(points) { point in
                    Color.clear
                        .frame(maxWidth: .infinity, maxHeight: .infinity)
                        .accessibilityElement()
                        .accessibilityLabel(Text(verbatim: point.label))
                        .accessibilityValue(point.text)
                }
            }
        }
        .frame(height: height)
    }
}

extension BandPoint {
    /// The hours of a day until the afternoon, for previews.
    fileprivate static func day(withUsual: Bool) -> [BandPoint] {
        (0..<24).map { hour in
            let low = Double(hour * 300)
            let usual = withUsual ? low...low * 1.5 : nil
            return BandPoint(
                id: hour,
                label: "\(hour):00",
                usual: usual,
                value: hour < 15 ? low * 1.3 : nil
            )
        }
    }
}

#Preview("Today and a usual day") {
    BandChart(BandPoint.day(withUsual: true), color: .green)
}

#Preview("Too few earlier days") {
    BandChart(BandPoint.day(withUsual: false), color: .green)
}
