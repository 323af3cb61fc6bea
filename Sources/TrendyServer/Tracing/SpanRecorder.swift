import Synchronization
import Tracing
import TrendyModel

/// Records the spans of a part of all traces, until an exporter takes them.
///
/// Whether a trace is recorded depends on its id only, so that several services that see the same
/// trace agree (OpenTelemetry, `TraceIdRatioBased`).
final class SpanRecorder: Tracer {
    private struct State {
        var spans: [FinishedSpan] = []
        var dropped = 0
    }

    /// The maximum number of spans that wait for the exporter; further ones are dropped.
    static let maximumSpans = 8192

    /// The nanoseconds since 1970.
    let now: @Sendable () -> UInt64
    private let random: any RandomSource
    private let ratio: Double
    private let state = Mutex(State())

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - ratio: the part of the traces to record, from 0 to 1.
    ///   - random: makes ids.
    ///   - now: the nanoseconds since 1970.
    init(
        ratio: Double,
        random: any RandomSource,
        now: @escaping @Sendable () -> UInt64 = { DefaultTracerClock.now.nanosecondsSinceEpoch }
    ) {
        self.ratio = ratio
        self.random = random
        self.now = now
    }

    /// Whether the spans of a trace are recorded.
    func isRecorded(_ trace: TraceID) -> Bool {
        ratio >= 1 || Double(trace.low >> 11) < ratio * Double(UInt64(1) << 53)
    }

    func startSpan<Instant: TracerInstant>(
        _ operationName: String,
        context: @autoclosure () -> InstrumentationContext,
        ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant,
        function: String,
        file fileID: String,
        line: UInt
    ) -> RecordedSpan {
        let context = context()
        let parent = context.span?.identity ?? context.caller
        let trace = parent?.trace ?? TraceID(high: newID(), low: newID())
        return RecordedSpan(
            self,
            name: operationName,
            identity: TraceParent(trace: trace, span: newID()),
            parent: parent?.span,
            kind: kind,
            start: instant().nanosecondsSinceEpoch,
            isRecording: isRecorded(trace),
            context: context
        )
    }

    /// Starts a span now.
    func start(
        _ name: String,
        _ kind: SpanKind,
        in context: InstrumentationContext
    ) -> RecordedSpan {
        startSpan(name, context: context, ofKind: kind, at: SpanInstant(now()))
    }

    func activeSpan(identifiedBy context: InstrumentationContext) -> RecordedSpan? { context.span }

    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier,
        into context: inout InstrumentationContext,
        using extractor: Extract
    ) where Extract.Carrier == Carrier {
        context.caller = extractor.extract(key: TraceParent.fieldName, from: carrier)
            .flatMap(TraceParent.init)
    }

    func inject<Carrier, Inject: Injector>(
        _ context: InstrumentationContext,
        into carrier: inout Carrier,
        using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let span = context.span, span.isRecording else { return }
        injector.inject(span.identity.field, forKey: TraceParent.fieldName, into: &carrier)
    }

    @available(*, deprecated)
    func forceFlush() {}

    /// Keeps a span for the exporter.
    func record(_ span: FinishedSpan) {
        state.withLock { state in
            guard state.spans.count < Self.maximumSpans else {
                state.dropped += 1
                return
            }
            state.spans.append(span)
        }
    }

    /// Takes the spans that have ended, and the number of those that were dropped.
    func take() -> (spans: [FinishedSpan], dropped: Int) {
        state.withLock { state in
            defer { state = State() }
            return (state.spans, state.dropped)
        }
    }

    /// A valid id is not zero.
    private func newID() -> UInt64 { max(1, random.next()) }
}
