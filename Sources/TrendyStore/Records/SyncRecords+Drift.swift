import GRDB
package import TrendyModel
import TrendySQLite

extension SyncRecords {
    /// When device and server were compared last, as far as they agreed then; `nil` before.
    package func lastDriftCheck() throws -> Instant? {
        try Meta.integer(db, .lastDriftCheck).map { Instant(milliseconds: $0) }
    }

    /// Keeps what a comparison came to.
    ///
    /// - `problem`: how they still differ after all attempts; `nil` when they agree.
    package func recordDriftCheck(problem: FailureReason?) throws {
        let now = dependencies.wallClock.now()
        try Meta.set(db, .lastDriftCheck, now.milliseconds)
        try Meta.set(db, .driftProblem, problem?.stored)
    }

    /// Brings a range of ids to the state that the server has of it, as far as nothing of it waits
    /// to be sent.
    ///
    /// - Parameters:
    ///   - remotes: all that the server knows in the range, deleted entities too.
    ///   - range: the ids.
    ///   - policy: how an entity that the server has in an older state than was seen is merged.
    /// - Returns: how many entities were not as the server has them.
    /// - Throws: what the database throws; nothing is changed then.
    package func repair(
        _ remotes: [Entity],
        in range: ClosedRange<EntityID>,
        policy: any MergePolicy
    ) throws -> Int {
        let editedAt = nextEditTime()
        let writer = self.writer(editedAt: editedAt)
        let settler = try SyncApplier(writer: writer, policy: policy)
        var missing = Dictionary(remotes.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        var repaired = 0
        for row in try rows(db, in: range) {
            let remote = missing.removeValue(forKey: row.entity.id)
            guard try !MutationRow.exists(db, entityID: row.entity.id) else { continue }
            guard let remote else {
                guard row.entity.deletedAt == nil else { continue }
                repaired += 1
                try sendAgain(row, writer)
                continue
            }
            let isSame =
                remote.version == row.entity.version
                && (remote.deletedAt == nil) == (row.entity.deletedAt == nil)
            guard !isSame else { continue }
            // One that is gone on both sides was in nobody's way.
            if row.entity.deletedAt == nil || remote.deletedAt == nil { repaired += 1 }
            if remote.version >= row.entity.version {
                try EntityRow(entity: remote).update(db, changeTracker)
            } else {
                try settler.mergeAfterRestore(remote)
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
        try row.update(db, writer.log)
        try writer.enqueue("create", row.entity, baseVersion: nil, fields: row.entity.content)
    }

    /// The entities of a range, whether the server knows them or not.
    private func rows(_ db: Database, in range: ClosedRange<EntityID>) throws -> [EntityRow] {
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
