package import HTTPTypes
package import TrendyModel

/// Sends an HTTP request and returns the response: the part of HTTP that differs between platforms
/// and that a simulator replaces.
package protocol HTTPExchange: Sendable {
    /// Sends a request and returns when the response head has arrived.
    ///
    /// Throws ``ServerUnreachable`` when there is no response, or `CancellationError`.
    func send(_ request: HTTPRequest, body: [UInt8]?) async throws -> HTTPAnswer

    /// Closes the connections.
    func shutdown() async throws
}

/// A response whose body is still streaming.
package struct HTTPAnswer: Sendable {
    /// The status and header fields.
    package var head: HTTPResponse
    /// The decompressed body, piece by piece; throws ``ServerUnreachable`` when the connection
    /// breaks.
    package var body: any AsyncSequence<[UInt8], any Error> & Sendable

    /// Creates a response.
    package init(
        head: HTTPResponse,
        body: any AsyncSequence<[UInt8], any Error> & Sendable
    ) {
        self.head = head
        self.body = body
    }
}

/// The server sent no response, or an incomplete one.
package struct ServerUnreachable: Error, Sendable, Equatable {
    /// Why the server cannot be reached.
    package var reason: FailureReason.ConnectionFailure

    /// Creates an error.
    package init(reason: FailureReason.ConnectionFailure) {
        self.reason = reason
    }
}
