import HTTPTypes
import Testing
import Tracing
import TrendyModel

@testable import TrendyServer

@Suite("Sending traces to a collector")
struct TraceExporterTests {
    private let log = RecordedLog()
    private let recorder = SpanRecorder(ratio: 1, random: TestWorld().dependencies.random)

    private func exporter(_ collector: TestCollector) throws -> TraceExporter {
        TraceExporter(
            recorder,
            try collector.configuration(),
            TestWorld().dependencies,
            log.logger()
        )
    }

    private func record(_ count: Int) {
        for number in 0..<count {
            recorder.start("span \(number)", .internal, in: .topLevel).finish()
        }
    }

    @Test(
        "Spans wait while the collector is busy, and arrive once",
        arguments: [429, 502, 503, 504]
    )
    func busy(status: Int) async throws {
        try await TestCollector.run { collector in
            let exporter = try exporter(collector)
            collector.answer(.init(code: status))
            record(3)
            await exporter.send()
            await exporter.send()
            #expect(collector.bodies.isEmpty)
            collector.answer(.ok)
            record(600)
            await exporter.send()

            let names = try collector.spans.map(\.name)
            #expect(names.count == 603)
            #expect(names.filter { $0 == "span 599" }.count == 1)
            #expect(collector.bodies.count == 2)
            #expect(log.count(of: "Traces cannot be sent") == 1)
            #expect(log.count(of: "Traces are sent to the collector again") == 1)
        }
    }

    @Test("Spans that the collector refuses are dropped, and the log says so")
    func refused() async throws {
        try await TestCollector.run { collector in
            let exporter = try exporter(collector)
            collector.answer(.badRequest)
            record(2)
            await exporter.send()
            collector.answer(.ok)
            record(1)
            await exporter.send()

            #expect(try collector.spans.count == 1)
            #expect(log.count(of: "status 400") == 1)
            #expect(log.count(of: "dropped=2") == 1)
        }
    }

    @Test("A collector that is away costs a limited number of spans, and no request")
    func away() async throws {
        let collector = try await TestCollector.run { $0 }
        let exporter = try exporter(collector)
        record(SpanRecorder.maximumSpans + 5)
        await exporter.send()
        record(10)
        await exporter.send()

        #expect(log.count(of: "Traces cannot be sent") == 1)
        #expect(log.count(of: "unreachable") == 1, "\(log.lines)")
        #expect(log.lines.count == 1)
        #expect(recorder.take().spans.isEmpty)
    }

    @Test("A span is recorded once, with the kind of its error only")
    func span() throws {
        let span = recorder.start("work", .client, in: .topLevel)
        span.recordError(ServerError(code: .invalidUser, message: "ada"), attributes: [:])
        for number in 0..<100 { span.addEvent(SpanEvent(name: "event \(number)")) }
        span.finish()
        span.end()

        let spans = recorder.take().spans
        #expect(spans.count == 1)
        #expect(spans.first?.events.count == 32)
        #expect(spans.first?.status?.code == .error)
        #expect(spans.first?.attributes.get("error.type") == "invalidUser")
    }
}
