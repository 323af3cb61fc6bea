import HTTPTypes
import Hummingbird
import Tracing

/// Records a span for each request of the network, from its head to the end of the answer.
///
/// It has the method, the template of the route and the status: nothing of the client.
struct TracedResponder: HTTPResponder {
    let next: any HTTPResponder<TrendyRequestContext>
    let recorder: SpanRecorder

    func respond(
        to request: Request,
        context: TrendyRequestContext
    ) async throws -> Response {
        var parent = InstrumentationContext.topLevel
        recorder.extract(request.headers, into: &parent, using: FieldExtractor())
        let method = RequestLabel.method(of: request)
        let span = recorder.start(method ?? "HTTP", .server, in: parent)
        guard span.isRecording else {
            return try await next.respond(to: request, context: context)
        }
        // A body that is not written, as of HEAD, ends the span when it is released.
        let end = SpanEnd(span: span)
        var response = try await InstrumentationContext.$current.withValue(span.context) {
            try await next.respond(to: request, context: context)
        }
        describe(span, method, RequestLabel.route(of: request, context), response.status)
        let body = response.body
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            defer { end.now() }
            try await InstrumentationContext.$current.withValue(span.context) {
                try await body.write(writer)
            }
        }
        return response
    }

    private func describe(
        _ span: RecordedSpan,
        _ method: String?,
        _ route: String,
        _ status: HTTPResponse.Status
    ) {
        span.operationName = "\(method ?? "HTTP") \(route)"
        var attributes = SpanAttributes()
        attributes["http.request.method"] = method ?? "_OTHER"
        attributes["http.route"] = route
        attributes["http.response.status_code"] = status.code
        if status.code >= 500 {
            attributes["error.type"] = "\(status.code)"
            span.setStatus(SpanStatus(code: .error))
        }
        span.attributes = attributes
    }
}

/// Ends a span at the latest when it is released.
private final class SpanEnd: Sendable {
    private let span: RecordedSpan

    init(span: RecordedSpan) { self.span = span }

    deinit { now() }

    func now() { span.finish() }
}

private struct FieldExtractor: Extractor {
    func extract(key: String, from fields: HTTPFields) -> String? {
        HTTPField.Name(key).flatMap { fields[$0] }
    }
}
