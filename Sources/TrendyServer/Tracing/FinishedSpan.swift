import Tracing

/// A span that has ended.
struct FinishedSpan: Sendable {
    var name: String
    var identity: TraceParent
    /// The id of the span that caused it; `nil` for the first one of a trace.
    var parent: UInt64?
    var kind: SpanKind
    /// The start and the end, in nanoseconds since 1970.
    var start: UInt64
    var end: UInt64
    var attributes: SpanAttributes
    var events: [SpanEvent]
    var status: SpanStatus?
}
