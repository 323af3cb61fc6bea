import GRDB
package import TrendyModel
import TrendySQLite

/// The cursor, the changes of the server, the comparisons with it and the history of sync runs.
package struct SyncRecords: StoreRecords {
    let context: TransactionContext

    /// Where the next pull starts, as the server gave it; `nil` before the first bootstrap.
    package func cursor() throws -> String? {
        try Meta.string(db, .cursor)
    }

    /// Applies a page of changes and its cursor in one transaction.
    ///
    /// - Parameters:
    ///   - changes: what can be taken in.
    ///   - unreadable: what cannot; it is set aside, and the cursor goes on.
    ///   - cursor: where the next pull starts; where it stood when `nil`.
    ///   - policy: how divergences end.
    /// - Returns: how many entities changed here.
    /// - Throws: what the database throws; nothing of the page is applied then.
    @discardableResult
    package func apply(
        changes: [Entity],
        unreadable: [UnreadableChange] = [],
        cursor: String?,
        policy: any MergePolicy
    ) throws -> Int {
        for entity in changes { hybridClock.observe(entity.updatedAt) }
        let editedAt = hybridClock.latest
        let settler = try SyncApplier(writer: writer(editedAt: editedAt), policy: policy)
        var changed = 0
        for entity in changes where try settler.applyRemote(entity) { changed += 1 }
        if try !Quarantine.isEmpty(db) {
            // What came again in a form that can be read need not be set aside any more.
            for entity in changes { try Quarantine.remove(db, entity.id) }
        }
        try Quarantine.add(db, unreadable, at: dependencies.wallClock.now())
        if let cursor { try Meta.set(db, .cursor, cursor) }
        return changed
    }

    /// Brings in what an older program kept back behind refusals: no answer to them will come.
    package func applyRemainingDeferred(policy: any MergePolicy) throws {
        guard try !DeferredChange.entities(db).isEmpty else { return }
        let editedAt = hybridClock.latest
        let settler = try SyncApplier(writer: writer(editedAt: editedAt), policy: policy)
        for id in try DeferredChange.entities(db) {
            let lane = try MutationRow.fetch(db, entityID: id)
            guard !lane.contains(where: { sent.inFlight.contains($0.sequence) })
            else { continue }
            try settler.applyDeferred(id)
        }
    }

    /// The changes of the server that were set aside, oldest first.
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
