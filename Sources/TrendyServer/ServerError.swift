/// Why the server cannot start or go on.
public struct ServerError: Error, Sendable, CustomStringConvertible {
    /// The kind of trouble.
    public enum Code: Sendable, Hashable {
        /// The database's directory does not exist or may not be written.
        case cannotOpenDatabase
        /// Another server runs on this database.
        case databaseInUse
        /// A newer program wrote the database.
        case newerDatabase
        /// The database is damaged, or no database.
        case damagedDatabase
        /// The disk is full, or keeps no promise of durability.
        case unsuitableDisk
        /// Another program listens on the address.
        case addressInUse
        /// The address cannot be listened on.
        case cannotListen
        /// There is no database at the path.
        case missingDatabase
        /// The file is the database of another program, or of a device.
        case foreignDatabase
        /// A file is in the way of one that is to be made.
        case fileExists
        /// The TLS certificate or its key cannot be read, or they do not belong together.
        case unusableCertificate
        /// The account of a session is gone.
        case unknownAccount
        /// An administrator named an account that does not exist, or a password or address that
        /// breaks rules.
        case invalidUser
    }

    /// The kind of trouble.
    public let code: Code
    /// What happened and what to do.
    public let message: String

    /// Makes an error.
    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// What happened and what to do.
    public var description: String { message }

    static let unknownAccount = ServerError(
        code: .unknownAccount,
        message: "The account does not exist. Sign in again."
    )
    static let damagedEntity = ServerError(
        code: .damagedDatabase,
        message: "The database holds an entity that cannot be read. Restore a backup."
    )
}
