import CoreMetrics
import Synchronization

/// The values of one metric with one combination of labels.
protocol PrometheusSeries: AnyObject, Sendable {
    /// The lines of the text format.
    ///
    /// - `labels`: the labels without braces; empty for none.
    func lines(name: String, labels: String) -> String
}

/// A counter or a gauge.
final class PrometheusValue: PrometheusSeries, CounterHandler, FloatingPointCounterHandler,
    MeterHandler, RecorderHandler
{
    private let value = Mutex(0.0)

    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func reset() { value.withLock { $0 = 0 } }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func record(_ value: Int64) { set(value) }
    func record(_ value: Double) { set(value) }

    func lines(name: String, labels: String) -> String {
        let suffix = labels.isEmpty ? "" : "{\(labels)}"
        return "\(name)\(suffix) \(prometheusText(value.withLock { $0 }))\n"
    }
}

/// A distribution: the number of values up to each bound, their sum and their number.
final class PrometheusHistogram: PrometheusSeries, RecorderHandler, TimerHandler {
    private struct State {
        var counts: [Int]
        var sum = 0.0
        var count = 0
    }

    private let bounds: [Double]
    private let state: Mutex<State>

    /// Creates a distribution without values.
    ///
    /// - `bounds`: the upper bounds of the buckets, ascending.
    init(_ bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count)))
    }

    /// Replaces all values with those of a tally.
    func set(_ tally: DurationTally) {
        precondition(tally.counts.count == bounds.count, "A tally has the buckets of histograms.")
        state.withLock { state in
            state = State(counts: tally.counts, sum: tally.sum, count: tally.count)
        }
    }

    func record(_ value: Int64) { record(Double(value)) }
    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    func record(_ value: Double) {
        let bucket = bounds.firstIndex { value <= $0 }
        state.withLock { state in
            if let bucket { state.counts[bucket] += 1 }
            state.sum += value
            state.count += 1
        }
    }

    func lines(name: String, labels: String) -> String {
        let state = state.withLock { $0 }
        let prefix = labels.isEmpty ? "" : "\(labels),"
        let suffix = labels.isEmpty ? "" : "{\(labels)}"
        var total = 0
        var text = ""
        for (bound, count) in zip(bounds, state.counts) {
            total += count
            text += "\(name)_bucket{\(prefix)le=\"\(prometheusText(bound))\"} \(total)\n"
        }
        text += "\(name)_bucket{\(prefix)le=\"+Inf\"} \(state.count)\n"
        text += "\(name)_sum\(suffix) \(prometheusText(state.sum))\n"
        return text + "\(name)_count\(suffix) \(state.count)\n"
    }
}

/// A number in the text format; whole numbers have no fraction.
private func prometheusText(_ value: Double) -> String {
    Int64(exactly: value).map(String.init) ?? "\(value)"
}
