import CoreMetrics
import Testing

@testable import TrendyServer

@Suite("The text format of Prometheus")
struct PrometheusTextTests {
    private let registry = PrometheusRegistry()
    private var metrics: ServerMetrics { ServerMetrics(factory: registry) }

    @Test("Counters and gauges are sorted lines with their labels")
    func values() {
        metrics.increment(.problems, [("code", "conflict")], by: 2)
        metrics.increment(.problems, [("code", "conflict")])
        metrics.increment(.problems, [("code", "a\"b\\c\nd")])
        metrics.set(.connections, 7)
        metrics.add(.changeStreams, 2)
        metrics.add(.changeStreams, -1)
        metrics.setTotal(.processorTime, 1.5)
        metrics.setTotal(.processorTime, 2.5)

        #expect(
            registry.text() == #"""
                # HELP process_cpu_seconds_total User and system processor time
                # TYPE process_cpu_seconds_total counter
                process_cpu_seconds_total 2.5
                # HELP trendy_change_streams Open streams of changes
                # TYPE trendy_change_streams gauge
                trendy_change_streams 1
                # HELP trendy_connections Open connections of clients
                # TYPE trendy_connections gauge
                trendy_connections 7
                # HELP trendy_http_problems_total Answers with a problem, by its code
                # TYPE trendy_http_problems_total counter
                trendy_http_problems_total{code="a\"b\\c\nd"} 1
                trendy_http_problems_total{code="conflict"} 3

                """#
        )
    }

    @Test("A histogram counts the values up to each bound")
    func histogram() {
        for milliseconds in [1, 2, 30, 20_000] {
            metrics.record(.garbageDuration, .milliseconds(milliseconds))
        }

        let lines = registry.text().split(separator: "\n").dropFirst(2)
        let name = "trendy_garbage_collection_duration_seconds"
        #expect(lines.count == PrometheusRegistry.buckets.count + 3)
        #expect(lines.first == "\(name)_bucket{le=\"0.001\"} 1")
        #expect(lines.contains("\(name)_bucket{le=\"0.0025\"} 2"))
        #expect(lines.contains("\(name)_bucket{le=\"0.05\"} 3"))
        #expect(lines.contains("\(name)_bucket{le=\"10\"} 3"))
        #expect(
            lines.suffix(3) == [
                "\(name)_bucket{le=\"+Inf\"} 4", "\(name)_sum 20.033", "\(name)_count 4",
            ]
        )
    }

    @Test("A label with too many values does not fill the memory")
    func tooManySeries() {
        for number in 0..<PrometheusRegistry.maximumSeries * 2 {
            metrics.increment(.problems, [("code", "\(number)")])
        }

        let count = registry.text().split(separator: "\n").count
        #expect(count == PrometheusRegistry.maximumSeries + 2)
    }

    @Test("Handlers of other libraries are kept by their kind")
    func factory() {
        Recorder(label: "r", dimensions: [], aggregate: true, factory: registry).record(2)
        Gauge(label: "g", factory: registry).record(3)
        FloatingPointCounter(label: "c", factory: registry).increment(by: 0.5)

        let text = registry.text()
        for line in ["r_count 1", "# TYPE r histogram", "g 3", "# TYPE g gauge", "c 0.5"] {
            #expect(text.contains("\(line)\n"), "\(line)")
        }
    }
}
