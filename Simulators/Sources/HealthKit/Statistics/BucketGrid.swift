import Foundation
import Synchronization

/// Calendar intervals: the n-th begins n intervals after the anchor, so that days have 23 or 25
/// hours at clock changes.
final class BucketGrid: Sendable {
    private let anchor: Date
    private let interval: DateComponents
    private let calendar: Calendar
    /// The approximate length of an interval.
    private let length: TimeInterval
    private let starts = Mutex<[Int: Date]>([:])

    /// - `zone`: the calendar's time zone, unless the interval names one.
    init(anchor: Date, interval: DateComponents, zone: TimeZone) {
        var calendar = interval.calendar ?? Calendar(identifier: .gregorian)
        if interval.calendar == nil { calendar.timeZone = interval.timeZone ?? zone }
        self.anchor = anchor
        self.interval = interval
        self.calendar = calendar
        let next = BucketGrid.date(calendar, anchor, interval, 1)
        length = next.timeIntervalSince(anchor)
        precondition(length > 0, "The interval of a statistics collection must not be empty.")
    }

    /// The start of an interval.
    func start(of index: Int) -> Date {
        if let start = starts.withLock({ $0[index] }) { return start }
        let start = BucketGrid.date(calendar, anchor, interval, index)
        starts.withLock { $0[index] = start }
        return start
    }

    /// The index of the interval that contains a date.
    func index(of date: Date) -> Int {
        var index = Int((date.timeIntervalSince(anchor) / length).rounded(.down))
        while start(of: index) > date { index -= 1 }
        while start(of: index + 1) <= date { index += 1 }
        return index
    }

    private static func date(
        _ calendar: Calendar,
        _ anchor: Date,
        _ interval: DateComponents,
        _ count: Int
    ) -> Date {
        var span = DateComponents()
        span.year = interval.year.map { $0 * count }
        span.month = interval.month.map { $0 * count }
        span.weekOfYear = interval.weekOfYear.map { $0 * count }
        span.day = interval.day.map { $0 * count }
        span.hour = interval.hour.map { $0 * count }
        span.minute = interval.minute.map { $0 * count }
        span.second = interval.second.map { $0 * count }
        return calendar.date(byAdding: span, to: anchor) ?? anchor
    }
}
