import Foundation
import Testing
import TrendyModel
import TrendyWire

@testable import TrendyServer

@Suite("Traces of requests")
struct TraceTests {
    private static let caller = "4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7"

    /// Sends a request with the caller's trace and returns the whole answer.
    private static func answer(
        _ port: Int,
        _ head: String,
        _ fields: String = "",
        body: String = ""
    ) async throws -> String {
        let client = try await RawClient.connect(port: port)
        defer { client.close() }
        await client.send(
            """
            \(head) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(fields)\
            Content-Length: \(body.utf8.count)\r\n\r\n\(body)
            """
        )
        return await client.readToEnd()
    }

    @Test("A request is a span with its parts, in the caller's trace and without personal data")
    func request() async throws {
        try await TestCollector.run { collector in
            let type = EntityID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)
            try await RunningServer.run(traces: try collector.configuration()) { server in
                let answer = try await Self.answer(
                    server.port,
                    "POST \(Route.signUp)?x=secret",
                    "traceparent: 00-\(Self.caller)-00\r\n",
                    body: #"{"email":"ada@example.com","password":"correct horse"}"#
                )
                #expect(answer.hasPrefix("HTTP/1.1 200"))
                let client = try await WireClient.signedUp(port: server.port, email: "bo@x.org")
                let fields = typeFields("Coffee").dropFirst()
                let created = try await client.send(
                    "POST",
                    "\(Route.base)/event-types",
                    #"{"id":"\#(type)","# + fields
                )
                #expect(created.hasPrefix("HTTP/1.1 201"))
                _ = try await Self.answer(server.port, "GET \(Route.base)/events/\(type)")
                _ = try await Self.answer(server.port, "HEAD \(Route.health)")
                _ = try await Self.answer(server.port, "PROPFIND /secret")
            }

            let spans = try collector.spans
            let signUp = try #require(spans.first { $0.name == "POST \(Route.signUp)" })
            #expect(signUp.kind == 2)
            #expect("\(signUp.traceId)-\(signUp.parentSpanId ?? "")" == Self.caller)
            #expect(signUp["http.request.method"] == "POST")
            #expect(signUp["http.route"] == Route.signUp)
            #expect(signUp["http.response.status_code"] == "200")
            let database =
                StoreFactory.selected.engine == .postgres ? "postgresql" : "sqlite"
            let created = "POST \(Route.base)/event-types"
            for (name, whole) in [
                ("password hash", signUp.name), ("\(database) push", created),
            ] {
                let part = try #require(spans.first { $0.name == name }, "\(name)")
                let request = try #require(spans.first { $0.name == whole }, "\(whole)")
                #expect(part.traceId == request.traceId)
                #expect(part.parentSpanId == request.spanId)
                #expect(part.events.map(\.name) == ["begin"])
                #expect(part.startTimeUnixNano >= request.startTimeUnixNano)
                #expect(part.endTimeUnixNano <= request.endTimeUnixNano)
            }
            let refused = try #require(
                spans.first { $0.name == "GET \(Route.base)/events/{id}" }
            )
            #expect(refused["http.response.status_code"] == "401")
            #expect(refused.parentSpanId == nil && refused.traceId != signUp.traceId)
            #expect(spans.contains { $0.name == "HEAD \(Route.health)" })
            #expect(spans.contains { $0.name.hasPrefix("HTTP ") })
            let resource = try #require(try collector.documents.first?.resourceSpans.first)
            let version = resource.resource.attributes.first { $0.key == "service.version" }
            #expect(version?.value.stringValue == "1.2.3")
            let text = collector.bodies.joined()
            for secret in ["\(type)", "ada", "x.org", "127.0.0.1", "PROPFIND", "secret", "Coffee"] {
                #expect(!text.contains(secret), "\(secret)")
            }
        }
    }

    @Test("Nothing is recorded of traces that are not in the selected part")
    func ratio() async throws {
        try await TestCollector.run { collector in
            try await RunningServer.run(traces: try collector.configuration(ratio: 0)) { server in
                _ = try await server.status(of: Route.health)
            }
            #expect(collector.bodies.isEmpty)
        }
        let world = TestWorld()
        let random = world.dependencies.random
        let recorder = SpanRecorder(ratio: 0.25, random: random)
        let count = (0..<4000).count { _ in
            recorder.isRecorded(TraceID(high: random.next(), low: random.next()))
        }
        #expect((800...1200).contains(count))
    }

    @Test(
        "A field of the caller is read as the standard says",
        arguments: [
            ("00-\(caller)-01", true), ("00-\(caller)-00", true), ("cc-\(caller)-01", true),
            ("cc-\(caller)-01-later", true), ("00-\(caller)-01-later", false),
            ("ff-\(caller)-01", false), ("cc-\(caller)-01later", false),
            ("00-\(caller.uppercased())-01", false), ("00-\(caller)", false),
            ("00-\(caller)-0g", false), ("00_\(caller)-01", false), ("", false),
            ("00-00000000000000000000000000000000-00f067aa0ba902b7-01", false),
            ("00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01", false),
            ("00-+bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", false),
        ]
    )
    func fields(_ text: String, _ isValid: Bool) {
        let parent = TraceParent(text)
        #expect((parent != nil) == isValid)
        if let parent { #expect(parent.field == "00-\(Self.caller)-01") }
    }

    @Test(
        "The address of a collector",
        arguments: [
            ("http://127.0.0.1:4318", "http://127.0.0.1:4318/v1/traces"),
            ("https://collector.example/otlp/", "https://collector.example/otlp/v1/traces"),
            ("http://[::1]:4318/v1/traces", "http://[::1]:4318/v1/traces"),
            ("ftp://collector", nil), ("collector:4318", nil), ("http://", nil),
            ("http://name:word@collector", nil), ("http://collector/?key=1", nil), ("", nil),
        ]
    )
    func addresses(_ text: String, _ url: String?) {
        #expect(TraceConfiguration(endpoint: text, ratio: 1, version: "1")?.url == url)
        #expect(TraceConfiguration(endpoint: text, ratio: 1.5, version: "1") == nil)
    }
}
