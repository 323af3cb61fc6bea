import GRDB

/// Why a database file cannot be opened.
package struct SQLiteFileError: Error, Sendable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: Sendable, Hashable {
        /// A newer program wrote it.
        case newerSchema
        /// Commits could be lost.
        case notDurable
        /// The file is not a SQLite database, or damaged.
        case notADatabase
        /// The disk is full.
        case diskFull
        /// Another process has locked it.
        case busy
        /// The database belongs to another program, or is of the other kind of Trendy's databases.
        case foreign
        /// Other users of the machine can read it, and its permissions cannot be changed.
        case notPrivate
        /// The file does not exist and must not be created.
        case missing
        /// Anything else: permissions, a missing directory.
        case cannotOpen
    }

    /// The kind of error.
    package let code: Code
    /// The file.
    package let path: String
    /// The cause and the remedy.
    package let message: String
    /// The message of SQLite or the system without advice; `nil` where the code is sufficient or
    /// there is no message.
    package let reason: String?

    /// Creates an error.
    package init(code: Code, path: String, message: String, reason: String? = nil) {
        self.code = code
        self.reason = reason
        self.path = path
        self.message = message
    }

    /// Converts an error of SQLite from opening or using a file.
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

    /// The cause and the remedy.
    package var description: String { message }
}
