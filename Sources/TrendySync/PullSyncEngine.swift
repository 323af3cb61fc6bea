import TrendyModel
package import TrendyStore
import TrendyWire

/// Fetches the changes since the cursor, page by page; a page and its cursor are one transaction.
package struct PullSyncEngine: Sendable {
    private let store: DeviceStore
    private let transport: any SyncTransport
    private let mergePolicy: any MergePolicy
    private let limits: SyncLimits
    private let clock: any Clock<Duration>

    /// Creates an engine over a store and a transport.
    package init(
        store: DeviceStore,
        transport: any SyncTransport,
        mergePolicy: any MergePolicy,
        limits: SyncLimits,
        clock: any Clock<Duration>
    ) {
        self.clock = clock
        self.store = store
        self.transport = transport
        self.mergePolicy = mergePolicy
        self.limits = limits
    }

    /// Applies the quarantined changes that this version can read, unlike the version that stored
    /// them.
    package func readQuarantined() async throws {
        let readable = try await store.read { try $0.sync.quarantined(limit: 10_000) }.compactMap {
            $0.entity()
        }
        guard !readable.isEmpty else { return }
        _ = try await store.write {
            try $0.sync.apply(changes: readable, cursor: nil, policy: mergePolicy)
        }
    }

    /// Applies the deferred changes that an older version left behind.
    func applyRemainingDeferred() async throws {
        try await store.write { try $0.sync.applyRemainingDeferred(policy: mergePolicy) }
    }

    /// Fetches until the server has no further changes.
    ///
    /// - Parameters:
    ///   - deadline: the time after which no page is requested; `nil` for no limit.
    ///   - progress: receives the number of entities fetched so far, after each page.
    /// - Returns: the number of entities that changed on this device.
    /// - Throws: ``SyncFailure``, with code `cursorExpired` when the device must read a snapshot. A
    ///   page whose cursor goes back is not applied.
    package func pull(
        until deadline: SyncDeadline? = nil,
        progress: @Sendable (Int) async -> Void
    ) async throws -> Int {
        var changed = 0
        var fetched = 0
        for _ in 0..<limits.pages {
            try Task.checkCancellation()
            guard deadline?.hasTime() != false else { return changed }
            let cursor = try await store.read { try $0.sync.cursor() }
            let page = try await self.page(since: cursor, deadline)
            if let cursor { try CursorValidation.check(from: cursor, to: page.nextCursor) }
            let next = page.nextCursor.description
            let count = page.changes.count + page.unreadable.count
            guard !page.hasMore || (count > 0 && next != cursor) else {
                throw SyncFailure(code: .malformedAnswer, reason: .stuckCursor)
            }
            if count > 0 || next != cursor {
                changed += try await store.write {
                    try $0.sync.apply(
                        changes: page.changes,
                        unreadable: page.unreadable,
                        cursor: next,
                        policy: mergePolicy
                    )
                }
            }
            fetched += count
            await progress(fetched)
            if !page.hasMore { return changed }
        }
        throw SyncFailure(code: .malformedAnswer, reason: .endlessChanges)
    }

    private func page(since cursor: String?, _ deadline: SyncDeadline?) async throws -> ChangePage {
        var page: ChangePage?
        let time = try await clock.measure {
            page = try await transport.changes(since: cursor, limit: limits.changesPerPage)
        }
        deadline?.note(step: time)
        guard let page else { throw CancellationError() }
        return page
    }
}
