import GRDB

/// An extended result code of SQLite, with its name: all that a log may hold of an error of the
/// database, whose message can contain values.
public struct SQLiteResult: Sendable, Hashable, CustomStringConvertible {
    /// The extended result code, such as 778.
    public let code: Int32

    /// A result of a code.
    public init(code: Int32) {
        self.code = code
    }

    /// The result that an error carries; `nil` when the error is none of the database.
    public init?(_ error: any Error) {
        guard let error = error as? DatabaseError else { return nil }
        code = error.extendedResultCode.rawValue
    }

    /// The code without its extension, such as 10 of 778.
    public var primaryCode: Int32 { code & 0xFF }

    /// The name in SQLite's documentation, such as `SQLITE_IOERR_WRITE`.
    public var name: String {
        Self.names[code] ?? Self.names[primaryCode] ?? "SQLITE_UNKNOWN"
    }

    /// The name and the number, such as `SQLITE_IOERR_WRITE (778)`.
    public var description: String { "\(name) (\(code))" }
}
