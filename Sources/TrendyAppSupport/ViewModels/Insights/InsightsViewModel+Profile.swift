import Foundation
import TrendyKit
import TrendyLocalization
import TrendyModel

extension InsightsViewModel {
    /// The value of a weekday.
    package struct WeekdayValue: Sendable, Equatable, Identifiable {
        /// The weekday, from 0 for Sunday to 6 for Saturday.
        package let id: Int
        /// The abbreviated name.
        package let label: String
        /// The name.
        package let name: String
        /// The average of the days with data, or the number of events; `nil` without data.
        package let value: Double?
        /// The value with its unit, or that there is no data.
        package let text: String
        /// The number of days with data.
        package let days: Int
    }

    /// The days by weekday, from the first of the person's region.
    static func weekdays(
        _ values: [CalendarDay: Double],
        _ subject: Subject,
        _ formats: DisplayFormatter
    ) -> [WeekdayValue] {
        let calendar = formats.calendar
        let profile = WeekProfile(values)
        return (0..<7).map { offset in
            let id = (calendar.firstWeekday - 1 + offset) % 7
            let weekday = profile.weekdays[id]
            let value = weekday.days == 0 || subject.metric != nil ? weekday.average : weekday.sum
            return WeekdayValue(
                id: id,
                label: calendar.shortStandaloneWeekdaySymbols[id],
                name: calendar.standaloneWeekdaySymbols[id],
                value: value,
                text: value.map { subject.text(of: $0, formats) } ?? Strings.Insights.noData(),
                days: weekday.days
            )
        }
    }

    /// The year up to a day beside the same part of the year before, in a sentence.
    static func yearToDate(
        _ values: [CalendarDay: Double],
        through day: CalendarDay,
        _ subject: Subject,
        _ formats: DisplayFormatter
    ) -> String {
        let year = day.components.year
        let summary: YearToDate.Summary = subject.metric == nil ? .sum : .average
        guard let found = YearToDate(values, through: day, as: summary) else {
            return Strings.WebInsights.noYearToDate([
                "year": String(year), "before": String(year - 1),
                "needed": String(YearToDate.minimumDays),
            ])
        }
        func text(_ value: Double) -> String {
            let text = subject.text(of: value, formats)
            return summary == .sum ? text : Strings.Insights.average(["value": text])
        }
        let isWhole = (day.components.month, day.components.day) == (12, 31)
        let words: KeyValuePairs = [
            "year": String(year), "before": String(year - 1), "now": text(found.value),
            "earlier": text(found.before), "percent": String(abs(found.percent ?? 0)),
            "days": String(found.days), "daysBefore": String(found.daysBefore),
            "part": isWhole ? Strings.WebInsights.wholeYear() : Strings.WebInsights.partOfYear(),
        ]
        switch found.percent {
        case nil, 0: return Strings.WebInsights.sameAsBefore(words)
        case let percent? where percent > 0: return Strings.WebInsights.moreThanBefore(words)
        default: return Strings.WebInsights.lessThanBefore(words)
        }
    }
}
