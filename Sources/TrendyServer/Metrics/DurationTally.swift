/// A histogram of durations, which its owner fills and `ServerMetrics` reads.
package struct DurationTally: Sendable, Equatable {
    /// The number of durations in each bucket of ``PrometheusRegistry/buckets``.
    private(set) var counts = [Int](repeating: 0, count: PrometheusRegistry.buckets.count)
    /// The sum of all durations in seconds.
    private(set) var sum = 0.0
    /// The number of durations, also of those above the last bucket.
    package private(set) var count = 0

    /// Creates an empty distribution.
    package init() {}

    /// Counts a duration.
    package mutating func add(_ duration: Duration) {
        let seconds = duration / .seconds(1)
        if let bucket = PrometheusRegistry.buckets.firstIndex(where: { seconds <= $0 }) {
            counts[bucket] += 1
        }
        sum += seconds
        count += 1
    }

    /// Adds the durations of another distribution.
    package static func += (left: inout DurationTally, right: DurationTally) {
        for (bucket, count) in right.counts.enumerated() { left.counts[bucket] += count }
        left.sum += right.sum
        left.count += right.count
    }
}
