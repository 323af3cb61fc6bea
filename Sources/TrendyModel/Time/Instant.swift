/// A point in time, in whole milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
public struct Instant: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Milliseconds since the Unix epoch; negative before it.
    public var milliseconds: Int64

    /// Makes an instant of milliseconds since the Unix epoch.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Makes an instant of whole seconds since the Unix epoch.
    public init(seconds: Int64) {
        self.milliseconds = seconds * 1000
    }

    /// Whole seconds since the Unix epoch, rounded down.
    public var seconds: Int64 {
        milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
    }

    /// The instant a duration later; what is finer than a millisecond is cut off.
    public static func + (left: Instant, right: Duration) -> Instant {
        Instant(milliseconds: left.milliseconds + right.wholeMilliseconds)
    }

    /// The instant a duration earlier; what is finer than a millisecond is cut off.
    public static func - (left: Instant, right: Duration) -> Instant {
        Instant(milliseconds: left.milliseconds - right.wholeMilliseconds)
    }

    /// The time that passed from `right` to `left`.
    public static func - (left: Instant, right: Instant) -> Duration {
        .milliseconds(left.milliseconds - right.milliseconds)
    }

    /// Whether the first comes before the second.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// RFC 3339 in UTC with milliseconds.
    public var description: String { rfc3339 }
}

extension Duration {
    /// The duration in milliseconds, what is finer cut off.
    public var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
