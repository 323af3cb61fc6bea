public import HTTPTypes

/// Carries a request to a server and its answer back: the part of HTTP that differs between
/// platforms, and that a simulator takes the place of.
public protocol HTTPExchange: Sendable {
    /// Sends a request and returns when the head of its answer is there.
    ///
    /// Throws ``ServerUnreachable`` when no answer came, or `CancellationError`.
    func send(_ request: HTTPRequest, body: [UInt8]?) async throws -> HTTPAnswer

    /// Closes the connections.
    func shutdown() async throws
}

/// An answer whose body is still arriving.
public struct HTTPAnswer: Sendable {
    /// The status and the header fields.
    public var head: HTTPResponse
    /// The body, unpacked, piece by piece; it throws ``ServerUnreachable`` when it breaks off.
    public var body: any AsyncSequence<[UInt8], any Error> & Sendable

    /// Bundles the parts.
    public init(
        head: HTTPResponse,
        body: any AsyncSequence<[UInt8], any Error> & Sendable
    ) {
        self.head = head
        self.body = body
    }
}

/// No answer, or not the whole of it, came from the server.
public struct ServerUnreachable: Error, Sendable {
    /// Why, in a few words for people: of ``TrendyLocalization``, or the system's own.
    public var reason: String

    /// Makes an error.
    public init(reason: String) {
        self.reason = reason
    }
}
