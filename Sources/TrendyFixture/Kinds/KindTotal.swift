/// The expected results of one type on one day, computed from the printed records.
package struct KindTotal: Sendable, Hashable {
    /// The number of samples that begin on the day.
    package var starts = 0
    /// The number of samples that begin on the day or reach into it.
    package var samples = 0
    /// The lowest value of the samples that begin on the day; `nil` without any.
    package var minimum: Double?
    /// The highest value of the samples that begin on the day; `nil` without any.
    package var maximum: Double?
    /// The value of the sample that ends last, among those that begin on the day.
    package var last: Double?
    /// The sum over the sources, each sample with the share of its time within the day that no
    /// source of higher priority covers.
    package var sum = 0.0
    /// The arithmetic mean of the samples that begin on the day.
    package var mean: Double?
    /// Their mean by time: a value holds until the next one begins, at most ten minutes after its
    /// own end and until the end of the day.
    package var weightedMean: Double?
    /// The equivalent continuous level of sound levels that begin on the day; a sample weighs as
    /// many seconds as it lasts, at least one.
    package var level: Double?
    /// The number of samples of each value that begin on the day, by the key of the value.
    package var counts: [String: Int] = [:]
    /// The seconds of the day that samples cover, over all sources.
    package var durationSeconds: Int64 = 0
}
