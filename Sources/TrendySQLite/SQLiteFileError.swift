import GRDB

/// Why a database file cannot be opened.
public struct SQLiteFileError: Error, Sendable, CustomStringConvertible {
    /// The kind of trouble.
    public enum Code: Sendable, Hashable {
        /// A newer program wrote it.
        case newerSchema
        /// What is committed could be lost.
        case notDurable
        /// It is no SQLite database, or a damaged one.
        case notADatabase
        /// The disk is full.
        case diskFull
        /// Another process holds it.
        case busy
        /// It is another program's database, or one of the other kind of Trendy's databases.
        case foreign
        /// Other users of the machine can read it, and its permissions cannot be changed.
        case notPrivate
        /// There is no such file, and none is to be made.
        case missing
        /// Anything else: permissions, a missing directory.
        case cannotOpen
    }

    /// The kind of trouble.
    public let code: Code
    /// The file.
    public let path: String
    /// What happened and what to do.
    public let message: String
    /// What SQLite or the system says, without advice; `nil` where the code says it all, or they
    /// say nothing.
    public let reason: String?

    /// Makes an error.
    public init(code: Code, path: String, message: String, reason: String? = nil) {
        self.code = code
        self.reason = reason
        self.path = path
        self.message = message
    }

    /// The error for what SQLite threw while a file was opened or used.
    package init(cause: any Error, path: String, label: String) {
        let database = cause as? DatabaseError
        let (code, remedy): (Code, String) =
            switch database?.resultCode.primaryResultCode {
            case .SQLITE_NOTADB?, .SQLITE_CORRUPT?:
                (.notADatabase, "Move it away, or restore it from a backup.")
            case .SQLITE_FULL?: (.diskFull, "Free some space and try again.")
            case .SQLITE_BUSY?, .SQLITE_LOCKED?:
                (.busy, "Another program uses it; close it and try again.")
            default:
                (.cannotOpen, "Check that the directory exists and may be written.")
            }
        let reason = database?.message ?? String(describing: cause)
        self.init(
            code: code,
            path: path,
            message: "\(label) at \(path) cannot be opened: \(reason). \(remedy)",
            reason: reason
        )
    }

    /// What happened and what to do.
    public var description: String { message }
}
