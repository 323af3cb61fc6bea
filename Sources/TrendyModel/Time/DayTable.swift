/// The starts of a run of consecutive local days, for finding the days of many instants fast.
public struct DayTable: Sendable {
    /// The first day of the table.
    public let firstDay: CalendarDay
    /// The start of each day, and at the end that of the day after the last.
    public let starts: [Instant]

    /// Lays out the days that hold the instants of a range.
    ///
    /// Costs a few offset look-ups for each day.
    public init(covering range: ClosedRange<Instant>, in zones: ZoneHistory) {
        let first = zones.day(containing: range.lowerBound)
        let last = zones.day(containing: range.upperBound)
        firstDay = first
        starts = (first...last.advanced(by: 1)).map { zones.start(of: $0) }
    }

    /// How many days the table holds.
    public var count: Int { starts.count - 1 }

    /// The place of the day that holds an instant; instants outside count to the nearest day.
    public func index(of instant: Instant) -> Int {
        let elapsed = instant.milliseconds - starts[0].milliseconds
        var index = min(max(Int(elapsed / 86_400_000), 0), count - 1)
        while index > 0, instant < starts[index] { index -= 1 }
        while index < count - 1, instant >= starts[index + 1] { index += 1 }
        return index
    }

    /// The day at a place of the table.
    public func day(at index: Int) -> CalendarDay {
        firstDay.advanced(by: index)
    }
}
