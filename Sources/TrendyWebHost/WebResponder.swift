// TrendyWebHost: serves the web pages over HTTP, for a device's own profile and for a server's
// accounts.

package import Hummingbird
import NIOCore
import ServiceLifecycle
package import TrendyServer
package import TrendyWeb

/// Passes HTTP requests to the web pages.
package struct WebResponder: HTTPResponder {
    private let application: WebApplication

    /// Creates a responder.
    package init(_ application: WebApplication) {
        self.application = application
    }

    /// Answers a request.
    package func respond(
        to request: Request,
        context: TrendyRequestContext
    ) async throws -> Response {
        guard
            let web = WebRequest(
                head: request.head,
                body: ByteChunks(request.body),
                address: context.clientAddress.key
            )
        else { return Response(status: .badRequest) }
        let answer = await application.respond(to: web)
        var headers = answer.headers
        let body: ResponseBody
        switch answer.body {
        case .bytes(let bytes):
            body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
            headers[.contentLength] = String(bytes.count)
        case .stream(let stream):
            // An endless stream must not delay the end of the server.
            let isEndless = headers[.contentType]?.hasPrefix("text/event-stream") == true
            let buffers = ByteBuffers(stream)
            body =
                isEndless
                ? ResponseBody(asyncSequence: buffers.cancelOnGracefulShutdown())
                : ResponseBody(asyncSequence: buffers)
        }
        let isHead = request.method == .head
        return Response(
            status: answer.status,
            headers: headers,
            body: isHead ? ResponseBody() : body
        )
    }
}

/// The pieces of a request's body as bytes.
struct ByteChunks: AsyncSequence, Sendable {
    private let body: RequestBody

    init(_ body: RequestBody) {
        self.body = body
    }

    struct Iterator: AsyncIteratorProtocol {
        var base: RequestBody.AsyncIterator

        mutating func next() async throws -> [UInt8]? {
            try await base.next().map { Array($0.readableBytesView) }
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(base: body.makeAsyncIterator()) }
}

/// The pieces of a response's body as buffers.
struct ByteBuffers: AsyncSequence, Sendable {
    private let body: any AsyncSequence<[UInt8], any Error> & Sendable

    init(_ body: any AsyncSequence<[UInt8], any Error> & Sendable) {
        self.body = body
    }

    struct Iterator: AsyncIteratorProtocol {
        var base: any AsyncIteratorProtocol<[UInt8], any Error>

        mutating func next() async throws -> ByteBuffer? {
            try await base.next(isolation: #isolation).map { ByteBuffer(bytes: $0) }
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(base: body.makeAsyncIterator()) }
}
