public import TrendyWire

/// What a headless device keeps beside its databases: the server, and who is signed in.
public struct ProfileFile: Codable, Sendable, Equatable {
    /// The server's address; `nil` before the first sign-in.
    public var server: String?
    /// The account that was signed in last; its data stays when the session ends.
    public var account: Session.User?
    /// The session; `nil` when nobody is signed in.
    public var session: Session?

    /// The account, by its id, that what was recorded before the first sign-in is on its way to;
    /// `nil` unless that sign-in is under way, or was cut off.
    var adopting: String?

    /// Whether the database itself is moved there, for the account had none here.
    var isMoving: Bool?

    /// The form of the file; `nil` in those of before it had a number.
    ///
    /// A form that an older program cannot read has a higher one.
    var format: Int? = ProfileFile.currentFormat

    static let currentFormat = 1

    /// A profile of nobody.
    public init() {}
}
