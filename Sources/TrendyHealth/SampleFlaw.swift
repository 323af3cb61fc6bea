public import TrendyModel

/// Why a sample cannot be true: it is kept out, and counted.
public enum SampleFlaw: String, Sendable, Hashable, CaseIterable {
    /// It lacks when it began or ended.
    case noDate = "no start or end date"
    /// It ends before it begins.
    case endBeforeStart = "end before start"
    /// A clock had gone wrong.
    case dateOutOfRange = "date outside 1970 to 2149"
    /// It has no value, or one in a unit or with a label that is not known.
    case noValue = "no value, or an unknown unit or label"
    /// It is a route of a workout: the workout is kept without it.
    case unreadableRoute = "route of a workout that is missing or cannot be read"
    /// Its value is no number that can be measured: negative, or not finite.
    case impossibleValue = "negative or infinite value"

    /// The instants that samples can have.
    private static let range = Instant(seconds: 0)..<Instant(seconds: 65_700 * 86_400)

    /// What is wrong with a sample; `nil` when nothing is.
    public static func of(start: Instant, end: Instant, value: Double) -> SampleFlaw? {
        if !range.contains(start) || !range.contains(end) { return .dateOutOfRange }
        if end < start { return .endBeforeStart }
        return value.isFinite && value >= 0 ? nil : .impossibleValue
    }
}

extension Duration {
    /// A length of time that something can have taken, to the millisecond; `nil` for one that is
    /// negative, not finite or longer than ten years.
    public init?(plausibleSeconds seconds: Double) {
        guard seconds >= 0, seconds < 10 * 366 * 86_400 else { return nil }
        self = .milliseconds(Int64((seconds * 1000).rounded()))
    }
}
