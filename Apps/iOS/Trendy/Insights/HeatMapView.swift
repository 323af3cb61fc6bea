import Foundation
import SwiftUI
import TrendyAppSupport
import TrendyModel

/// A year as a calendar: a column for each week, a row for each weekday.
struct HeatMapView: View {
    let map: HeatMap
    let color: Color
    let onSelect: @MainActor (CalendarDay) -> Void

    var body: some View {
        VStack(alignment: .leading, spacing: Spacing.small) {
            ScrollView(.horizontal) {
                HStack(alignment: .top, spacing: HeatMapCell.spacing) {
                    weekdays
                    ForEach(map.weeks) { week in
                        VStack(spacing: HeatMapCell.spacing) {
                            monthName(of: week)
                            ForEach(0..<week.days.count, id: \.self) { index in
                                if let day = week.days[index] {
                                    cell(day)
                                } else {
                                    HeatMapCell.gap
                                }
                            }
                        }
                    }
                }
            }
            HeatMapLegend(color: color)
        }
    }

    private func cell(_ day: HeatMap.Day) -> some View {
        Button {
            onSelect(day.id)
        } label: {
            HeatMapCell(level: day.level, color: color, text: day.text)
        }
        .buttonStyle(.plain)
        .disabled(day.level == .future)
        .accessibilityHint("Shows the day in the timeline")
        .accessibilityHidden(day.level == .future)
    }

    private var weekdays: some View {
        VStack(spacing: HeatMapCell.spacing) {
            Color.clear.frame(width: HeatMapCell.size, height: HeatMapCell.headerHeight)
            ForEach(map.weekdays, id: \.self) { name in
                Text(name)
                    .font(.caption2)
                    .frame(height: HeatMapCell.size)
            }
        }
        // The rows keep their height, and each cell says its day.
        .dynamicTypeSize(...DynamicTypeSize.large)
        .accessibilityHidden(true)
    }

    /// The name of the month that begins in a week.
    private func monthName(of week: HeatMap.Week) -> some View {
        ZStack(alignment: .leading) {
            Color.clear
            if let month = map.months.first(where: { $0.week == week.id }) {
                Text(month.title)
                    .font(.caption2)
                    .fixedSize()
                    .accessibilityAddTraits(.isHeader)
            }
        }
        .frame(width: HeatMapCell.size, height: HeatMapCell.headerHeight, alignment: .leading)
    }
}
