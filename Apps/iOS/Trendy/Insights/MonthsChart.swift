import SwiftUI

/// The values of the months with their names below.
struct MonthsChart: View {
    let bars: [ChartBar]
    let color: Color

    var body: some View {
        VStack(spacing: Spacing.xSmall) {
            BarChart(bars, color: color)
            HStack(spacing: 2) {
                ForEach(bars) { bar in
                    Text(verbatim: bar.label)
                        .font(.caption2)
                        .lineLimit(1)
                        .minimumScaleFactor(0.5)
                        .frame(maxWidth: .infinity)
                }
            }
            // The bars have the same names.
            .accessibilityHidden(true)
        }
    }
}

#Preview("Half a year") {
    MonthsChart(
        bars: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul"].enumerated().map { index, name in
            ChartBar(id: index, label: name, value: index == 6 ? nil : Double(index * 1000))
        },
        color: .green
    )
}
