public import Foundation

/// The time zones of a person over time: the first zone and each later change.
///
/// A day is bounded by the local midnights that the person lived through: travelling does not shift
/// past days, and a flight makes one long or short day. Days have 23, 24 or 25 hours where a zone
/// changes its offset.
public struct ZoneHistory: Sendable, Equatable {
    /// A change of the zone, in force until the next segment.
    public struct Segment: Sendable, Equatable {
        /// The first instant of the segment.
        package let start: Instant
        /// The time zone with its IANA rules.
        package let zone: TimeZone

        /// Creates a segment.
        package init(start: Instant, zone: TimeZone) {
            self.start = start
            self.zone = zone
        }
    }

    /// The zone before the first change.
    public let firstZone: TimeZone
    /// The changes in chronological order.
    public let changes: [Segment]
    /// The latest day that had begun at each change.
    private let begun: [CalendarDay]

    /// Creates a history with one zone or with changes.
    ///
    /// - `changes`: in any order; they are sorted by their start.
    public init(_ firstZone: TimeZone, changes: [Segment] = []) {
        self.firstZone = firstZone
        self.changes = changes.sorted { $0.start < $1.start }
        var begun: [CalendarDay] = []
        var zone = firstZone
        for change in self.changes {
            let day = Self.localDay(of: change.start - .milliseconds(1), in: zone)
            begun.append(max(day, begun.last ?? day))
            zone = change.zone
        }
        self.begun = begun
    }

    /// The zone in force at an instant.
    public func zone(at instant: Instant) -> TimeZone {
        changes.last { $0.start <= instant }?.zone ?? firstZone
    }

    /// The local day of an instant by the local clock.
    ///
    /// A day that has begun continues when a flight to the west crosses its midnight again.
    ///
    /// The cost is one offset look-up; for many instants create a ``DayTable``.
    public func day(containing instant: Instant) -> CalendarDay {
        guard let index = changes.lastIndex(where: { $0.start <= instant }) else {
            return Self.localDay(of: instant, in: firstZone)
        }
        return max(begun[index], Self.localDay(of: instant, in: changes[index].zone))
    }

    private static func localDay(of instant: Instant, in zone: TimeZone) -> CalendarDay {
        let local = instant.seconds + Int64(zone.secondsFromGMT(for: Date(instant)))
        return CalendarDay(daysSinceEpoch: Int(local.flooredDivision(by: 86_400)))
    }

    /// The first instant of a day by the person's local clock.
    ///
    /// Where the zone skips midnight (daylight saving that starts at 00:00), the day begins with
    /// its first existing instant.
    public func start(of day: CalendarDay) -> Instant {
        // Bisects for the first second whose local day is `day` or later, around UTC midnight:
        // offsets are within ±26 h of it, including a zone change in between.
        let guess = Int64(day.daysSinceEpoch) * 86_400
        func hasBegun(at second: Int64) -> Bool {
            self.day(containing: Instant(seconds: second)) >= day
        }
        // Nearly always the day begins at midnight by the offset of UTC midnight.
        let zone = zone(at: Instant(seconds: guess))
        let midnight = guess - Int64(zone.secondsFromGMT(for: Date(Instant(seconds: guess))))
        if hasBegun(at: midnight), !hasBegun(at: midnight - 1) {
            return Instant(seconds: midnight)
        }
        var low = guess - 26 * 3600
        var high = guess + 26 * 3600
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if hasBegun(at: middle) {
                high = middle
            } else {
                low = middle
            }
        }
        return Instant(seconds: high)
    }

    /// The span of a day: from its start to the start of the next.
    public func interval(of day: CalendarDay) -> Range<Instant> {
        let start = start(of: day)
        return start..<max(start, self.start(of: day.advanced(by: 1)))
    }
}

extension Date {
    /// The same point in time.
    public init(_ instant: Instant) {
        self.init(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
    }
}

extension Instant {
    /// The same point in time, truncated to milliseconds.
    public init(_ date: Date) {
        self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded(.down)))
    }
}
