/// A point in time, in whole milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
public struct Instant: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Milliseconds since the Unix epoch; negative before it.
    public var milliseconds: Int64

    /// Creates an instant from milliseconds since the Unix epoch.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Creates an instant from whole seconds since the Unix epoch, clamped to the representable
    /// range.
    public init(seconds: Int64) {
        let (product, isOver) = seconds.multipliedReportingOverflow(by: 1000)
        milliseconds = isOver ? .limit(like: seconds) : product
    }

    /// Whole seconds since the Unix epoch, rounded down.
    public var seconds: Int64 {
        milliseconds.flooredDivision(by: 1000)
    }

    /// The instant after a duration; parts below a millisecond are truncated.
    ///
    /// The result is clamped to the representable range, because a duration can come from external
    /// data.
    public static func + (left: Instant, right: Duration) -> Instant {
        let (sum, isOver) = left.milliseconds.addingReportingOverflow(right.wholeMilliseconds)
        return Instant(milliseconds: isOver ? .limit(like: left.milliseconds) : sum)
    }

    /// The instant before a duration; see ``+(_:_:)``.
    public static func - (left: Instant, right: Duration) -> Instant {
        let (rest, isOver) = left.milliseconds.subtractingReportingOverflow(right.wholeMilliseconds)
        return Instant(milliseconds: isOver ? .limit(like: left.milliseconds) : rest)
    }

    /// The duration from `right` to `left`.
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
    /// Creates a duration from external seconds, in whole milliseconds: zero for values that are
    /// not finite, otherwise clamped to ±10¹² s (30,000 years), so that the sum of a day is still
    /// representable.
    package init(clampedSeconds seconds: Double) {
        guard seconds.isFinite else {
            self = .zero
            return
        }
        self = .milliseconds(Int64((min(max(seconds, -1e12), 1e12) * 1000).rounded()))
    }

    /// The duration in milliseconds, truncated and clamped to the representable range.
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1000)
        guard !isOver else { return .limit(like: seconds) }
        let (sum, isBeyond) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return isBeyond ? .limit(like: seconds) : sum
    }
}

extension Int64 {
    /// The limit with the sign of a number.
    fileprivate static func limit(like number: Int64) -> Int64 { number < 0 ? .min : .max }
}
