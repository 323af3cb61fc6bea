package import TrendyModel

/// A year up to a day beside the same part of the year before.
package struct YearToDate: Sendable, Equatable {
    /// How the days of a year become one value.
    package enum Summary: Sendable, Equatable {
        /// The average of the days with data.
        case average
        /// The sum, as of numbers of entries.
        case sum
    }

    /// The smallest number of days with data in each year.
    package static let minimumDays = 14

    /// The value of the year.
    package let value: Double
    /// The value of the same part of the year before.
    package let before: Double
    /// The number of days with data in the part of the year.
    package let days: Int
    /// The number of days with data in the same part of the year before.
    package let daysBefore: Int

    /// The change in percent, rounded; `nil` when the value before is 0.
    package var percent: Int? {
        let change = (value - before) / abs(before) * 100
        return change.isFinite ? Int(min(1e6, max(-1e6, change)).rounded()) : nil
    }

    /// Compares two years; `nil` when one of them has too few days with data.
    ///
    /// - Parameters:
    ///   - values: the days with data; those of other years do not count.
    ///   - day: the last day of the part; 29 February is compared with 28 February.
    ///   - summary: how the days become one value.
    package init?(_ values: [CalendarDay: Double], through day: CalendarDay, as summary: Summary) {
        let date = day.components
        let year = date.year
        guard let first = CalendarDay(year: year, month: 1, day: 1),
            let firstBefore = CalendarDay(year: year - 1, month: 1, day: 1),
            let dayBefore = CalendarDay(year: year - 1, month: date.month, day: date.day)
                ?? CalendarDay(year: year - 1, month: date.month, day: date.day - 1)
        else { return nil }
        // In the order of the days, so that the sum does not depend on the order of a set.
        func part(_ days: ClosedRange<CalendarDay>) -> [Double] { days.compactMap { values[$0] } }
        let now = part(first...day)
        let earlier = part(firstBefore...dayBefore)
        guard now.count >= Self.minimumDays, earlier.count >= Self.minimumDays else { return nil }
        func combined(_ values: [Double]) -> Double {
            let sum = values.reduce(0, +)
            return summary == .sum ? sum : sum / Double(values.count)
        }
        value = combined(now)
        before = combined(earlier)
        (days, daysBefore) = (now.count, earlier.count)
    }
}
