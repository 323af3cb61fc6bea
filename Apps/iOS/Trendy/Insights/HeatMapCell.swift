import Foundation
import SwiftUI
import TrendyAppSupport

/// A day of the calendar, coloured by its value; a day without data is an outline.
struct HeatMapCell: View {
    static let size: CGFloat = 14
    static let spacing: CGFloat = 3
    static let headerHeight: CGFloat = 16

    let level: HeatMap.Level
    let color: Color
    /// The day and its value.
    let text: String

    /// The place of a day of another year.
    static var gap: some View { Color.clear.frame(width: size, height: size) }

    var body: some View {
        square
            .frame(width: Self.size, height: Self.size)
            .accessibilityElement()
            .accessibilityLabel(Text(verbatim: text))
            .accessibilityHidden(level == .future)
    }

    @ViewBuilder private var square: some View {
        switch level {
        case .future:
            Color.clear
        case .noData:
            RoundedRectangle(cornerRadius: 3)
                .stroke(.secondary.opacity(0.4), style: StrokeStyle(lineWidth: 1, dash: [2, 2]))
        case .level(let fifth):
            RoundedRectangle(cornerRadius: 3)
                .fill(color.opacity(Self.opacities[min(max(0, fifth), 4)]))
        }
    }

    private static let opacities = [0.2, 0.4, 0.6, 0.8, 1]
}

#Preview("All levels") {
    HStack {
        HeatMapCell(level: .future, color: .green, text: "Friday 16 January")
        HeatMapCell(level: .noData, color: .green, text: "Thursday 15 January: no data")
        ForEach(0..<5, id: \.self) { fifth in
            HeatMapCell(level: .level(fifth), color: .green, text: "Thursday 15 January: 10 steps")
        }
    }
}
