import TrendyModel

/// The hours of a run of local days, counted from each day's start.
///
/// A day has 23, 24 or 25 of them, and any number when the person travels; its last one may be
/// shorter.
struct HourTable {
    private static let hour: Int64 = 3_600_000

    let days: DayTable
    /// The place of each day's first hour, and at the end how many hours there are.
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

    /// How many hours all days have.
    var count: Int { firstHours[days.count] }

    /// The places of a day's hours.
    func hours(ofDay day: Int) -> Range<Int> { firstHours[day]..<firstHours[day + 1] }

    /// The hour that holds a moment of the table's days, and where it ends.
    func hour(at milliseconds: Int64) -> (index: Int, end: Int64) {
        let day = days.index(of: Instant(milliseconds: milliseconds))
        let start = days.starts[day].milliseconds
        let number = (milliseconds - start) / Self.hour
        let end = min(start + (number + 1) * Self.hour, days.starts[day + 1].milliseconds)
        return (firstHours[day] + Int(number), end)
    }
}
