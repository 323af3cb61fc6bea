// TrendyHTTP: HTTP requests over async-http-client, for devices on Linux and macOS.

import AsyncHTTPClient
import Dispatch
package import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
package import TrendyModel
package import TrendySync

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An ``HTTPExchange`` over async-http-client.
package final class AsyncHTTPExchange: HTTPExchange {
    /// The timeout for the response head and, while the body streams, for each further part.
    static let timeout = TimeAmount.seconds(60)

    private let client: HTTPClient

    /// Creates an exchange with its own connections to one server.
    package init(address: ServerAddress) {
        var configuration = HTTPClient.Configuration()
        configuration.timeout = .init(connect: .seconds(10), read: Self.timeout)
        configuration.redirectConfiguration = .disallow
        // For a server on this machine, compression costs more than it saves.
        configuration.decompression =
            address.isLoopback ? .disabled : .enabled(limit: .ratio(200))
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit {
        // After an error the caller may not have closed the client, and a debug build traps when an
        // open client is deallocated. The callback's error only says that it was closed already.
        client.shutdown(queue: .global()) { _ in }
    }

    /// Closes the connections.
    package func shutdown() async throws {
        try await client.shutdown()
    }

    /// Sends a request and returns when the response head has arrived.
    package func send(_ request: HTTPRequest, body: [UInt8]?) async throws -> HTTPAnswer {
        let url = "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"
        var message = HTTPClientRequest(url: url)
        message.method = HTTPMethod(rawValue: request.method.rawValue)
        for field in request.headerFields {
            message.headers.add(name: field.name.rawName, value: field.value)
        }
        if let body { message.body = .bytes(ByteBuffer(bytes: body)) }
        let response = try await Self.convertingErrors {
            try await client.execute(message, timeout: Self.timeout)
        }
        var head = HTTPResponse(status: .init(code: Int(response.status.code)))
        for (name, value) in response.headers {
            guard let name = HTTPField.Name(name) else { continue }
            head.headerFields.append(HTTPField(name: name, value: value))
        }
        return HTTPAnswer(head: head, body: BodySequence(body: response.body))
    }

    /// Converts connection errors to ``ServerUnreachable``.
    fileprivate static func convertingErrors<Value>(
        _ work: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await work()
        } catch let error as CancellationError {
            throw error
        } catch let error as HTTPClientError {
            throw ServerUnreachable(reason: reason(for: error))
        } catch {
            throw ServerUnreachable(reason: reason(for: error))
        }
    }

    private static func reason(for error: any Error) -> FailureReason.ConnectionFailure {
        switch error {
        case is NIOConnectionError: .noServer
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: .notSecure
        case is HTTPParserError: .notHTTP
        case ChannelError.connectTimeout: .timedOut
        case is ChannelError: .closed
        case let error as IOError: reason(forSystemError: error)
        default: .other(String(describing: error))
        }
    }

    private static func reason(
        for error: HTTPClientError
    ) -> FailureReason.ConnectionFailure {
        switch error {
        case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout, .readTimeout,
            .writeTimeout, .deadlineExceeded:
            .timedOut
        case .remoteConnectionClosed, .alreadyShutdown: .closed
        case .invalidURL, .emptyHost, .emptyScheme: .invalidAddress
        default: .other(error.shortDescription)
        }
    }

    private static func reason(
        forSystemError error: IOError
    ) -> FailureReason.ConnectionFailure {
        switch error.errnoCode {
        case ECONNREFUSED, EHOSTUNREACH: .noServer
        case ENETUNREACH, ENETDOWN: .noNetwork
        case ECONNRESET, EPIPE: .closed
        case ETIMEDOUT: .timedOut
        default: .other(String(describing: error))
        }
    }

    /// A response body as a sequence of byte arrays.
    private struct BodySequence: AsyncSequence, Sendable {
        let body: HTTPClientResponse.Body

        func makeAsyncIterator() -> Iterator { Iterator(base: body.makeAsyncIterator()) }

        struct Iterator: AsyncIteratorProtocol {
            var base: HTTPClientResponse.Body.AsyncIterator

            mutating func next() async throws -> [UInt8]? {
                var iterator = base
                defer { base = iterator }
                let buffer = try await convertingErrors { try await iterator.next() }
                return buffer.map { Array(buffer: $0) }
            }
        }
    }
}

extension AccountClient {
    /// Creates a client with its own connections.
    ///
    /// Call ``shutdown()`` after use.
    package init(address: ServerAddress, wallClock: any WallClock) {
        self.init(
            address: address,
            exchange: AsyncHTTPExchange(address: address),
            wallClock: wallClock
        )
    }
}
