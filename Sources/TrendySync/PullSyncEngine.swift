import TrendyLocalization
public import TrendyStore
import TrendyWire

/// Fetches what changed since the cursor, page by page; a page and its cursor are one transaction.
public struct PullSyncEngine: Sendable {
    private let store: DeviceStore
    private let transport: any SyncTransport
    private let mergePolicy: any MergePolicy
    private let limits: SyncLimits
    private let clock: any Clock<Duration>

    /// An engine over a store and a transport.
    public init(
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

    /// Takes in what was set aside and can be read now, by a program that is newer than the one
    /// that set it aside.
    public func readQuarantined() async throws {
        let readable = try await store.quarantined(limit: 10_000).compactMap { $0.entity() }
        guard !readable.isEmpty else { return }
        _ = try await store.apply(changes: readable, cursor: nil, policy: mergePolicy)
    }

    /// Takes in what an older program kept back and would never have taken in.
    func applyRemainingDeferred() async throws {
        try await store.applyRemainingDeferred(policy: mergePolicy)
    }

    /// Fetches until the server has no more.
    ///
    /// - Parameters:
    ///   - deadline: when to begin no further page; never when `nil`.
    ///   - progress: called after each page with the entities fetched so far.
    /// - Returns: how many entities changed here.
    /// - Throws: ``SyncFailure``; of the code `cursorExpired` when everything must be read anew. A page
    ///   whose cursor leads back changes nothing.
    public func pull(
        until deadline: SyncDeadline? = nil,
        progress: @Sendable (Int) async -> Void
    ) async throws -> Int {
        var changed = 0
        var fetched = 0
        for _ in 0..<limits.pages {
            try Task.checkCancellation()
            guard deadline?.hasTime() != false else { return changed }
            let cursor = try await store.cursor()
            let page = try await self.page(since: cursor, deadline)
            if let cursor { try CursorValidation.check(from: cursor, to: page.nextCursor) }
            let next = page.nextCursor.description
            let count = page.changes.count + page.unreadable.count
            guard !page.hasMore || (count > 0 && next != cursor) else {
                throw SyncFailure(
                    code: .malformedAnswer,
                    message: Strings.Server.stuck()
                )
            }
            if count > 0 || next != cursor {
                changed += try await store.apply(
                    changes: page.changes,
                    unreadable: page.unreadable,
                    cursor: next,
                    policy: mergePolicy
                )
            }
            fetched += count
            await progress(fetched)
            if !page.hasMore { return changed }
        }
        throw SyncFailure(
            code: .malformedAnswer,
            message: Strings.Server.endless()
        )
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
