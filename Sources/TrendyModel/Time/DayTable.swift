/// The starts of consecutive local days, for fast look-ups of the days of many instants.
package struct DayTable: Sendable {
    /// The first day.
    package let firstDay: CalendarDay
    /// The start of each day, followed by the start of the day after the last.
    package let starts: [Instant]

    /// Creates the table of the days that contain a range of instants.
    ///
    /// The cost is a few offset look-ups per day.
    package init(covering range: ClosedRange<Instant>, in zones: ZoneHistory) {
        let first = zones.day(containing: range.lowerBound)
        let last = zones.day(containing: range.upperBound)
        firstDay = first
        starts = (first...last.advanced(by: 1)).map { zones.start(of: $0) }
    }

    /// The number of days.
    package var count: Int { starts.count - 1 }

    /// The index of the day that contains an instant; instants outside belong to the nearest day.
    package func index(of instant: Instant) -> Int {
        let elapsed = instant.milliseconds - starts[0].milliseconds
        var index = min(max(Int(elapsed / 86_400_000), 0), count - 1)
        while index > 0, instant < starts[index] { index -= 1 }
        while index < count - 1, instant >= starts[index + 1] { index += 1 }
        return index
    }

    /// The day at an index.
    package func day(at index: Int) -> CalendarDay {
        firstDay.advanced(by: index)
    }
}
