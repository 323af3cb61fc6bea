import GRDB
import TrendySQLite

/// Why the archive of samples cannot be used.
package struct ArchiveError: Error, Sendable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: Sendable, Hashable {
        /// Another process uses the archive.
        case inUse
        /// The disk is full.
        case diskFull
        /// The file is damaged, newer than the program, or not an archive.
        case unusable
        /// The file cannot be opened, read or written.
        case cannotOpen
        /// There is no sample of the named kind.
        case unknownKind
    }

    /// The kind of error.
    package let code: Code
    /// What happened, and what to do.
    package let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Converts an error of SQLite; returns `nil` for an error of another origin.
    init?(_ error: any Error, path: String) {
        let cause: SQLiteFileError
        if let error = error as? SQLiteFileError {
            cause = error
        } else if error is DatabaseError {
            cause = SQLiteFileError(cause: error, path: path, label: SampleArchive.label)
        } else {
            return nil
        }
        let code: Code =
            switch cause.code {
            case .busy: .inUse
            case .diskFull: .diskFull
            case .newerSchema, .notADatabase, .foreign: .unusable
            case .notDurable, .notPrivate, .missing, .cannotOpen: .cannotOpen
            }
        self.init(code, cause.message)
    }

    /// What happened, and what to do.
    package var description: String { message }
}
