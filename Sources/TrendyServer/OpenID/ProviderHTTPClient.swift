import AsyncHTTPClient
import Dispatch
import Foundation
import NIOCore
import NIOHTTP1
import TrendyModel

/// Requests to a provider, with a limit of the time and of the size of each answer.
///
/// It follows no redirects: the addresses are those of the provider's metadata.
final class ProviderHTTPClient: Sendable {
    /// The time of one request with its answer.
    static let deadline = Duration.seconds(10)
    /// The maximum size of an answer, in bytes.
    static let maximumBytes = 256 * 1024

    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]
    }

    private let client: HTTPClient
    private let clock: any Clock<Duration>
    private let deadline: Duration

    init(clock: any Clock<Duration>, deadline: Duration = ProviderHTTPClient.deadline) {
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
    func get(_ url: String, bearer: String? = nil) async throws(ProviderSignInError) -> Answer {
        var request = HTTPClientRequest(url: url)
        if let bearer { request.headers.add(name: "Authorization", value: "Bearer \(bearer)") }
        return try await send(request)
    }

    /// Sends a form.
    func post(
        _ url: String,
        form: [(String, String)],
        authorization: String?
    ) async throws(ProviderSignInError) -> Answer {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        if let authorization { request.headers.add(name: "Authorization", value: authorization) }
        request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        request.body = .bytes(ByteBuffer(string: FormEncoding.encode(form)))
        return try await send(request)
    }

    private func send(_ request: HTTPClientRequest) async throws(ProviderSignInError) -> Answer {
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
        } catch let error as ProviderSignInError {
            throw error
        } catch {
            throw ProviderSignInError(.unreachable, ErrorKind.text(of: error))
        }
        guard let result else { throw ProviderSignInError(.unreachable, "timeout") }
        return result
    }

    private func answer(to request: HTTPClientRequest) async throws -> Answer {
        let response = try await client.execute(request, timeout: .seconds(30))
        do {
            let body = try await response.body.collect(upTo: Self.maximumBytes)
            return Answer(status: Int(response.status.code), body: Array(buffer: body))
        } catch is NIOTooManyBytesError {
            throw ProviderSignInError.invalid("answer too long")
        }
    }
}

/// Encodes names and values as `application/x-www-form-urlencoded`.
///
/// It percent-encodes all but the unreserved characters of RFC 3986, section 2.3.
enum FormEncoding {
    private static let unreserved = CharacterSet(
        charactersIn: "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    )

    static func encode(_ fields: [(String, String)]) -> String {
        fields.map { "\(encode($0.0))=\(encode($0.1))" }.joined(separator: "&")
    }

    static func encode(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
