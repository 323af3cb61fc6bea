import Foundation
import HTTPTypes
import Synchronization
import TrendyModel
import TrendyWire

/// Sends requests and converts all errors to ``SyncFailure``.
final class HTTPRequester: Sendable {
    /// The maximum size of a response that is collected in memory.
    static let maximumAnswerBytes = 64 * 1024 * 1024
    /// The maximum age of a `Date` header.
    static let dateLag = Duration.seconds(2)
    /// The maximum size of a problem document.
    static let maximumProblemBytes = 1024 * 1024

    let address: ServerAddress
    private let exchange: any HTTPExchange
    private let wallClock: any WallClock
    private let offset = Mutex<Duration?>(nil)
    private let contractVersion: Int

    init(
        address: ServerAddress,
        exchange: any HTTPExchange,
        wallClock: any WallClock,
        contractVersion: Int = WireVersion.current
    ) {
        self.contractVersion = contractVersion
        self.address = address
        self.exchange = exchange
        self.wallClock = wallClock
    }

    var serverOffset: Duration? { offset.withLock { $0 } }

    func shutdown() async throws {
        try await exchange.shutdown()
    }

    /// Sends a request; the response head has a success status.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        query: [(String, String)] = [],
        body: [UInt8]? = nil,
        token: String? = nil
    ) async throws -> HTTPAnswer {
        let request = request(method, path, query: query, hasBody: body != nil, token: token)
        let sentAt = wallClock.now()
        let answer: HTTPAnswer
        do {
            answer = try await exchange.send(request, body: body)
        } catch let error as ServerUnreachable {
            throw unreachable(error)
        }
        measureOffset(answer, sentAt: sentAt)
        guard answer.head.status.kind == .successful else { throw try await failure(answer) }
        return answer
    }

    /// The request that ``send(_:_:query:body:token:)`` sends, without its body.
    func request(
        _ method: HTTPRequest.Method,
        _ path: String,
        query: [(String, String)] = [],
        hasBody: Bool,
        token: String?
    ) -> HTTPRequest {
        var request = HTTPRequest(
            method: method,
            scheme: address.scheme,
            authority: address.authority,
            path: path + encoded(query)
        )
        request.headerFields[.accept] = "application/json"
        if let name = Self.contractField {
            request.headerFields[name] = String(contractVersion)
        }
        if let token { request.headerFields[.authorization] = "Bearer \(token)" }
        if hasBody { request.headerFields[.contentType] = "application/json" }
        return request
    }

    /// Collects a response body and parses it.
    func gather<Value>(
        _ answer: HTTPAnswer,
        read: (UnsafeRawBufferPointer) throws(JSONError) -> Value
    ) async throws -> Value {
        try checkIsJSON(answer)
        let body = try await bytes(answer, limit: Self.maximumAnswerBytes)
        do throws(JSONError) {
            return try body.withUnsafeBytes { buffer in
                Result { () throws(JSONError) in try read(buffer) }
            }.get()
        } catch {
            throw SyncFailure(error)
        }
    }

    /// Collects a response body and decodes it.
    func decode<Value: Decodable>(
        _ type: Value.Type,
        from answer: HTTPAnswer
    ) async throws -> Value {
        try checkIsJSON(answer)
        let body = try await bytes(answer, limit: Self.maximumAnswerBytes)
        do throws(JSONError) {
            return try UntrustedJSON.decode(
                type,
                from: body,
                maximumBytes: Self.maximumAnswerBytes
            )
        } catch {
            throw SyncFailure(error)
        }
    }

    /// Passes a response body to `receive`, piece by piece.
    func stream(
        _ answer: HTTPAnswer,
        receive: ([UInt8]) async throws -> Void
    ) async throws {
        do {
            for try await piece in answer.body { try await receive(piece) }
        } catch let error as ServerUnreachable {
            throw unreachable(error)
        }
    }

    func checkIsJSON(_ answer: HTTPAnswer) throws {
        let type = answer.head.headerFields[.contentType] ?? ""
        guard type.contains("json") else { throw notTrendy() }
    }

    /// The error when an intermediary answers instead of the server.
    func notTrendy() -> SyncFailure {
        SyncFailure(code: .notTrendy, reason: .notTrendy(address: "\(address)"))
    }

    private func bytes(_ answer: HTTPAnswer, limit: Int) async throws -> [UInt8] {
        var all: [UInt8] = []
        try await stream(answer) { piece in
            guard all.count + piece.count <= limit else {
                throw SyncFailure(JSONError(offset: limit, message: "It is too long"))
            }
            if all.isEmpty { all = piece } else { all += piece }
        }
        return all
    }

    private func failure(_ answer: HTTPAnswer) async throws -> SyncFailure {
        let body = try await bytes(answer, limit: Self.maximumProblemBytes)
        let retryAfter = answer.head.headerFields[.retryAfter].flatMap {
            // A date is one of the server's clock.
            RetryAfter.parse($0, now: wallClock.now() + (serverOffset ?? .zero))
        }
        let status = answer.head.status.code
        // A response without a problem document comes from an intermediary.
        if var problem = try? UntrustedJSON.decode(Problem.self, from: body) {
            problem.retryAfter = problem.retryAfter ?? retryAfter.map { Int($0.components.seconds) }
            return SyncFailure(problem)
        }
        // For example a proxy with a body limit, which may accept fewer changes at once.
        if status == 413 {
            return SyncFailure(
                code: .refused,
                reason: .bodyLimit(address: "\(address)"),
                problem: Problem(.payloadTooLarge, detail: ProblemCode.payloadTooLarge.title)
            )
        }
        guard status == 429 || (502...504).contains(status) else { return notTrendy() }
        return notReady(retryAfter: retryAfter)
    }

    /// The error of a server or intermediary that may succeed later.
    func notReady(retryAfter: Duration? = nil) -> SyncFailure {
        SyncFailure(
            code: .busy,
            reason: .notReady(address: "\(address)"),
            retryAfter: retryAfter
        )
    }

    private func unreachable(_ error: ServerUnreachable) -> SyncFailure {
        SyncFailure(
            code: .offline,
            reason: .unreachable(address: "\(address)", error.reason)
        )
    }

    /// Measures the offset of the server's clock.
    ///
    /// The server's time is somewhere between request and response, so a measurement is an
    /// interval. An offset inside the interval is kept, initially zero: noise must not decide which
    /// of two edits is later.
    private func measureOffset(_ answer: HTTPAnswer, sentAt: Instant) {
        guard let (time, width) = serverTime(answer.head) else { return }
        let least = time - wallClock.now()
        let most = time + width - sentAt
        offset.withLock { offset in
            let known = offset ?? .zero
            offset = known >= least && known <= most ? known : (least + most) / 2
        }
    }

    /// The server's time and its uncertainty: a `Date` header has whole seconds and may be old.
    private func serverTime(_ head: HTTPResponse) -> (Instant, width: Duration)? {
        if let name = Self.timeField, let text = head.headerFields[name],
            let time = Instant(rfc3339: text)
        {
            return (time, .milliseconds(1))
        }
        guard let date = head.headerFields[.date].flatMap({ HTTPDate.parse($0) }) else {
            return nil
        }
        return (date, .seconds(1) + Self.dateLag)
    }

    private static let contractField = HTTPField.Name(WireField.contract)
    private static let timeField = HTTPField.Name(WireField.time)

    /// The unreserved characters of RFC 3986, section 2.3.
    private static let unreserved = CharacterSet(charactersIn: "-._~").union(.alphanumerics)

    private func encoded(_ query: [(String, String)]) -> String {
        guard !query.isEmpty else { return "" }
        return "?"
            + query.map { name, value in
                let encoded = value.addingPercentEncoding(withAllowedCharacters: Self.unreserved)
                return "\(name)=\(encoded ?? "")"
            }.joined(separator: "&")
    }
}
