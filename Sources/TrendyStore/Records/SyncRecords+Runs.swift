import GRDB
package import TrendyModel
import TrendySQLite

extension SyncRecords {
    /// Removes the last failure from the status if it is of this kind.
    package func clearFailure(_ failure: String) throws {
        guard try Meta.string(db, .lastFailure) == failure else { return }
        try Meta.set(db, .lastError, nil as String?)
        try Meta.set(db, .lastFailure, nil as String?)
    }

    /// Stores the time until which no sync run starts automatically after a failed one.
    ///
    /// A successful or partial run ends the pause.
    package func pause(until: Instant) throws {
        try Meta.set(db, .pausedUntil, until.milliseconds)
    }

    /// Appends a sync run to the history, and updates the status.
    ///
    /// The history holds the last ``SyncRun/maximumStored`` runs. A success removes the last
    /// failure from the status. A cancelled run, or a skipped one with ``SyncRun/isInStatus``
    /// unset, does not change the status.
    package func record(_ run: SyncRun) throws {
        let now = dependencies.wallClock.now()
        switch run.outcome {
        case .success:
            try Meta.set(db, .lastError, nil as String?)
            try Meta.set(db, .lastFailure, nil as String?)
            try Meta.set(db, .lastSuccess, now.milliseconds)
            try Meta.set(db, .serverWaitUntil, nil as String?)
            try Meta.set(db, .pausedUntil, nil as String?)
        case .partial:
            try Meta.set(db, .lastError, FailureReason.timedOut.stored)
            try Meta.set(db, .lastFailure, SyncRun.Outcome.partial.rawValue)
            try Meta.set(db, .serverWaitUntil, nil as String?)
            try Meta.set(db, .pausedUntil, nil as String?)
        case .failure:
            try Meta.set(db, .lastError, run.reason?.stored)
            try Meta.set(db, .lastFailure, run.failure)
            let until = run.retryAfter.map { wait in
                (now + min(wait, StoredMutation.maximumPostponement)).milliseconds
            }
            try Meta.set(db, .serverWaitUntil, until.map { String($0) })
        case .skipped where run.isInStatus:
            try Meta.set(db, .lastError, run.reason?.stored)
            try Meta.set(db, .lastFailure, SyncRun.Outcome.skipped.rawValue)
        case .cancelled, .skipped:
            break
        }
        let insert = try PreparedStatement(
            db,
            """
            INSERT INTO sync_run (started_at, milliseconds, trigger, pushed, pulled, conflicts,
                failed, outcome, reason, failure)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        insert.bind(1, run.startedAt)
        insert.bind(2, run.duration.wholeMilliseconds)
        insert.bind(3, run.trigger)
        insert.bind(4, Int64(run.pushed))
        insert.bind(5, Int64(run.pulled))
        insert.bind(6, Int64(run.conflicts))
        insert.bind(7, Int64(run.failed))
        insert.bind(8, run.outcome.rawValue)
        insert.bind(9, run.reason?.stored)
        insert.bind(10, run.failure)
        try insert.run()
        let prune = try PreparedStatement(db, "DELETE FROM sync_run WHERE seq <= ?")
        prune.bind(1, db.lastInsertedRowID - Int64(SyncRun.maximumStored))
        try prune.run()
    }

    /// The last sync runs, newest first.
    package func runs(limit: Int = SyncRun.maximumStored) throws -> [SyncRun] {
        let statement = try PreparedStatement(
            db,
            """
            SELECT started_at, milliseconds, trigger, pushed, pulled, conflicts, failed,
                outcome, reason, failure
            FROM sync_run ORDER BY seq DESC LIMIT ?
            """
        )
        statement.bind(1, Int64(limit))
        var runs: [SyncRun] = []
        try statement.forEachRow { row in
            runs.append(
                SyncRun(
                    startedAt: row.instant(0),
                    duration: .milliseconds(row.int(1)),
                    trigger: row.string(2) ?? "",
                    pushed: Int(row.int(3)),
                    pulled: Int(row.int(4)),
                    conflicts: Int(row.int(5)),
                    failed: Int(row.int(6)),
                    outcome: row.string(7).flatMap(SyncRun.Outcome.init(rawValue:)) ?? .failure,
                    reason: row.string(8).map(FailureReason.init(stored:)),
                    failure: row.string(9)
                )
            )
        }
        return runs
    }
}
