import TrendyModel

/// The hours of consecutive local days, counted from the start of each day.
///
/// A day has 23, 24 or 25 hours, or any number when the person travels. The last hour of a day may
/// be shorter.
struct HourTable {
    private static let hour: Int64 = 3_600_000

    let days: DayTable
    /// The index of each day's first hour, followed by the total number of hours.
    let firstHours: [Int]

    init(_ days: DayTable) {
        self.days = days
        var firstHours = [0]
        for day in 0..<days.count {
            let length = days.starts[day + 1].milliseconds - days.starts[day].milliseconds
            firstHours.append(firstHours[day] + Int((length + Self.hour - 1) / Self.hour))
        }
        self.firstHours = firstHours
    }

    /// The total number of hours.
    var count: Int { firstHours[days.count] }

    /// The indices of a day's hours.
    func hours(ofDay day: Int) -> Range<Int> { firstHours[day]..<firstHours[day + 1] }

    /// The index and the end of the hour that contains an instant of the table's days.
    func hour(at milliseconds: Int64) -> (index: Int, end: Int64) {
        let day = days.index(of: Instant(milliseconds: milliseconds))
        let start = days.starts[day].milliseconds
        let number = (milliseconds - start) / Self.hour
        let end = min(start + (number + 1) * Self.hour, days.starts[day + 1].milliseconds)
        return (firstHours[day] + Int(number), end)
    }
}
