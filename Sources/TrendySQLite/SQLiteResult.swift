import GRDB

/// An extended result code of SQLite with its name: the loggable part of a database error, whose
/// message can contain values.
package struct SQLiteResult: Sendable, Hashable, CustomStringConvertible {
    /// The extended result code, such as 778.
    package let code: Int32

    /// Creates a result from a code.
    package init(code: Int32) {
        self.code = code
    }

    /// The result code of an error; `nil` for an error of another origin.
    package init?(_ error: any Error) {
        guard let error = error as? DatabaseError else { return nil }
        code = error.extendedResultCode.rawValue
    }

    /// The primary code, such as 10 of 778.
    package var primaryCode: Int32 { code & 0xFF }

    /// The name in SQLite's documentation, such as `SQLITE_IOERR_WRITE`.
    package var name: String {
        Self.names[code] ?? Self.names[primaryCode] ?? "SQLITE_UNKNOWN"
    }

    /// The name and the number, such as `SQLITE_IOERR_WRITE (778)`.
    package var description: String { "\(name) (\(code))" }
}
