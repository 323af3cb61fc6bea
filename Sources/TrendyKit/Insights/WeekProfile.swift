package import TrendyModel

/// The values of days by weekday.
package struct WeekProfile: Sendable, Equatable {
    /// A weekday.
    package struct Weekday: Sendable, Equatable {
        /// The number of days with data.
        package let days: Int
        /// The sum of their values.
        package let sum: Double
        /// The average of the days with data; `nil` without such a day.
        package var average: Double? { days > 0 ? sum / Double(days) : nil }
    }

    /// The weekdays, from 0 for Sunday to 6 for Saturday.
    package let weekdays: [Weekday]

    /// Creates a profile of the days with data.
    package init(_ values: [CalendarDay: Double]) {
        let groups = Dictionary(grouping: values) { $0.key.weekday }
        weekdays = (0..<7).map { weekday in
            // In the order of the days, so that the sum does not depend on the order of a set.
            let days = (groups[weekday] ?? []).sorted { $0.key < $1.key }
            return Weekday(days: days.count, sum: days.reduce(0) { $0 + $1.value })
        }
    }
}
