public import HTTPTypes
public import TrendyWire

/// A push that the system sends, possibly after this process has ended.
///
/// Its response is not read: the mutations stay in the queue, and the next push under the same keys
/// receives their outcome.
public struct UploadRequest: Sendable {
    /// The request, including the session's token.
    public var request: HTTPRequest
    /// Its body.
    public var body: [UInt8]
    /// Identifies the push; an unanswered push is prepared again under the same name.
    public var name: String

    /// Creates an upload request.
    public init(request: HTTPRequest, body: [UInt8], name: String) {
        self.request = request
        self.body = body
        self.name = name
    }
}

/// Prepares pushes for sending by the system; implemented by transports.
public protocol PushPreparing: Sendable {
    /// Returns a function that prepares a push; `nil` without a valid session.
    func preparer() async -> (@Sendable (PushRequest) -> UploadRequest)?
}
