public import TrendyStore
import TrendyWire

/// Fetches what changed since the cursor, page by page; a page and its cursor are one transaction.
public struct PullSyncEngine: Sendable {
    private let store: DeviceStore
    private let transport: any SyncTransport
    private let mergePolicy: any MergePolicy
    private let limits: SyncLimits

    /// An engine over a store and a transport.
    public init(
        store: DeviceStore,
        transport: any SyncTransport,
        mergePolicy: any MergePolicy,
        limits: SyncLimits
    ) {
        self.store = store
        self.transport = transport
        self.mergePolicy = mergePolicy
        self.limits = limits
    }

    /// Fetches until the server has no more.
    ///
    /// - Parameter progress: called after each page with the entities fetched so far.
    /// - Returns: how many entities changed here.
    /// - Throws: ``SyncFailure``; of the code `cursorExpired` when everything must be read anew.
    public func pull(progress: @Sendable (Int) async -> Void) async throws -> Int {
        var changed = 0
        var fetched = 0
        for _ in 0..<limits.pages {
            try Task.checkCancellation()
            let cursor = try await store.cursor()
            let page = try await transport.changes(since: cursor, limit: limits.changesPerPage)
            let next = page.nextCursor.description
            guard !page.hasMore || (!page.changes.isEmpty && next != cursor) else {
                throw SyncFailure(
                    code: .malformedAnswer,
                    message: "The server's changes do not advance. Update the server."
                )
            }
            if !page.changes.isEmpty || next != cursor {
                changed += try await store.apply(
                    changes: page.changes,
                    cursor: next,
                    policy: mergePolicy
                )
            }
            fetched += page.changes.count
            await progress(fetched)
            if !page.hasMore { return changed }
        }
        throw SyncFailure(
            code: .malformedAnswer,
            message: "The server's changes do not end. Update the server."
        )
    }
}
