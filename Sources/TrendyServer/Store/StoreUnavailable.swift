/// An error of the whole store: the state of its database, independent of the request.
///
/// The server answers it with 503 and `Retry-After`; devices try again and count no attempt of their
/// changes.
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
        /// The database, its file or its file system is read-only.
        case readOnly = "read_only"
        /// SQLite cannot open one of its files.
        case cannotOpen = "cannot_open"
        /// Less than ``StoreHealth/minimumFreeBytes`` is free.
        case lowDiskSpace = "low_disk_space"
        /// The database system cannot be reached, starts, stops or fails over.
        case unreachable
        /// The database system is another one than before, or the database lacks its tables.
        case wrongDatabase = "wrong_database"
        /// The server's role may not read or write a table.
        case noRights = "no_rights"
        /// The clocks of the server and of the database differ too much.
        case clockSkew = "clock_skew"
        /// No connection to the database system became free in time.
        case noConnection = "no_connection"
        /// The database did not answer in time.
        case timeout
        /// Concurrent transactions prevented this one repeatedly.
        case contention
        /// The account is being moved to another cluster.
        case moving = "account_moving"
        /// The connection ended during the commit, or the commit was not confirmed by a standby: the
        /// write may exist or not. The idempotency record answers a repetition of a push.
        case unknownCommit = "unknown_commit"
    }

    /// The reason of unavailability.
    package let reason: Reason
    /// The result of the database system, such as `SQLITE_FULL (13)` or a SQLSTATE, without values;
    /// `nil` when there is none.
    package let detail: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: the reason of unavailability.
    ///   - detail: the result of the database system; it is logged and must contain no values.
    package init(_ reason: Reason, detail: String? = nil) {
        self.reason = reason
        self.detail = detail
    }

    /// Whether the fault lasts until an operator repairs it and restarts the server.
    package var isPermanent: Bool { reason == .corrupt || reason == .fileReplaced }

    /// The reason and the result of the database system, such as `disk_full: SQLITE_FULL (13)`.
    package var code: String {
        reason.rawValue + (detail.map { ": \($0)" } ?? "")
    }

    /// The time after which a client may try again, in seconds.
    package var retrySeconds: Int {
        switch reason {
        case .corrupt, .fileReplaced: 600
        case .diskFull, .ioError, .readOnly, .cannotOpen, .lowDiskSpace, .wrongDatabase, .noRights,
            .clockSkew:
            60
        case .unreachable, .timeout: 10
        case .noConnection, .contention, .moving, .unknownCommit: 2
        }
    }
}
