import GRDB
package import TrendyModel
import TrendySQLite

/// The queue of mutations: FIFO for each entity.
package struct QueueRecords: StoreRecords {
    let context: TransactionContext

    /// The next mutations to send, at most one for each entity; marked as sent before they are
    /// handed out.
    ///
    /// Oldest first, what is of now before what is history; some of each batch is history, so that
    /// it drains as well.
    ///
    /// What refers to an entity whose creation has failed or waits for its turn is left out, and so
    /// is what stands behind a mutation of the same entity that was not accepted.
    ///
    /// - `limit`: mutations at most.
    /// - `byteLimit`: bytes of their fields at most; one mutation is always let through.
    /// - `behind`: what is not to be chosen, nor what waits for it.
    /// - `undone`: batches of which nothing was done: they never left, or were refused as a whole.
    ///   What may have been sent before them, with others, still counts as on its way.
    package func nextBatch(
        limit: Int,
        byteLimit: Int,
        behind: MutationBatch? = nil,
        undone: [MutationBatch] = []
    ) throws -> MutationBatch? {
        var unanswered = sent
        for batch in undone { unanswered.inFlight.subtract(batch.firstSent) }
        let (batch, mark) = try selectBatch(
            db,
            unanswered,
            limit: limit,
            byteLimit: byteLimit,
            behind: behind
        )
        sent = mark
        return batch
    }

    /// Stores what became of a batch, in one transaction, and hands out the next one.
    ///
    /// - `outcomes`: by mutation; those of the batch that are missing are left to be sent again.
    /// - `passage`: the cursors before and after what the server did, when nothing of anybody
    ///   else lies between them: a device that stands at the first goes to the second and need
    /// not read its own writes again.
    package func apply(
        _ batch: MutationBatch,
        outcomes: [EntityID: MutationOutcome],
        passage: (from: String, to: String)?,
        policy: any MergePolicy,
        nextLimit: Int,
        nextByteLimit: Int,
        behind: MutationBatch? = nil
    ) throws -> (summary: ApplySummary, next: MutationBatch?) {
        let editedAt = nextEditTime()
        let unanswered = sent.without(batch.mutations.filter { outcomes[$0.id] != nil })
        let settler = try SyncApplier(
            writer: writer(editedAt: editedAt, sent: unanswered),
            policy: policy
        )
        var summary = ApplySummary()
        for mutation in batch.mutations {
            guard let outcome = outcomes[mutation.id] else { continue }
            try settler.apply(mutation, outcome, summary: &summary)
        }
        try Meta.set(db, .hybridTime, hybridClock.latest.milliseconds)
        if let passage, try Meta.string(db, .cursor) == passage.from {
            try Meta.set(db, .cursor, passage.to)
        }
        let (next, mark) = try selectBatch(
            db,
            unanswered,
            limit: nextLimit,
            byteLimit: nextByteLimit,
            behind: behind
        )
        sent = mark
        return (summary, next)
    }

    /// Chooses a batch, and writes what is sent and not answered with it; once that is committed it
    /// is ``sent``.
    private func selectBatch(
        _ db: Database,
        _ unanswered: SentWatermark,
        limit: Int,
        byteLimit: Int,
        behind: MutationBatch?
    ) throws -> (batch: MutationBatch?, mark: SentWatermark) {
        var selection = BatchSelection(
            now: dependencies.wallClock.now(),
            byteLimit: byteLimit,
            pendingParents: try pendingCreations(db)
        )
        // What is on its way is in the queue still.
        for mutation in behind?.mutations ?? [] { selection.close(mutation.entityID) }
        // Some places are kept for history, so that it drains however much is recorded meanwhile.
        let kept = limit > 1 ? max(1, limit / Self.placesForHistory) : 0
        let last = try scan(db, isBackfill: false, after: -1, into: &selection, limit: limit - kept)
        _ = try scan(db, isBackfill: true, after: -1, into: &selection, limit: limit)
        _ = try scan(db, isBackfill: false, after: last, into: &selection, limit: limit)
        let mark = unanswered.including(selection.mutations)
        try mark.write(db, over: sent)
        let batch = MutationBatch(
            mutations: selection.mutations,
            firstSent: Set(selection.mutations.map(\.sequence)).subtracting(unanswered.inFlight)
        )
        return (batch.mutations.isEmpty ? nil : batch, mark)
    }

    /// The part of a batch that history may have when there is much of both: one in so many.
    private static let placesForHistory = 8

    /// How much a query of the scan reads at least: what may not be chosen yet can be very much.
    private static let leastRowsInScan = 256

    /// Considers what waits in one part of the queue, oldest first, until so many are chosen.
    ///
    /// Only the first mutation of an entity is looked at: nothing overtakes another one of the same
    /// entity, whatever keeps that.
    ///
    /// - Returns: the place of the last one that was considered.
    private func scan(
        _ db: Database,
        isBackfill: Bool,
        after place: Int64,
        into selection: inout BatchSelection,
        limit: Int
    ) throws -> Int64 {
        var last = place
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
            let page = max(limit - selection.mutations.count, Self.leastRowsInScan)
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
    func pendingCreations(_ db: Database) throws -> Set<EntityID> {
        let statement = try PreparedStatement(
            db,
            "SELECT entity_id FROM mutation WHERE kind < 4 AND operation = 'create'"
        )
        var ids: Set<EntityID> = []
        try statement.forEachRow { ids.insert(try $0.id(0)) }
        return ids
    }
}
