package import TrendySQLite

/// An error of the whole store: the state of its disk or file, independent of the request.
package struct StoreUnavailable: Error, Sendable, Equatable {
    /// The reason of unavailability, which operators read in `GET /ready`.
    package enum Reason: String, Sendable {
        /// SQLite found damaged content.
        case corrupt
        /// The database's path has another file, or none.
        case fileReplaced = "file_replaced"
        /// The disk is full.
        case diskFull = "disk_full"
        /// A read or write of the disk failed.
        case ioError = "io_error"
        /// The file or its file system is read-only.
        case readOnly = "read_only"
        /// SQLite cannot open one of its files.
        case cannotOpen = "cannot_open"
        /// Less than ``StoreHealth/minimumFreeBytes`` is free.
        case lowDiskSpace = "low_disk_space"
    }

    /// The reason of unavailability.
    package let reason: Reason
    /// The result code of SQLite; `nil` when the state of the file is the reason.
    package let result: SQLiteResult?

    /// Creates an error.
    package init(_ reason: Reason, _ result: SQLiteResult? = nil) {
        self.reason = reason
        self.result = result
    }

    /// Whether the fault lasts until an operator repairs it and restarts the server.
    package var isPermanent: Bool { reason == .corrupt || reason == .fileReplaced }

    /// The reason and SQLite's result, without values, such as `disk_full: SQLITE_FULL (13)`.
    package var code: String {
        reason.rawValue + (result.map { ": \($0)" } ?? "")
    }
}
