import AsyncHTTPClient
import Dispatch
import NIOCore
import NIOHTTP1
import TrendyModel

/// Requests to other services, with a limit of the time and of the size of each answer.
///
/// It follows no redirects.
final class OutboundHTTPClient: Sendable {
    /// The time of one request with its answer.
    static let deadline = Duration.seconds(10)
    /// The maximum size of an answer, in bytes.
    static let maximumBytes = 256 * 1024

    /// An answer.
    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]
    }

    /// Why there is no answer.
    enum Failure: Error, Equatable {
        /// The service cannot be reached, with the kind of the error.
        case unreachable(String)
        /// The answer did not come in time.
        case timeout
        /// The answer is longer than ``maximumBytes``.
        case tooLong

        /// The failure in a log, without personal data.
        var cause: String {
            switch self {
            case .unreachable(let kind): "unreachable (\(kind))"
            case .timeout: "timeout"
            case .tooLong: "answer too long"
            }
        }
    }

    private let client: HTTPClient
    private let clock: any Clock<Duration>
    private let deadline: Duration

    init(clock: any Clock<Duration>, deadline: Duration = OutboundHTTPClient.deadline) {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.timeout = .init(connect: .seconds(5), read: .seconds(10))
        configuration.decompression = .disabled
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        self.clock = clock
        self.deadline = deadline
    }

    deinit {
        // A debug build traps when an open client is deallocated. The callback's error only says
        // that it was closed already.
        client.shutdown(queue: .global()) { _ in }
    }

    /// Reads a document.
    func get(_ url: String, bearer: String? = nil) async throws(Failure) -> Answer {
        var request = HTTPClientRequest(url: url)
        if let bearer { request.headers.add(name: "Authorization", value: "Bearer \(bearer)") }
        return try await send(request)
    }

    /// Sends a document.
    func post(
        _ url: String,
        _ body: [UInt8],
        contentType: String,
        authorization: String? = nil
    ) async throws(Failure) -> Answer {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        if let authorization { request.headers.add(name: "Authorization", value: authorization) }
        request.headers.add(name: "Content-Type", value: contentType)
        request.body = .bytes(ByteBuffer(bytes: body))
        return try await send(request)
    }

    private func send(_ request: HTTPClientRequest) async throws(Failure) -> Answer {
        var request = request
        request.headers.add(name: "Accept", value: "application/json")
        request.headers.add(name: "User-Agent", value: "trendy")
        let message = request
        let result: Answer?
        do {
            result = try await withThrowingTaskGroup(of: Answer?.self) { group in
                group.addTask { try await self.answer(to: message) }
                group.addTask { [clock, deadline] in
                    try await clock.sleep(for: deadline)
                    return nil
                }
                defer { group.cancelAll() }
                return try await group.next() ?? nil
            }
        } catch let error as Failure {
            throw error
        } catch {
            throw .unreachable(ErrorKind.text(of: error))
        }
        guard let result else { throw .timeout }
        return result
    }

    private func answer(to request: HTTPClientRequest) async throws -> Answer {
        let response = try await client.execute(request, timeout: .seconds(30))
        do {
            let body = try await response.body.collect(upTo: Self.maximumBytes)
            return Answer(status: Int(response.status.code), body: Array(buffer: body))
        } catch is NIOTooManyBytesError {
            throw Failure.tooLong
        }
    }
}
