package import TrendySQLite

/// State machine of a store's health: what its reads, writes and file report decides whether it is
/// ready and whether it still serves data.
///
/// A full, failing or read-only disk is over with the next write that succeeds. Damage and a
/// replaced file stay until the server starts anew, since what it would serve or acknowledge after
/// them is not the data that people have.
package struct StoreHealth: Sendable {
    /// The free space below which a server is not ready: 32 MiB, twice its longest write-ahead log.
    package static let minimumFreeBytes: UInt64 = 32 << 20

    /// A change of health, for the log.
    package enum Change: Sendable, Equatable {
        /// The store no longer serves data.
        case stopped(StoreUnavailable)
        /// The disk fails; each request is still tried.
        case failed(StoreUnavailable)
        /// The disk takes writes again.
        case recovered
    }

    /// What is wrong now; `nil` when the last that was heard was good.
    package private(set) var fault: StoreUnavailable?
    private let identity: FileCondition.Identity?

    /// The health of a store whose file was just opened.
    ///
    /// - `condition`: the file's state then; `nil` where it cannot be told.
    package init(condition: FileCondition?) {
        identity = condition?.identity
    }

    /// Why no data may be read or written any more; `nil` when it may.
    package var refusal: StoreUnavailable? {
        fault.flatMap { $0.isPermanent ? $0 : nil }
    }

    /// Takes the result of a read or write that failed.
    package mutating func failed(_ result: SQLiteResult) -> Change? {
        guard let reason = Self.reason(of: result) else { return nil }
        return enter(StoreUnavailable(reason, result))
    }

    /// Takes a write that was committed.
    package mutating func wrote() -> Change? {
        guard let fault, !fault.isPermanent else { return nil }
        self.fault = nil
        return .recovered
    }

    /// Takes the state of the file before a write.
    package mutating func observed(_ condition: FileCondition?) -> Change? {
        guard let identity, let condition, condition.identity != identity else { return nil }
        return enter(StoreUnavailable(.fileReplaced))
    }

    /// Why the store would not be ready in this state of its file, before a write is tried.
    package func obstacle(_ condition: FileCondition?) -> StoreUnavailable? {
        if let refusal { return refusal }
        guard let condition else { return nil }
        if !condition.isWritable { return StoreUnavailable(.readOnly) }
        if let free = condition.freeBytes, free < Self.minimumFreeBytes {
            return StoreUnavailable(.lowDiskSpace)
        }
        return nil
    }

    /// The reason that a result of SQLite is; `nil` when it says nothing about the store.
    package static func reason(of result: SQLiteResult) -> StoreUnavailable.Reason? {
        switch result.primaryCode {
        case 11, 26: .corrupt  // SQLITE_CORRUPT, SQLITE_NOTADB
        case 13: .diskFull  // SQLITE_FULL
        case 10: .ioError  // SQLITE_IOERR
        case 8: .readOnly  // SQLITE_READONLY
        case 14: .cannotOpen  // SQLITE_CANTOPEN
        default: nil
        }
    }

    private mutating func enter(_ next: StoreUnavailable) -> Change? {
        if refusal != nil { return nil }
        let isNews = fault?.reason != next.reason
        fault = next
        guard isNews else { return nil }
        return next.isPermanent ? .stopped(next) : .failed(next)
    }
}
