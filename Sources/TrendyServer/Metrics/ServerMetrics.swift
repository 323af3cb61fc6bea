package import CoreMetrics
import Synchronization
import TrendyModel
import TrendyWire

/// Records what a server does.
package struct ServerMetrics: Sendable {
    private let factory: any MetricsFactory

    /// Records into a factory, by default nowhere.
    package init(factory: any MetricsFactory = NOOPMetricsHandler.instance) {
        self.factory = factory
    }

    /// Adds to a counter.
    func increment(
        _ metric: ServerMetric,
        _ labels: [(String, String)] = [],
        by amount: Int = 1
    ) {
        Counter(label: metric.rawValue, dimensions: labels, factory: factory)
            .increment(by: amount)
    }

    /// Sets a counter whose value another part of the system counts.
    ///
    /// It is one step, because requests of two Prometheus servers can overlap. Only
    /// ``PrometheusRegistry`` keeps the value.
    package func setTotal(
        _ metric: ServerMetric,
        _ value: Double,
        _ labels: [(String, String)] = []
    ) {
        let counter = factory.makeFloatingPointCounter(
            label: metric.rawValue,
            dimensions: labels
        )
        (counter as? PrometheusValue)?.set(value)
    }

    /// Sets a histogram whose durations another part of the system counts.
    package func setTotal(_ metric: ServerMetric, _ tally: DurationTally) {
        let timer = factory.makeTimer(label: metric.rawValue, dimensions: [])
        (timer as? PrometheusHistogram)?.set(tally)
    }

    /// Sets a gauge.
    package func set(_ metric: ServerMetric, _ value: Double, _ labels: [(String, String)] = []) {
        gauge(metric, labels).set(value)
    }

    /// Adds to a gauge; a negative amount subtracts.
    func add(_ metric: ServerMetric, _ amount: Double) {
        let gauge = gauge(metric, [])
        amount < 0 ? gauge.decrement(by: -amount) : gauge.increment(by: amount)
    }

    /// Records a duration.
    func record(
        _ metric: ServerMetric,
        _ duration: Duration,
        _ labels: [(String, String)] = []
    ) {
        let (seconds, attoseconds) = duration.components
        CoreMetrics.Timer(label: metric.rawValue, dimensions: labels, factory: factory)
            .recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    private func gauge(_ metric: ServerMetric, _ labels: [(String, String)]) -> Meter {
        Meter(label: metric.rawValue, dimensions: labels, factory: factory)
    }
}

extension ServerMetrics {
    /// Sets the counters with known labels to zero, so that the first increment is a change.
    func initialize() {
        for metric in [ServerMetric.pushes, .quotaRefusals] { increment(metric, by: 0) }
        for metric in [ServerMetric.requestsInProgress, .changeStreams] { add(metric, 0) }
        for code in ProblemCode.allCases {
            increment(.problems, [("code", code.rawValue)], by: 0)
        }
        for status in [PushStatus.applied, .duplicate, .conflict, .rejected, .blocked] {
            increment(.mutations, [("status", status.rawValue)], by: 0)
        }
        for result in ["success", "failure"] {
            increment(.garbageCollections, [("result", result)], by: 0)
        }
    }

    /// Records the results of one transaction of mutations.
    func pushed(_ results: [PushResult]) {
        increment(.pushes)
        let byStatus = Dictionary(grouping: results, by: \.status)
        for (status, results) in byStatus {
            increment(.mutations, [("status", status.rawValue)], by: results.count)
        }
        let refused = results.filter { $0.problem?.code == .quotaExceeded }.count
        if refused > 0 { increment(.quotaRefusals, by: refused) }
    }
}
