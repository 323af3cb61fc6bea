package import CoreMetrics
import Synchronization

/// Keeps the values of metrics and renders them in the text format of Prometheus (version 0.0.4).
///
/// A timer is a histogram of seconds, a recorder a histogram or, without aggregation, a gauge.
package final class PrometheusRegistry: MetricsFactory {
    /// The upper bounds of the buckets of histograms, in seconds.
    static let buckets = [
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]
    /// The maximum number of label combinations of one metric; further ones are not kept, so that
    /// a label with too many values cannot fill the memory.
    static let maximumSeries = 1_000

    private struct Family {
        let kind: ServerMetric.Kind
        var series: [String: any PrometheusSeries] = [:]
    }

    private let families = Mutex<[String: Family]>([:])

    /// Creates a registry without values.
    package init() {}

    /// The values in the text format, sorted by name and labels.
    package func text() -> String {
        let families = families.withLock { $0 }
        var text = ""
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            if let metric = ServerMetric(rawValue: name) {
                text += "# HELP \(name) \(metric.help)\n"
            }
            text += "# TYPE \(name) \(family.kind.rawValue)\n"
            for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
                text += series.lines(name: name, labels: labels)
            }
        }
        return text
    }

    /// The series of a metric and labels; a new one on the first call.
    private func series<Series: PrometheusSeries>(
        _ name: String,
        _ kind: ServerMetric.Kind,
        _ labels: [(String, String)],
        make: () -> Series
    ) -> Series {
        let key = labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
        return families.withLock { families in
            let known = families[name]?.series
            if let series = known?[key] as? Series { return series }
            let fresh = make()
            if (known?.count ?? 0) < Self.maximumSeries {
                families[name, default: Family(kind: kind)].series[key] = fresh
            }
            return fresh
        }
    }

    /// A label value with the escapes of the text format.
    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n")
    }

    package func makeCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any CounterHandler {
        series(label, .counter, dimensions) { PrometheusValue() }
    }

    package func makeFloatingPointCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(label, .counter, dimensions) { PrometheusValue() }
    }

    package func makeMeter(
        label: String,
        dimensions: [(String, String)]
    ) -> any MeterHandler {
        series(label, .gauge, dimensions) { PrometheusValue() }
    }

    package func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        if aggregate {
            return series(label, .histogram, dimensions) { PrometheusHistogram(Self.buckets) }
        }
        return series(label, .gauge, dimensions) { PrometheusValue() }
    }

    package func makeTimer(
        label: String,
        dimensions: [(String, String)]
    ) -> any TimerHandler {
        series(label, .histogram, dimensions) { PrometheusHistogram(Self.buckets) }
    }

    // A value is kept until the process ends, as Prometheus expects of counters.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}
}
