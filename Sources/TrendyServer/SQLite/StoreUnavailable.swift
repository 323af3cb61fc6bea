package import TrendySQLite

/// An error of the store as a whole: the state of its disk or its file, whatever was asked of it.
package struct StoreUnavailable: Error, Sendable, Equatable {
    /// Why the store cannot be used, as an operator reads it in `GET /ready`.
    package enum Reason: String, Sendable {
        /// SQLite found the file's content damaged.
        case corrupt
        /// Another file lies at the database's path, or none.
        case fileReplaced = "file_replaced"
        /// The disk is full.
        case diskFull = "disk_full"
        /// The disk failed to read or write.
        case ioError = "io_error"
        /// The file, or its file system, may not be written.
        case readOnly = "read_only"
        /// SQLite cannot open one of its files.
        case cannotOpen = "cannot_open"
        /// Less space is free than ``StoreHealth/minimumFreeBytes``.
        case lowDiskSpace = "low_disk_space"
    }

    /// Why the store cannot be used.
    package let reason: Reason
    /// What SQLite reported; `nil` when the state of the file says it.
    package let result: SQLiteResult?

    /// An error of a reason.
    package init(_ reason: Reason, _ result: SQLiteResult? = nil) {
        self.reason = reason
        self.result = result
    }

    /// Whether only an operator can end it, after which the server starts anew.
    package var isPermanent: Bool { reason == .corrupt || reason == .fileReplaced }

    /// The reason and SQLite's result, without values, such as `disk_full: SQLITE_FULL (13)`.
    package var code: String {
        reason.rawValue + (result.map { ": \($0)" } ?? "")
    }
}
