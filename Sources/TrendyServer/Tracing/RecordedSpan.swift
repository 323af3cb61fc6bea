import Synchronization
package import Tracing

/// A span of a request or of a part of it.
///
/// It is handed to the exporter when it ends, once.
package final class RecordedSpan: Tracing.Span {
    private struct State {
        var name: String
        var attributes = SpanAttributes()
        var events: [SpanEvent] = []
        var status: SpanStatus?
        var hasEnded = false
    }

    /// The maximum number of events of one span; further ones are dropped.
    private static let maximumEvents = 32

    let recorder: SpanRecorder
    let identity: TraceParent
    package let isRecording: Bool
    private let base: InstrumentationContext
    private let parent: UInt64?
    private let kind: SpanKind
    private let start: UInt64
    private let state: Mutex<State>

    init(
        _ recorder: SpanRecorder,
        name: String,
        identity: TraceParent,
        parent: UInt64?,
        kind: SpanKind,
        start: UInt64,
        isRecording: Bool,
        context: InstrumentationContext
    ) {
        self.recorder = recorder
        self.identity = identity
        self.parent = parent
        self.kind = kind
        self.start = start
        self.isRecording = isRecording
        base = context
        state = Mutex(State(name: name))
    }

    /// The context of work that belongs to the span.
    package var context: InstrumentationContext {
        var context = base
        context.span = self
        return context
    }

    package var operationName: String {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    package var attributes: SpanAttributes {
        get { state.withLock { $0.attributes } }
        set { state.withLock { $0.attributes = newValue } }
    }

    package func setStatus(_ status: SpanStatus) {
        state.withLock { $0.status = status }
    }

    package func addEvent(_ event: SpanEvent) {
        state.withLock { state in
            if state.events.count < Self.maximumEvents { state.events.append(event) }
        }
    }

    /// Adds an event that happens now.
    func happened(_ name: StaticString) {
        addEvent(SpanEvent(name: "\(name)", at: SpanInstant(recorder.now())))
    }

    /// Records the kind of an error, never its message, which can contain personal data.
    package func recordError<Instant: TracerInstant>(
        _ error: any Error,
        attributes: SpanAttributes,
        at instant: @autoclosure () -> Instant
    ) {
        state.withLock { state in
            state.attributes["error.type"] = ErrorKind.text(of: error)
            state.status = SpanStatus(code: .error)
        }
    }

    /// Links are not recorded.
    package func addLink(_ link: SpanLink) {}

    package func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        end(nanoseconds: instant().nanosecondsSinceEpoch)
    }

    /// Ends the span now.
    func finish() { end(nanoseconds: recorder.now()) }

    private func end(nanoseconds: UInt64) {
        let finished = state.withLock { state -> FinishedSpan? in
            guard isRecording, !state.hasEnded else { return nil }
            state.hasEnded = true
            return FinishedSpan(
                name: state.name,
                identity: identity,
                parent: parent,
                kind: kind,
                start: start,
                end: max(start, nanoseconds),
                attributes: state.attributes,
                events: state.events,
                status: state.status
            )
        }
        if let finished { recorder.record(finished) }
    }
}

/// An instant of the recorder's clock.
struct SpanInstant: TracerInstant {
    let nanosecondsSinceEpoch: UInt64

    init(_ nanoseconds: UInt64) { nanosecondsSinceEpoch = nanoseconds }

    static func < (left: SpanInstant, right: SpanInstant) -> Bool {
        left.nanosecondsSinceEpoch < right.nanosecondsSinceEpoch
    }
}

extension InstrumentationContext {
    private enum SpanKey: InstrumentationContextKey {
        typealias Value = RecordedSpan
    }
    private enum CallerKey: InstrumentationContextKey {
        typealias Value = TraceParent
    }

    /// The span that the work belongs to.
    var span: RecordedSpan? {
        get { self[SpanKey.self] }
        set { self[SpanKey.self] = newValue }
    }

    /// The span of another service that caused the work.
    var caller: TraceParent? {
        get { self[CallerKey.self] }
        set { self[CallerKey.self] = newValue }
    }
}
