public import HTTPTypes
public import TrendyModel

/// Sends an HTTP request and returns the response: the part of HTTP that differs between platforms
/// and that a simulator replaces.
public protocol HTTPExchange: Sendable {
    /// Sends a request and returns when the response head has arrived.
    ///
    /// Throws ``ServerUnreachable`` when there is no response, or `CancellationError`.
    func send(_ request: HTTPRequest, body: [UInt8]?) async throws -> HTTPAnswer

    /// Closes the connections.
    func shutdown() async throws
}

/// A response whose body is still streaming.
public struct HTTPAnswer: Sendable {
    /// The status and header fields.
    public var head: HTTPResponse
    /// The decompressed body, piece by piece; throws ``ServerUnreachable`` when the connection
    /// breaks.
    public var body: any AsyncSequence<[UInt8], any Error> & Sendable

    /// Creates a response.
    public init(
        head: HTTPResponse,
        body: any AsyncSequence<[UInt8], any Error> & Sendable
    ) {
        self.head = head
        self.body = body
    }
}

/// The server sent no response, or an incomplete one.
public struct ServerUnreachable: Error, Sendable, Equatable {
    /// Why the server cannot be reached.
    public var reason: FailureReason.ConnectionFailure

    /// Creates an error.
    public init(reason: FailureReason.ConnectionFailure) {
        self.reason = reason
    }
}
