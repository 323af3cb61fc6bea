/// An error that prevents the server from starting or continuing.
package struct ServerError: Error, Sendable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: Sendable, Hashable {
        /// The database's directory does not exist or is not writable.
        case cannotOpenDatabase
        /// Another server uses this database.
        case databaseInUse
        /// A newer program wrote the database.
        case newerDatabase
        /// The database is damaged, or the file is not a database.
        case damagedDatabase
        /// The disk is full, or does not guarantee durability.
        case unsuitableDisk
        /// Another program listens on the address.
        case addressInUse
        /// The server cannot listen on the address.
        case cannotListen
        /// The path has no database.
        case missingDatabase
        /// The file is a database of another program or of a device.
        case foreignDatabase
        /// A file exists at the path of a file to create.
        case fileExists
        /// The TLS certificate or key is unreadable, or they do not belong together.
        case unusableCertificate
        /// The account of a session does not exist any more.
        case unknownAccount
        /// The registration at a provider for sign-in cannot be used.
        case invalidProvider
        /// An account cannot be moved to a cluster.
        case cannotMoveAccount
        /// An administrator named an unknown account, or an invalid password or address.
        case invalidUser
    }

    /// The kind of error.
    package let code: Code
    /// The cause and the remedy.
    package let message: String

    /// Creates an error.
    package init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// The cause and the remedy.
    package var description: String { message }

    /// The error of a call for an account that does not exist or is in deletion.
    package static let unknownAccount = ServerError(
        code: .unknownAccount,
        message: "The account does not exist. Sign in again."
    )
    /// The error of a row that cannot be decoded.
    package static let damagedEntity = ServerError(
        code: .damagedDatabase,
        message: "The database contains an entity that cannot be read. Restore a backup."
    )
}
