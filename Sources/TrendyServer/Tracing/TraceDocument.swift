import Foundation
import Tracing

/// A request to export spans: OTLP/HTTP in its JSON form (OpenTelemetry Protocol 1.x,
/// `ExportTraceServiceRequest`).
///
/// Ids are hexadecimal, 64-bit numbers are strings.
struct TraceDocument: Encodable {
    struct Value: Encodable {
        var stringValue: String?
        var intValue: String?
        var doubleValue: Double?
        var boolValue: Bool?
    }

    struct Attribute: Encodable {
        var key: String
        var value: Value
    }

    struct Event: Encodable {
        var timeUnixNano: String
        var name: String
    }

    struct Status: Encodable {
        var code: Int
    }

    struct Span: Encodable {
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
    }

    struct Scope: Encodable {
        var name: String
    }

    struct ScopeSpans: Encodable {
        var scope: Scope
        var spans: [Span]
    }

    struct Resource: Encodable {
        var attributes: [Attribute]
    }

    struct ResourceSpans: Encodable {
        var resource: Resource
        var scopeSpans: [ScopeSpans]
    }

    var resourceSpans: [ResourceSpans]

    /// Creates a document.
    ///
    /// - Parameters:
    ///   - spans: the spans.
    ///   - resource: what describes the server.
    init(_ spans: some Sequence<FinishedSpan>, of resource: SpanAttributes) {
        resourceSpans = [
            ResourceSpans(
                resource: Resource(attributes: Self.attributes(resource)),
                scopeSpans: [
                    ScopeSpans(
                        scope: Scope(name: "trendy"),
                        spans: spans.map(Self.span)
                    )
                ]
            )
        ]
    }

    /// The bytes of the document.
    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }

    private static func span(_ span: FinishedSpan) -> Span {
        Span(
            traceId: span.identity.trace.description,
            spanId: TraceParent.hex(span.identity.span),
            parentSpanId: span.parent.map(TraceParent.hex),
            name: span.name,
            kind: number(of: span.kind),
            startTimeUnixNano: String(span.start),
            endTimeUnixNano: String(span.end),
            attributes: attributes(span.attributes),
            events: span.events.map {
                Event(timeUnixNano: String($0.nanosecondsSinceEpoch), name: $0.name)
            },
            status: span.status.map { Status(code: $0.code == .error ? 2 : 1) }
        )
    }

    private static func number(of kind: SpanKind) -> Int {
        switch kind {
        case .internal: 1
        case .server: 2
        case .client: 3
        case .producer: 4
        case .consumer: 5
        }
    }

    private static func attributes(_ attributes: SpanAttributes) -> [Attribute] {
        var list: [Attribute] = []
        attributes.forEach { key, value in
            if let value = Self.value(value) { list.append(Attribute(key: key, value: value)) }
        }
        return list.sorted { $0.key < $1.key }
    }

    /// The value of an attribute; `nil` for arrays, which the server does not use.
    private static func value(_ value: SpanAttribute) -> Value? {
        switch value {
        case .string(let text): Value(stringValue: text)
        case .int32(let number): Value(intValue: String(number))
        case .int64(let number): Value(intValue: String(number))
        case .double(let number): Value(doubleValue: number)
        case .bool(let isTrue): Value(boolValue: isTrue)
        case .stringConvertible(let text): Value(stringValue: "\(text)")
        default: nil
        }
    }
}
