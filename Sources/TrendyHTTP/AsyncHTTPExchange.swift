// TrendyHTTP: requests over async-http-client, for devices on Linux and macOS.

import AsyncHTTPClient
import Dispatch
public import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import TrendyLocalization
public import TrendyModel
public import TrendySync

/// An ``HTTPExchange`` over async-http-client.
public final class AsyncHTTPExchange: HTTPExchange {
    /// The longest wait for an answer to begin and, while it streams, for its next bytes.
    static let timeout = TimeAmount.seconds(60)

    private let client: HTTPClient

    /// An exchange with connections of its own to one server.
    public init(address: ServerAddress) {
        var configuration = HTTPClient.Configuration()
        configuration.timeout = .init(connect: .seconds(10), read: Self.timeout)
        configuration.redirectConfiguration = .disallow
        // On this machine packing costs more than it saves.
        configuration.decompression =
            address.isLoopback ? .disabled : .enabled(limit: .ratio(200))
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit {
        // Whoever gave up on an error has not closed it, and a client that is let go of open ends a
        // debug build. Closed already, it says so, and nobody listens.
        client.shutdown(queue: .global()) { _ in }
    }

    /// Closes the connections.
    public func shutdown() async throws {
        try await client.shutdown()
    }

    /// Sends a request and returns when the head of its answer is there.
    public func send(_ request: HTTPRequest, body: [UInt8]?) async throws -> HTTPAnswer {
        let url = "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"
        var message = HTTPClientRequest(url: url)
        message.method = HTTPMethod(rawValue: request.method.rawValue)
        for field in request.headerFields {
            message.headers.add(name: field.name.rawName, value: field.value)
        }
        if let body { message.body = .bytes(ByteBuffer(bytes: body)) }
        let response = try await Self.reaching {
            try await client.execute(message, timeout: Self.timeout)
        }
        var head = HTTPResponse(status: .init(code: Int(response.status.code)))
        for (name, value) in response.headers {
            guard let name = HTTPField.Name(name) else { continue }
            head.headerFields.append(HTTPField(name: name, value: value))
        }
        return HTTPAnswer(head: head, body: Pieces(body: response.body))
    }

    /// Tells what the client cannot reach in the terms of an exchange.
    fileprivate static func reaching<Value>(_ work: () async throws -> Value) async throws -> Value
    {
        do {
            return try await work()
        } catch let error as CancellationError {
            throw error
        } catch let error as HTTPClientError {
            throw ServerUnreachable(reason: words(for: error))
        } catch is NIOConnectionError {
            throw ServerUnreachable(reason: Strings.Server.notAtPlace())
        } catch {
            throw ServerUnreachable(reason: String(describing: error))
        }
    }

    private static func words(for error: HTTPClientError) -> String {
        switch error {
        case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout, .readTimeout,
            .writeTimeout, .deadlineExceeded:
            Strings.Server.timedOut()
        case .remoteConnectionClosed, .alreadyShutdown: Strings.Server.connectionClosed()
        case .invalidURL, .emptyHost, .emptyScheme: Strings.Server.badAddress()
        default: error.shortDescription
        }
    }

    /// A body as it arrives.
    private struct Pieces: AsyncSequence, Sendable {
        let body: HTTPClientResponse.Body

        func makeAsyncIterator() -> Iterator { Iterator(base: body.makeAsyncIterator()) }

        struct Iterator: AsyncIteratorProtocol {
            var base: HTTPClientResponse.Body.AsyncIterator

            mutating func next() async throws -> [UInt8]? {
                var iterator = base
                defer { base = iterator }
                return try await reaching { try await iterator.next() }.map { Array(buffer: $0) }
            }
        }
    }
}

extension AccountClient {
    /// A client with its own connections; call ``shutdown()`` when it is not needed any more.
    public init(address: ServerAddress, wallClock: any WallClock) {
        self.init(
            address: address,
            exchange: AsyncHTTPExchange(address: address),
            wallClock: wallClock
        )
    }
}
