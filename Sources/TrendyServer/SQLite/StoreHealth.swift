package import TrendySQLite

/// State machine of a store's health: decides from reads, writes and file states whether the store
/// is ready and whether it serves data.
///
/// The next successful write ends the fault of a full, failing or read-only disk. Damage and a
/// replaced file are permanent until a restart, because later answers would not match the people's
/// data.
package struct StoreHealth: Sendable {
    /// The minimum free space of a ready server: 32 MiB, twice its longest write-ahead log.
    package static let minimumFreeBytes: UInt64 = 32 << 20

    /// A change of health, for the log.
    package enum Change: Sendable, Equatable {
        /// The store no longer serves data.
        case stopped(StoreUnavailable)
        /// The disk fails; the store still tries each request.
        case failed(StoreUnavailable)
        /// Writes succeed again.
        case recovered
    }

    /// The current fault; `nil` after a success.
    package private(set) var fault: StoreUnavailable?
    private let identity: FileCondition.Identity?

    /// Creates the health of a store whose file was just opened.
    ///
    /// - `condition`: the state of the file at that time; `nil` when unknown.
    package init(condition: FileCondition?) {
        identity = condition?.identity
    }

    /// The reason why no data may be read or written; `nil` while the store serves data.
    package var refusal: StoreUnavailable? {
        fault.flatMap { $0.isPermanent ? $0 : nil }
    }

    /// Records the result of a failed read or write.
    package mutating func failed(_ result: SQLiteResult) -> Change? {
        guard let reason = Self.reason(of: result) else { return nil }
        return enter(StoreUnavailable(reason, result))
    }

    /// Records a committed write.
    package mutating func wrote() -> Change? {
        guard let fault, !fault.isPermanent else { return nil }
        self.fault = nil
        return .recovered
    }

    /// Records the state of the file before a write.
    package mutating func observed(_ condition: FileCondition?) -> Change? {
        guard let identity, let condition, condition.identity != identity else { return nil }
        return enter(StoreUnavailable(.fileReplaced))
    }

    /// The reason why the store is not ready in this state of its file; checked before a test
    /// write.
    package func obstacle(_ condition: FileCondition?) -> StoreUnavailable? {
        if let refusal { return refusal }
        guard let condition else { return nil }
        if !condition.isWritable { return StoreUnavailable(.readOnly) }
        if let free = condition.freeBytes, free < Self.minimumFreeBytes {
            return StoreUnavailable(.lowDiskSpace)
        }
        return nil
    }

    /// The reason for a result code; `nil` for a result that does not concern the store.
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
        let isNew = fault?.reason != next.reason
        fault = next
        guard isNew else { return nil }
        return next.isPermanent ? .stopped(next) : .failed(next)
    }
}
