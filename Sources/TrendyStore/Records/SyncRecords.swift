import GRDB
package import TrendyModel
import TrendySQLite

/// The sync cursor, the server's changes, drift detection and the history of sync runs.
package struct SyncRecords: StoreRecords {
    let context: TransactionContext

    /// The server's cursor at which the next pull starts; `nil` before the first snapshot.
    package func cursor() throws -> String? {
        try Meta.string(db, .cursor)
    }

    /// How far the server's clock is ahead of the device's, as of the last sync.
    package var clockOffset: Duration { serverOffset }

    /// Writes a value without a meaning, to check that there is space on the disk.
    package func checkWritable() throws {
        try Meta.set(db, .writeCheck, dependencies.wallClock.now().milliseconds)
    }

    /// Applies a page of the server's changes, and advances the cursor.
    ///
    /// - Parameters:
    ///   - changes: the changes in the server's order.
    ///   - unreadable: the changes that this version cannot decode, which are quarantined.
    ///   - cursor: the cursor at which the next pull starts; `nil` leaves the stored one as it is.
    ///   - policy: resolves conflicts.
    /// - Returns: the number of entities that changed.
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func apply(
        changes: [Entity],
        unreadable: [UnreadableChange] = [],
        cursor: String?,
        policy: any MergePolicy
    ) throws -> Int {
        for entity in changes { hybridClock.observe(entity.updatedAt) }
        let applier = try SyncApplier(writer: writer(editedAt: hybridClock.latest), policy: policy)
        var changed = 0
        for entity in changes where try applier.applyRemote(entity) { changed += 1 }
        if try !Quarantine.isEmpty(db) {
            // A readable change supersedes the quarantined one.
            for entity in changes { try Quarantine.remove(db, entity.id) }
        }
        try Quarantine.add(db, unreadable, at: dependencies.wallClock.now())
        if let cursor { try Meta.set(db, .cursor, cursor) }
        return changed
    }

    /// Applies deferred changes of entities without a mutation in flight.
    ///
    /// An earlier version left them deferred when the mutation was refused.
    package func applyRemainingDeferred(policy: any MergePolicy) throws {
        let ids = try DeferredChange.entities(db)
        guard !ids.isEmpty else { return }
        let applier = try SyncApplier(writer: writer(editedAt: hybridClock.latest), policy: policy)
        for id in ids {
            let mutations = try MutationRow.fetch(db, entityID: id)
            if mutations.contains(where: { sent.inFlight.contains($0.sequence) }) { continue }
            try applier.applyDeferred(id)
        }
    }

    /// The server's changes that this version could not decode, oldest first.
    package func quarantined(limit: Int = 100) throws -> [UnreadableChange] {
        let statement = try PreparedStatement(
            db,
            "SELECT entity_id, kind, reason, json FROM quarantine ORDER BY seq LIMIT ?"
        )
        statement.bind(1, Int64(limit))
        var changes: [UnreadableChange] = []
        try statement.forEachRow { row in
            changes.append(
                UnreadableChange(
                    entityID: row.optionalID(0),
                    kind: row.string(1) ?? "",
                    reason: row.string(2) ?? "",
                    json: row.json(3)
                )
            )
        }
        return changes
    }
}
