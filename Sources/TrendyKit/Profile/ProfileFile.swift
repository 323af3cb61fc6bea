import Foundation
package import TrendyWire

/// The content of `profile.json`: the server and the signed-in account.
package struct ProfileFile: Codable, Sendable, Equatable {
    /// The server's address; `nil` before the first sign-in.
    package var server: String?
    /// The account that was signed in last; its data stays when the session ends.
    package var account: Session.User?
    /// The session; `nil` when signed out.
    package var session: Session?

    /// The id of the account that a sign-in is merging local data into; `nil` unless that sign-in
    /// is in progress or was interrupted.
    var adopting: String?

    /// Whether that sign-in moves the local database, because the account had none on this device.
    var isMoving: Bool?

    /// The version of the file's format; `nil` in files from before it was introduced.
    ///
    /// A format that older programs cannot read has a higher version.
    var format: Int? = ProfileFile.currentFormat

    static let currentFormat = 1

    /// Creates an empty profile.
    package init() {}

    /// The bytes of the file.
    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return Array(try encoder.encode(self))
    }
}
