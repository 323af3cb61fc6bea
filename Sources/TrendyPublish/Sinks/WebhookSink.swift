import Crypto
import HTTPTypes
package import TrendyModel
package import TrendySync

/// Posts each message as JSON to a URL.
///
/// The body is an object with `id`, `kind`, `created_at`, `device` and `data`. A repeated attempt
/// has the same body and `Idempotency-Key`.
package final class WebhookSink: PublishSink {
    /// The maximum number of pieces of a response body that are read, to keep the connection.
    private static let maximumPieces = 8

    /// The name in the queue.
    package let name = "webhook"
    /// One message a request.
    package let batchLimit = 1
    /// Nothing happens between the requests.
    package let events: AsyncStream<SinkEvent>

    private let address: WebhookAddress
    private let exchange: any HTTPExchange
    private let device: EntityID
    private let secret: SymmetricKey?
    private let userAgent: String
    private let wallClock: any WallClock
    private let announce: AsyncStream<SinkEvent>.Continuation

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - address: the URL.
    ///   - exchange: sends the requests; the sink closes it.
    ///   - device: the device's id, part of each body.
    ///   - secret: the key of the signature; `nil` for requests without one.
    ///   - userAgent: the name and version of the program.
    ///   - wallClock: the time of the signature.
    package init(
        address: WebhookAddress,
        exchange: any HTTPExchange,
        device: EntityID,
        secret: [UInt8]?,
        userAgent: String,
        wallClock: any WallClock
    ) {
        self.address = address
        self.exchange = exchange
        self.device = device
        self.secret = secret.map { SymmetricKey(data: $0) }
        self.userAgent = userAgent
        self.wallClock = wallClock
        (events, announce) = AsyncStream.makeStream(of: SinkEvent.self)
    }

    /// Returns at once: each request opens a connection of its own.
    package func connect() async -> SinkConnection { .ready(isNew: false) }

    /// Posts the messages one after the other.
    package func deliver(_ messages: [PublishMessage]) async -> DeliveryResult {
        for (index, message) in messages.enumerated() {
            let end = await post(message)
            guard end == .complete else { return DeliveryResult(delivered: index, end: end) }
        }
        return DeliveryResult(delivered: messages.count, end: .complete)
    }

    /// Closes the connections.
    package func close() async {
        announce.finish()
        // Nothing is left to do with connections that cannot be closed.
        try? await exchange.shutdown()
    }

    private func post(_ message: PublishMessage) async -> DeliveryResult.End {
        let body = body(of: message)
        do {
            let answer = try await exchange.send(request(for: message, body: body), body: body)
            var pieces = answer.body.makeAsyncIterator()
            // The status decides; a body that breaks off changes nothing.
            for _ in 0..<Self.maximumPieces { if (try? await pieces.next()) == nil { break } }
            return end(for: answer.head)
        } catch let error as ServerUnreachable {
            return .failed(Self.text(for: error.reason), retryAfter: nil)
        } catch is CancellationError {
            return .stopped
        } catch {
            return Task.isCancelled
                ? .stopped : .failed("The request could not be sent.", retryAfter: nil)
        }
    }

    private func body(of message: PublishMessage) -> [UInt8] {
        Document([
            .init(name: "id", value: RawJSON(message.id)),
            .init(name: "kind", value: RawJSON(message.kind.rawValue)),
            .init(name: "created_at", value: RawJSON(message.createdAt)),
            .init(name: "device", value: RawJSON(device)),
            .init(name: "data", value: RawJSON(unchecked: message.payload)),
        ]).json.utf8
    }

    private func request(for message: PublishMessage, body: [UInt8]) -> HTTPRequest {
        var request = HTTPRequest(
            method: .post,
            scheme: address.server.scheme,
            authority: address.server.authority,
            path: address.path
        )
        request.headerFields[.contentType] = "application/json"
        request.headerFields[.userAgent] = userAgent
        if let name = HTTPField.Name("Idempotency-Key") {
            request.headerFields[name] = message.id.description
        }
        if let secret, let name = HTTPField.Name("Trendy-Signature") {
            request.headerFields[name] = Self.signature(
                of: body,
                at: wallClock.now().seconds,
                secret: secret
            )
        }
        return request
    }

    /// The value of `Trendy-Signature`: `t=SECONDS,v1=HEX`, the HMAC-SHA256 (RFC 2104) of the
    /// seconds since 1970, a full stop and the body.
    static func signature(of body: [UInt8], at seconds: Int64, secret: SymmetricKey) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Array("\(seconds).".utf8) + body,
            using: secret
        )
        let digits = code.map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }
        return "t=\(seconds),v1=\(digits.joined())"
    }

    private func end(for head: HTTPResponse) -> DeliveryResult.End {
        let code = head.status.code
        switch code {
        case 200..<300: return .complete
        case 408, 425, 429: break
        case 400..<500:
            return .refused("The webhook answered with status \(code). Check its URL and log.")
        default: break
        }
        let retryAfter = HTTPField.Name("Retry-After").flatMap { head.headerFields[$0] }
            .flatMap { RetryAfter.parse($0, now: wallClock.now()) }
        let reason =
            (300..<400).contains(code)
            ? "The webhook redirects to another URL. Give that URL instead."
            : "The webhook answered with status \(code). It is tried again."
        return .failed(reason, retryAfter: retryAfter)
    }

    private static func text(for reason: FailureReason.ConnectionFailure) -> String {
        switch reason {
        case .timedOut: "The webhook did not answer in time."
        case .notSecure: "The secure connection to the webhook failed. Check its certificate."
        case .notHTTP: "The webhook's address does not answer with HTTP. Check the port."
        case .closed: "The webhook closed the connection."
        default: "The webhook cannot be reached. Check its URL, and that it runs."
        }
    }
}
