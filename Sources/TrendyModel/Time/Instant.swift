/// A point in time, in whole milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
public struct Instant: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Milliseconds since the Unix epoch; negative before it.
    public var milliseconds: Int64

    /// Makes an instant of milliseconds since the Unix epoch.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Makes an instant of whole seconds since the Unix epoch; the last or the first instant when
    /// they lie beyond it.
    public init(seconds: Int64) {
        let (product, isOver) = seconds.multipliedReportingOverflow(by: 1000)
        milliseconds = isOver ? .limit(like: seconds) : product
    }

    /// Whole seconds since the Unix epoch, rounded down.
    public var seconds: Int64 {
        milliseconds.flooredDivision(by: 1000)
    }

    /// The instant a duration later; what is finer than a millisecond is cut off.
    ///
    /// What lies beyond the last instant is the last, and what lies before the first the first: a
    /// duration may come from outside.
    public static func + (left: Instant, right: Duration) -> Instant {
        let (sum, isOver) = left.milliseconds.addingReportingOverflow(right.wholeMilliseconds)
        return Instant(milliseconds: isOver ? .limit(like: left.milliseconds) : sum)
    }

    /// The instant a duration earlier; as ``+(_:_:)``.
    public static func - (left: Instant, right: Duration) -> Instant {
        let (rest, isOver) = left.milliseconds.subtractingReportingOverflow(right.wholeMilliseconds)
        return Instant(milliseconds: isOver ? .limit(like: left.milliseconds) : rest)
    }

    /// The time that passed from `right` to `left`.
    public static func - (left: Instant, right: Instant) -> Duration {
        .milliseconds(left.milliseconds) - .milliseconds(right.milliseconds)
    }

    /// Whether the first comes before the second.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// RFC 3339 in UTC with milliseconds.
    public var description: String { rfc3339 }
}

extension Duration {
    /// A number of seconds from outside, to the millisecond: nothing for what is not finite, and
    /// 10¹² s (30,000 years) either way for what is longer, of which a day's sum still is a
    /// duration.
    public init(clampedSeconds seconds: Double) {
        guard seconds.isFinite else {
            self = .zero
            return
        }
        self = .milliseconds(Int64((min(max(seconds, -1e12), 1e12) * 1000).rounded()))
    }

    /// The duration in milliseconds, what is finer cut off; the longest that there is for what is
    /// longer.
    public var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1000)
        guard !isOver else { return .limit(like: seconds) }
        let (sum, isBeyond) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return isBeyond ? .limit(like: seconds) : sum
    }
}

extension Int64 {
    /// The limit on a number's side of zero.
    fileprivate static func limit(like number: Int64) -> Int64 { number < 0 ? .min : .max }
}
