package import Foundation

/// A day of the calendar, whatever the time zone.
package struct ActivityDay: Hashable, Comparable, Sendable {
    /// The days since 1970-01-01.
    package let number: Int

    /// The day of a date in a time zone.
    package init(of date: Date, in zone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.init(calendar.dateComponents([.era, .year, .month, .day], from: date), calendar)
    }

    /// The day that components name, in their own calendar.
    package init(_ components: DateComponents) {
        guard let calendar = components.calendar else {
            preconditionFailure("The date components of an activity summary need a calendar.")
        }
        self.init(components, calendar)
    }

    private init(_ components: DateComponents, _ calendar: Calendar) {
        var calendar = calendar
        calendar.timeZone = .gmt
        var day = DateComponents()
        day.era = components.era
        day.year = components.year
        day.month = components.month
        day.day = components.day
        guard let date = calendar.date(from: day) else {
            preconditionFailure("The date components \(components) are not a day.")
        }
        number = Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
    }

    /// Compares the days in order of time.
    package static func < (left: ActivityDay, right: ActivityDay) -> Bool {
        left.number < right.number
    }

    /// The era, year, month and day in a calendar.
    func components(in calendar: Calendar) -> DateComponents {
        var calendar = calendar
        calendar.timeZone = .gmt
        let noon = Date(timeIntervalSince1970: (Double(number) + 0.5) * 86_400)
        return calendar.dateComponents([.era, .year, .month, .day], from: noon)
    }
}
