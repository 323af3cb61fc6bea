import SwiftUI
import TrendyAppSupport

/// What the colours of the calendar mean.
struct HeatMapLegend: View {
    let color: Color

    var body: some View {
        HStack(spacing: HeatMapCell.spacing) {
            Text("No data")
            HeatMapCell(level: .noData, color: color, text: "")
            Spacer()
            Text("Less")
            ForEach(0..<5, id: \.self) { fifth in
                HeatMapCell(level: .level(fifth), color: color, text: "")
            }
            Text("More")
        }
        .font(.caption)
        .foregroundStyle(.secondary)
        // The days say their values.
        .accessibilityHidden(true)
    }
}

#Preview {
    HeatMapLegend(color: .green)
}
