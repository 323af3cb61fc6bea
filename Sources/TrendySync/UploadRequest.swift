package import HTTPTypes
package import TrendyWire

/// A push that the system sends, possibly after this process has ended.
///
/// Its response is not read: the mutations stay in the queue, and the next push under the same keys
/// receives their outcome.
package struct UploadRequest: Sendable {
    /// The request, including the session's token.
    package var request: HTTPRequest
    /// Its body.
    package var body: [UInt8]
    /// Identifies the push; an unanswered push is prepared again under the same name.
    package var name: String

    /// Creates an upload request.
    package init(request: HTTPRequest, body: [UInt8], name: String) {
        self.request = request
        self.body = body
        self.name = name
    }
}

/// Prepares pushes for sending by the system; implemented by transports.
package protocol PushPreparing: Sendable {
    /// Returns a function that prepares a push; `nil` without a valid session.
    func preparer() async -> (@Sendable (PushRequest) -> UploadRequest)?
}
