import Foundation
import HTTPTypes
import Hummingbird
import Synchronization
import TrendyServer

/// A collector of traces on the loopback interface.
final class TestCollector: Sendable {
    /// A received span.
    struct Span: Decodable, Sendable {
        struct Value: Decodable, Sendable {
            var stringValue: String?
            var intValue: String?
        }

        struct Attribute: Decodable, Sendable {
            var key: String
            var value: Value
        }

        struct Event: Decodable, Sendable {
            var name: String
            var timeUnixNano: String
        }

        struct Status: Decodable, Sendable {
            var code: Int
        }

        var traceId: String
        var spanId: String
        var parentSpanId: String?
        var name: String
        var kind: Int
        var startTimeUnixNano: String
        var endTimeUnixNano: String
        var attributes: [Attribute]
        var events: [Event]
        var status: Status?

        subscript(key: String) -> String? {
            let value = attributes.first { $0.key == key }?.value
            return value?.stringValue ?? value?.intValue
        }
    }

    struct ScopeSpans: Decodable, Sendable {
        var spans: [Span]
    }

    struct Resource: Decodable, Sendable {
        var attributes: [Span.Attribute]
    }

    struct ResourceSpans: Decodable, Sendable {
        var resource: Resource
        var scopeSpans: [ScopeSpans]
    }

    struct Document: Decodable, Sendable {
        var resourceSpans: [ResourceSpans]
    }

    private struct State {
        var bodies: [String] = []
        var status = HTTPResponse.Status.ok
    }

    let port: Int
    private let state: Mutex<State>

    private init(port: Int, state: State) {
        self.port = port
        self.state = Mutex(state)
    }

    func configuration(ratio: Double = 1) throws -> TraceConfiguration {
        guard
            let configuration = TraceConfiguration(
                endpoint: "http://127.0.0.1:\(port)",
                ratio: ratio,
                version: "1.2.3"
            )
        else { throw CancellationError() }
        return configuration
    }

    /// The received documents.
    var bodies: [String] { state.withLock { $0.bodies } }

    var documents: [Document] {
        get throws {
            try bodies.map { try JSONDecoder().decode(Document.self, from: Data($0.utf8)) }
        }
    }

    var spans: [Span] {
        get throws { try documents.flatMap(\.resourceSpans).flatMap(\.scopeSpans).flatMap(\.spans) }
    }

    /// Answers later requests with a status; only 200 accepts documents.
    func answer(_ status: HTTPResponse.Status) { state.withLock { $0.status = status } }

    private func receive(_ body: String) -> HTTPResponse.Status {
        state.withLock { state in
            if state.status == .ok { state.bodies.append(body) }
            return state.status
        }
    }

    /// Runs a collector during the body.
    static func run<Value: Sendable>(
        _ body: @escaping @Sendable (TestCollector) async throws -> Value
    ) async throws -> Value {
        let box = Mutex<TestCollector?>(nil)
        let router = Router()
        router.post("/v1/traces") { request, _ in
            let text = String(buffer: try await request.body.collect(upTo: 10_000_000))
            guard request.headers[.contentType] == "application/json" else {
                return Response(status: .unsupportedMediaType)
            }
            let collector = box.withLock { $0 }
            return Response(status: collector?.receive(text) ?? .serviceUnavailable)
        }
        return try await serveOnLoopback(router) { port in
            let collector = TestCollector(port: port, state: State())
            box.withLock { $0 = collector }
            return try await body(collector)
        }
    }
}
