import TrendySQLite

/// The loggable part of an error: its kind and code, never its message, which can contain personal
/// data.
enum ErrorKind {
    /// The kind of an error, such as `SQLITE_FULL (13)` or `damagedDatabase`.
    static func text(of error: any Error) -> String {
        if let result = SQLiteResult(error) { return result.description }
        return switch error {
        case let error as ServerError: "\(error.code)"
        case let error as StoreUnavailable: error.code
        case let error as SQLiteFileError: "\(error.code)"
        default: "\(type(of: error))"
        }
    }
}
