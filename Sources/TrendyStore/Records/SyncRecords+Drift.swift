import GRDB
package import TrendyModel
import TrendySQLite

extension SyncRecords {
    /// The time of the last drift check; `nil` before the first.
    package func lastDriftCheck() throws -> Instant? {
        try Meta.integer(db, .lastDriftCheck).map { Instant(milliseconds: $0) }
    }

    /// Stores the time and the result of a drift check.
    ///
    /// - `problem`: the difference that remains after all repairs; `nil` when device and server
    ///   agree.
    package func recordDriftCheck(problem: FailureReason?) throws {
        let now = dependencies.wallClock.now()
        try Meta.set(db, .lastDriftCheck, now.milliseconds)
        try Meta.set(db, .driftProblem, problem?.stored)
    }

    /// Repairs drift in a range of ids: entities without pending mutations get the server's state.
    ///
    /// A live entity that the server does not have is sent again.
    ///
    /// - Parameters:
    ///   - remotes: the server's entities in the range, including tombstones.
    ///   - range: the ids.
    ///   - policy: resolves conflicts when the server's version is older than the device's.
    /// - Returns: the number of entities that differed.
    /// - Throws: `DatabaseError`.
    package func repair(
        _ remotes: [Entity],
        in range: ClosedRange<EntityID>,
        policy: any MergePolicy
    ) throws -> Int {
        let writer = self.writer()
        let applier = try SyncApplier(writer: writer, policy: policy)
        var missing = Dictionary(remotes.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        var repaired = 0
        for row in try rows(in: range) {
            let remote = missing.removeValue(forKey: row.entity.id)
            guard try !MutationRow.exists(db, entityID: row.entity.id) else { continue }
            guard let remote else {
                guard row.entity.deletedAt == nil else { continue }
                repaired += 1
                try sendAgain(row, writer)
                continue
            }
            let isDeleted: Bool = row.entity.deletedAt != nil
            let isDeletedRemotely: Bool = remote.deletedAt != nil
            guard remote.version != row.entity.version || isDeletedRemotely != isDeleted else {
                continue
            }
            // Two tombstones of different versions are no visible difference.
            if !isDeleted || !isDeletedRemotely { repaired += 1 }
            if remote.version >= row.entity.version {
                try EntityRow(entity: remote).update(db, changeTracker)
            } else {
                try applier.mergeAfterRestore(remote)
            }
        }
        for remote in missing.values where remote.deletedAt == nil {
            repaired += 1
            try EntityRow(entity: remote).insert(db, changeTracker)
        }
        return repaired
    }

    private func sendAgain(_ row: EntityRow, _ writer: LocalWriter) throws {
        var row = row
        row.entity.version = 0
        row.base = nil
        try row.update(db, changeTracker)
        try writer.enqueue("create", row.entity, baseVersion: nil, fields: row.entity.content)
    }

    /// The entities in a range of ids, including tombstones and entities that the server has not
    /// accepted.
    private func rows(in range: ClosedRange<EntityID>) throws -> [EntityRow] {
        let statement = try PreparedStatement(
            db,
            "SELECT \(EntityTable.columns) FROM entity WHERE id BETWEEN ? AND ?"
        )
        statement.bind(1, range.lowerBound)
        statement.bind(2, range.upperBound)
        var rows: [EntityRow] = []
        try statement.forEachRow { rows.append(try EntityRow(row: $0)) }
        return rows
    }
}
