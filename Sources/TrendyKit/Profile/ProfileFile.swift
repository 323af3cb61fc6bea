public import TrendyWire

/// What a headless device keeps beside its databases: the server, and who is signed in.
public struct ProfileFile: Codable, Sendable, Equatable {
    /// The server's address; `nil` before the first sign-in.
    public var server: String?
    /// The account that was signed in last; its data stays when the session ends.
    public var account: Session.User?
    /// The session; `nil` when nobody is signed in.
    public var session: Session?

    /// A profile of nobody.
    public init() {}
}
