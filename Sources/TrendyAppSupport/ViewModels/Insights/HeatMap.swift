import Foundation
import TrendyKit
import TrendyLocalization
public import TrendyModel

/// A year's days in columns of weeks, coloured by value.
public struct HeatMap: Sendable, Equatable {
    /// How a day is drawn.
    public enum Level: Sendable, Equatable {
        /// The day has no data; that is not zero.
        case noData
        /// The day has not come yet.
        case future
        /// The day's fifth among the year's days with data: 0 for the lowest, 4 for the highest.
        case level(Int)
    }

    /// A day.
    public struct Day: Sendable, Equatable, Identifiable {
        /// The day.
        public let id: CalendarDay
        /// How it is drawn.
        public let level: Level
        /// The day and its value, as `Thursday 15 January: 8,432 steps`.
        public let text: String
    }

    /// A week.
    public struct Week: Sendable, Equatable, Identifiable {
        /// The position of the column.
        public let id: Int
        /// Seven days from the first weekday of the person's region; `nil` outside the year.
        public let days: [Day?]
    }

    /// The label of a month.
    public struct MonthLabel: Sendable, Equatable, Identifiable {
        /// The month, 1…12.
        public let id: Int
        /// The column of the week with the month's first day.
        public let week: Int
        /// The abbreviated name.
        public let title: String
    }

    /// The columns.
    public let weeks: [Week]
    /// The labels above the columns.
    public let months: [MonthLabel]
    /// The abbreviated names of the weekdays, from the first of the person's region.
    public let weekdays: [String]

    /// Creates the map of a year.
    ///
    /// - Parameters:
    ///   - days: the first and the last day of the year.
    ///   - values: the values of the days with data.
    ///   - today: the current day; later ones are drawn as future.
    ///   - formats: the person's language and region.
    ///   - text: the text for a value.
    init(
        of days: ClosedRange<CalendarDay>,
        values: [CalendarDay: Double],
        today: CalendarDay,
        formats: DisplayFormatter,
        text: (Double) -> String
    ) {
        let calendar = formats.calendar
        let first = calendar.firstWeekday - 1
        let lead = (days.lowerBound.weekday - first + 7) % 7
        let thresholds = Self.thresholds(of: values.filter { days.contains($0.key) }.map(\.value))
        var cells = [Day?](repeating: nil, count: lead)
        var months: [MonthLabel] = []
        for day in days {
            if day.components.day == 1 {
                let month = day.components.month
                months.append(
                    MonthLabel(
                        id: month,
                        week: cells.count / 7,
                        title: calendar.shortStandaloneMonthSymbols[month - 1]
                    )
                )
            }
            let value = values[day]
            let level: Level =
                if let value {
                    .level(thresholds.count { $0 < value })
                } else {
                    day > today ? .future : .noData
                }
            let title = formats.date(day, today: today)
            cells.append(
                Day(
                    id: day,
                    level: level,
                    text: Strings.Insights.day([
                        "day": title, "value": value.map(text) ?? Strings.Insights.noData(),
                    ])
                )
            )
        }
        while cells.count % 7 != 0 { cells.append(nil) }
        weeks = stride(from: 0, to: cells.count, by: 7).map {
            Week(id: $0 / 7, days: Array(cells[$0..<$0 + 7]))
        }
        self.months = months
        let names = calendar.shortStandaloneWeekdaySymbols
        weekdays = (0..<7).map { names[(first + $0) % 7] }
    }

    /// The values that divide the days with data into fifths.
    private static func thresholds(of values: [Double]) -> [Double] {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return [] }
        return (1...4).map { sorted[(sorted.count * $0 + 4) / 5 - 1] }
    }
}
