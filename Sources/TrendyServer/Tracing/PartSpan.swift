import Tracing

/// The span of a part of a recorded request; `nil` outside of one.
package struct PartSpan: Sendable {
    /// What does the work; databases have the names of OpenTelemetry's conventions.
    package enum System: String, Sendable {
        case postgresql, sqlite, password
    }

    private let span: RecordedSpan

    /// Starts a part of the request that the task works for.
    ///
    /// - `operation`: the work, as `#function` names it.
    init?(_ system: System, _ operation: String) {
        guard let parent = InstrumentationContext.current?.span, parent.isRecording else {
            return nil
        }
        let name = operation.prefix { $0 != "(" }
        span = parent.recorder.start(
            "\(system.rawValue) \(name)",
            system == .postgresql ? .client : .internal,
            in: parent.context
        )
        guard system != .password else { return }
        span.attributes["db.system.name"] = system.rawValue
        span.attributes["db.operation.name"] = String(name)
    }

    /// Records that the work begins after a wait.
    package func begin() { span.happened("begin") }

    /// Ends the part with its result.
    func end(_ error: (any Error)?) {
        if let error {
            span.recordError(error, attributes: [:], at: SpanInstant(span.recorder.now()))
        }
        span.finish()
    }
}

/// Runs a part of the request that the task works for, with a span when the request is recorded.
///
/// - Parameters:
///   - system: what does the work.
///   - operation: the work, as `#function` names it.
///   - isolation: the actor of the caller.
///   - body: the work; it receives the span.
/// - Returns: the result of `body`.
package func withPartSpan<Value>(
    _ system: PartSpan.System,
    _ operation: String,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (PartSpan?) async throws -> Value
) async rethrows -> Value {
    guard let span = PartSpan(system, operation) else { return try await body(nil) }
    do {
        let value = try await body(span)
        span.end(nil)
        return value
    } catch {
        span.end(error)
        throw error
    }
}
