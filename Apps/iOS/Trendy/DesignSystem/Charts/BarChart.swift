import Foundation
import SwiftUI
import TrendyCharts

/// Bars side by side; a bar without data is left out, a zero is drawn as a line.
///
/// Assistive technology reads each bar with its value.
struct BarChart: View {
    private let bars: [ChartBar]
    private let color: Color
    private let height: CGFloat
    private let scale: ChartScale

    /// Creates a chart.
    init(_ bars: [ChartBar], color: Color, height: CGFloat = 120) {
        self.bars = bars
        self.color = color
        self.height = height
        scale = ChartScale(bars.map(\.value))
    }

    var body: some View {
        HStack(alignment: .bottom, spacing: 2) {
            ForEach(bars) { bar in
                Rectangle()
                    .fill(bar.value == nil ? Color.clear : color)
                    .frame(maxWidth: .infinity)
                    .frame(height: barHeight(bar))
                    .accessibilityElement()
                    .accessibilityLabel(Text(verbatim: bar.label))
                    .accessibilityValue(bar.text ?? Text("No data"))
            }
        }
        .frame(height: height, alignment: .bottom)
    }

    private func barHeight(_ bar: ChartBar) -> CGFloat {
        max(2, height * scale.height(of: bar.value ?? 0))
    }
}

#Preview("A day with a gap and a zero") {
    BarChart(
        [3, 0, nil, 8, 5].enumerated().map { index, value in
            ChartBar(id: index, label: "\(index):00", value: value)
        },
        color: .green
    )
}

#Preview("No data") {
    BarChart(
        (0..<5).map { ChartBar(id: $0, label: "\($0):00", value: nil) },
        color: .green
    )
}
