import GRDB
package import TrendyModel
import TrendySQLite

/// The queue of pending mutations, which is FIFO per entity.
package struct QueueRecords: StoreRecords {
    let context: TransactionContext

    /// Selects the next mutations to send, at most one per entity, and marks them as in flight.
    ///
    /// The caller sends them after the commit, so that a mutation that may have been sent is never
    /// coalesced.
    ///
    /// Mutations are ordered oldest first, with backfill mutations after all others; an eighth of
    /// each batch is reserved for backfill. A mutation is eligible when it is the first one of its
    /// entity, and the entities that it refers to are created or precede it in the batch.
    ///
    /// - `limit`: the maximum number of mutations.
    /// - `byteLimit`: the maximum size of their fields in bytes; the first mutation may exceed it.
    /// - `behind`: the mutations in flight; their entities, and mutations that depend on them, are
    ///   not eligible.
    /// - `unsent`: earlier batches without effect, because they were never sent or were refused as
    ///   a whole. Their mutations are no longer in flight, except those that an even earlier batch
    ///   may have sent.
    ///
    /// Returns `nil` when no mutation is eligible.
    package func nextBatch(
        limit: Int,
        byteLimit: Int,
        behind: MutationBatch? = nil,
        unsent: [MutationBatch] = []
    ) throws -> MutationBatch? {
        var unanswered = sent
        for batch in unsent { unanswered.inFlight.subtract(batch.firstSent) }
        return try selectBatch(unanswered, limit: limit, byteLimit: byteLimit, behind: behind)
    }

    /// Applies the outcomes of a batch, and selects the next one.
    ///
    /// The selection is that of ``nextBatch(limit:byteLimit:behind:unsent:)``.
    ///
    /// - `outcomes`: the outcomes by mutation id; mutations without one are sent again.
    /// - `cursorRange`: the server's cursors before and after the batch, if no other change lies
    ///   between them. A device at the first cursor advances to the second, so that it does not
    ///   pull its own changes.
    /// - `policy`: resolves conflicts.
    /// - `nextLimit`: the maximum number of mutations in the next batch.
    /// - `nextByteLimit`: the maximum size of the next batch in bytes.
    /// - `behind`: the mutations in flight besides the batch.
    package func apply(
        _ batch: MutationBatch,
        outcomes: [EntityID: MutationOutcome],
        cursorRange: (from: String, to: String)?,
        policy: any MergePolicy,
        nextLimit: Int,
        nextByteLimit: Int,
        behind: MutationBatch? = nil
    ) throws -> (summary: ApplySummary, next: MutationBatch?) {
        let unanswered = sent.without(batch.mutations.filter { outcomes[$0.id] != nil })
        let applier = try SyncApplier(writer: writer(sent: unanswered), policy: policy)
        var summary = ApplySummary()
        for mutation in batch.mutations {
            guard let outcome = outcomes[mutation.id] else { continue }
            try applier.apply(mutation, outcome, summary: &summary)
        }
        try Meta.set(db, .hybridTime, hybridClock.latest.milliseconds)
        if let cursorRange, try Meta.string(db, .cursor) == cursorRange.from {
            try Meta.set(db, .cursor, cursorRange.to)
        }
        let next = try selectBatch(
            unanswered,
            limit: nextLimit,
            byteLimit: nextByteLimit,
            behind: behind
        )
        return (summary, next)
    }

    /// Selects a batch, and stores the watermark that includes it.
    ///
    /// - `unanswered`: the watermark without the mutations whose outcome is known.
    private func selectBatch(
        _ unanswered: SentWatermark,
        limit: Int,
        byteLimit: Int,
        behind: MutationBatch?
    ) throws -> MutationBatch? {
        var selection = BatchSelection(
            now: dependencies.wallClock.now(),
            byteLimit: byteLimit,
            pendingParents: try pendingCreations()
        )
        // Mutations in flight are still in the queue.
        for mutation in behind?.mutations ?? [] { selection.block(mutation.entityID) }
        // The reserve lets the backfill progress while new mutations keep coming.
        let reserved = limit > 1 ? max(1, limit / Self.backfillDivisor) : 0
        let last = try scan(isBackfill: false, after: -1, into: &selection, limit: limit - reserved)
        _ = try scan(isBackfill: true, after: -1, into: &selection, limit: limit)
        _ = try scan(isBackfill: false, after: last, into: &selection, limit: limit)
        let mutations = selection.mutations
        let watermark = unanswered.including(mutations)
        try watermark.write(db, over: sent)
        sent = watermark
        guard !mutations.isEmpty else { return nil }
        return MutationBatch(
            mutations: mutations,
            firstSent: Set(mutations.map(\.sequence)).subtracting(unanswered.inFlight)
        )
    }

    /// The reciprocal of the part of a batch that is reserved for backfill mutations.
    private static let backfillDivisor = 8

    /// The minimum number of rows that a scan reads at once; many of them may not be eligible.
    private static let minimumScanRows = 256

    /// Adds pending mutations to a selection, oldest first, until it has `limit` mutations.
    ///
    /// Mutations are FIFO per entity: only the first one of an entity is considered.
    ///
    /// - `isBackfill`: whether to scan the backfill mutations or all others.
    /// - `start`: the sequence number after which the scan begins.
    /// - Returns: the sequence number of the last considered mutation.
    private func scan(
        isBackfill: Bool,
        after start: Int64,
        into selection: inout BatchSelection,
        limit: Int
    ) throws -> Int64 {
        var last = start
        while !selection.isFull, selection.mutations.count < limit {
            let statement = try PreparedStatement(
                db,
                """
                SELECT \(MutationRow.columns) FROM mutation
                WHERE state = 0 AND is_backfill = ? AND seq > ? AND NOT EXISTS (
                    SELECT 1 FROM mutation AS earlier
                    WHERE earlier.entity_id = mutation.entity_id AND earlier.seq < mutation.seq)
                ORDER BY seq LIMIT ?
                """
            )
            let page = max(limit - selection.mutations.count, Self.minimumScanRows)
            statement.bind(1, isBackfill ? 1 : 0)
            statement.bind(2, last)
            statement.bind(3, Int64(page))
            var count = 0
            try statement.readRows { row in
                guard !selection.isFull, selection.mutations.count < limit else { return false }
                count += 1
                last = row.int(0)
                selection.consider(try StoredMutation(row: row))
                return true
            }
            if count < page { break }
        }
        return last
    }

    /// The entities other than events whose creation the server has not accepted.
    func pendingCreations() throws -> Set<EntityID> {
        let statement = try PreparedStatement(
            db,
            "SELECT entity_id FROM mutation WHERE kind < 4 AND operation = 'create'"
        )
        var ids: Set<EntityID> = []
        try statement.forEachRow { ids.insert(try $0.id(0)) }
        return ids
    }
}
