public import HTTPTypes
public import TrendyWire

/// A push that somebody else sends, perhaps when this process is gone.
///
/// Its answer is not waited for: what it carries stays in the queue, and the next push, under the
/// same keys, learns what became of it.
public struct UploadRequest: Sendable {
    /// The request, with the session's token.
    public var request: HTTPRequest
    /// Its body.
    public var body: [UInt8]
    /// Tells pushes apart: the same one is prepared again as long as it was not answered.
    public var name: String

    /// Bundles the parts.
    public init(request: HTTPRequest, body: [UInt8], name: String) {
        self.request = request
        self.body = body
        self.name = name
    }
}

/// Prepares pushes: a part of what a transport can do.
public protocol PushPreparing: Sendable {
    /// Says what a push sends; `nil` when there is no session that is good still.
    func preparer() async -> (@Sendable (PushRequest) -> UploadRequest)?
}
