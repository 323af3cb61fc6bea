import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import Synchronization
import TrendyModel
import TrendySync
import TrendyWire

/// Sends requests and turns whatever goes wrong into a ``SyncFailure``.
final class HTTPRequester: Sendable {
    /// The longest wait for an answer to begin and, while it streams, for its next bytes.
    static let timeout = TimeAmount.seconds(60)
    /// The longest answer that is gathered in memory.
    static let maximumAnswerBytes = 64 * 1024 * 1024

    let address: ServerAddress
    private let client: HTTPClient
    private let wallClock: any WallClock
    private let offset = Mutex<Duration?>(nil)

    init(address: ServerAddress, wallClock: any WallClock) {
        self.address = address
        self.wallClock = wallClock
        var configuration = HTTPClient.Configuration()
        configuration.timeout = .init(connect: .seconds(10), read: Self.timeout)
        configuration.redirectConfiguration = .disallow
        // On this machine packing costs more than it saves.
        configuration.decompression =
            address.isLoopback ? .disabled : .enabled(limit: .ratio(200))
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    var serverOffset: Duration? { offset.withLock { $0 } }

    func shutdown() async throws {
        try await client.shutdown()
    }

    /// Sends a request; the answer's head has a status of success.
    func send(
        _ method: HTTPMethod,
        _ path: String,
        query: [(String, String)] = [],
        body: [UInt8]? = nil,
        token: String? = nil
    ) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: address.base + path + encoded(query))
        request.method = method
        request.headers.add(name: "accept", value: "application/json")
        if let token { request.headers.add(name: "authorization", value: "Bearer \(token)") }
        if let body {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        let sentAt = wallClock.now()
        let response: HTTPClientResponse
        do {
            response = try await client.execute(request, timeout: Self.timeout)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw unreachable(error)
        }
        measureOffset(response, sentAt: sentAt)
        guard (200..<300).contains(response.status.code) else { throw try await failure(response) }
        return response
    }

    /// Gathers an answer's body and reads it.
    func gather<Value>(
        _ response: HTTPClientResponse,
        read: (UnsafeRawBufferPointer) throws(JSONError) -> Value
    ) async throws -> Value {
        try checkIsJSON(response)
        let body = try await bytes(response)
        do throws(JSONError) {
            return try body.withUnsafeReadableBytes { buffer in
                Result { () throws(JSONError) in try read(buffer) }
            }.get()
        } catch {
            throw SyncFailure(error)
        }
    }

    /// Gathers an answer's body and decodes it.
    func decode<Value: Decodable>(
        _ type: Value.Type,
        from response: HTTPClientResponse
    ) async throws -> Value {
        try checkIsJSON(response)
        let body = try await bytes(response)
        do {
            return try JSONDecoder().decode(type, from: Data(body.readableBytesView))
        } catch {
            throw SyncFailure(JSONError(offset: 0, message: "Its fields are not as expected"))
        }
    }

    /// Hands an answer's body to `receive`, piece by piece.
    func stream(
        _ response: HTTPClientResponse,
        receive: (ByteBuffer) async throws -> Void
    ) async throws {
        var iterator = response.body.makeAsyncIterator()
        while true {
            let piece: ByteBuffer?
            do {
                piece = try await iterator.next()
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                throw unreachable(error)
            }
            guard let piece else { return }
            try await receive(piece)
        }
    }

    func checkIsJSON(_ response: HTTPClientResponse) throws {
        let type = response.headers.first(name: "content-type") ?? ""
        guard type.contains("json") else {
            throw SyncFailure(
                code: .malformedAnswer,
                message: "\(address) answered, but not as a Trendy server. Check the address, and "
                    + "whether a captive portal wants you to sign in to the network first."
            )
        }
    }

    private func bytes(_ response: HTTPClientResponse) async throws -> ByteBuffer {
        do {
            return try await response.body.collect(upTo: Self.maximumAnswerBytes)
        } catch is CancellationError {
            throw CancellationError()
        } catch is NIOTooManyBytesError {
            throw SyncFailure(JSONError(offset: Self.maximumAnswerBytes, message: "It is too long"))
        } catch {
            throw unreachable(error)
        }
    }

    private func failure(_ response: HTTPClientResponse) async throws -> SyncFailure {
        let body = try await response.body.collect(upTo: 1024 * 1024)
        let retryAfter = response.headers.first(name: "retry-after").flatMap { Int($0) }
        let status = Int(response.status.code)
        let data = Data(body.readableBytesView)
        // An answer that is no problem document comes from something in between.
        if var problem = try? JSONDecoder().decode(Problem.self, from: data) {
            problem.retryAfter = problem.retryAfter ?? retryAfter
            return SyncFailure(problem)
        }
        let isBusy = status == 429 || (502...504).contains(status)
        return SyncFailure(
            code: isBusy ? .busy : .malformedAnswer,
            message: "\(address) answered with HTTP status \(status)"
                + (isBusy
                    ? "; it will be tried again."
                    : ", but not as a Trendy server. Check the address."),
            retryAfter: retryAfter.map { .seconds($0) }
        )
    }

    private func unreachable(_ error: any Error) -> SyncFailure {
        SyncFailure(
            code: .offline,
            message: "The server at \(address) cannot be reached (\(reason(error))). "
                + "Everything is saved on this device. Check that the server runs "
                + "(`trendy serve`) and that the address is right."
        )
    }

    private func reason(_ error: any Error) -> String {
        if let error = error as? HTTPClientError { return error.shortDescription }
        return String(describing: error)
    }

    private func measureOffset(_ response: HTTPClientResponse, sentAt: Instant) {
        guard let text = response.headers.first(name: "date"),
            let date = HTTPDate.parse(text)
        else { return }
        // The header has whole seconds: its middle is half a second later.
        let middle = Instant(
            milliseconds: (sentAt.milliseconds + wallClock.now().milliseconds) / 2
        )
        let measured = date + .milliseconds(500) - middle
        offset.withLock { $0 = measured }
    }

    private func encoded(_ query: [(String, String)]) -> String {
        guard !query.isEmpty else { return "" }
        let allowed = CharacterSet(charactersIn: "-._~").union(.alphanumerics)
        return "?"
            + query.map { name, value in
                let encoded = value.addingPercentEncoding(withAllowedCharacters: allowed)
                return "\(name)=\(encoded ?? "")"
            }.joined(separator: "&")
    }
}
