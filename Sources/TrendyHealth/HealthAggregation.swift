/// How the samples of a day become the result of a metric.
///
/// The first four are Apple's `HKQuantityAggregationStyle`
/// (https://developer.apple.com/documentation/healthkit/hkquantityaggregationstyle).
public enum HealthAggregation: String, Sendable, Hashable, CaseIterable {
    /// A sum; sources that overlap are merged by priority. Properties: `sum`.
    case cumulative
    /// Readings: `average` (arithmetic), `minimum`, `maximum`, `last` and their number, `readings`.
    case discrete
    /// Readings whose `average` weighs each value with the time that it holds.
    case temporallyWeighted = "temporally_weighted"
    /// Sound levels whose `average` is the equivalent continuous level.
    case equivalentLevel = "equivalent_level"
    /// Only the `last` value of a day counts.
    case latest
    /// The number of samples: `count`.
    case count
    /// Time that samples cover, over all sources: `duration`, and their `count`.
    case duration
    /// Symptoms: `count` of those present, the worst `severity`, and a count of each severity.
    case severity
    /// Samples with one of several values: `count`, and a count of each value.
    case value
    /// One event for each measurement, session or entry.
    case event
}
