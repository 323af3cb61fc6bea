import GRDB
import TrendyLocalization
public import TrendyModel
import TrendySQLite

/// One run of a sync, as the history keeps it.
public struct SyncRun: Sendable, Equatable {
    /// How it ended.
    public enum Outcome: String, Sendable {
        /// All was done that could be.
        case success
        /// Time ran out: what was not done is for the next.
        case partial
        /// It did not get through; ``SyncRun/reason`` tells why.
        case failure
        /// Whoever had asked for it asked it to stop.
        case cancelled
        /// It was due and not begun; ``SyncRun/reason`` tells why.
        case skipped
    }

    /// Runs that are kept.
    public static let kept = 100

    /// When it began, by the device's clock.
    public var startedAt: Instant
    /// How long it took.
    public var duration: Duration
    /// What asked for it.
    public var trigger: String
    /// Mutations that the server accepted.
    public var pushed: Int
    /// Entities that changed here.
    public var pulled: Int
    /// Mutations that met a change of the same entity.
    public var conflicts: Int
    /// Mutations that a person must decide about since.
    public var failed: Int
    /// How it ended.
    public var outcome: Outcome
    /// Why it did not get through.
    public var reason: String?
    /// What kind of trouble that was, as the layer of sync names it.
    public var failure: String?
    /// How long the server asked to be left alone; kept as a moment in the status, an hour away at
    /// most.
    public var retryAfter: Duration?
    /// Whether the status tells of it, and not the history alone.
    public var isInStatus = true

    /// Bundles a run.
    public init(
        startedAt: Instant,
        duration: Duration,
        trigger: String,
        pushed: Int,
        pulled: Int,
        conflicts: Int,
        failed: Int,
        outcome: Outcome,
        reason: String? = nil,
        failure: String? = nil
    ) {
        self.startedAt = startedAt
        self.duration = duration
        self.trigger = trigger
        self.pushed = pushed
        self.pulled = pulled
        self.conflicts = conflicts
        self.failed = failed
        self.outcome = outcome
        self.reason = reason
        self.failure = failure
    }
}

extension DeviceStore {
    /// What the status says of the last failure is over, if it was this one.
    public func forgetFailure(_ failure: String) throws {
        try writing { db in
            guard try Meta.string(db, .lastFailure) == failure else { return }
            try Meta.set(db, .lastError, nil as String?)
            try Meta.set(db, .lastFailure, nil as String?)
        }
    }

    /// Keeps until when no run begins by itself, after one that did not get through; a run that
    /// ends well ends it.
    public func notePause(until: Instant) throws {
        try writing { try Meta.set($0, .pausedUntil, until.milliseconds) }
    }

    /// Keeps how a run ended; the oldest beyond ``SyncRun/kept`` goes.
    ///
    /// A success ends what the status says of the last failure; a run that was cancelled, or one of
    /// the history alone, changes nothing of it.
    public func note(_ run: SyncRun) throws {
        let now = dependencies.wallClock.now()
        try writing { db in
            switch run.outcome {
            case .success:
                try Meta.set(db, .lastError, nil as String?)
                try Meta.set(db, .lastFailure, nil as String?)
                try Meta.set(db, .lastSuccess, now.milliseconds)
                try Meta.set(db, .serverWaitUntil, nil as String?)
                try Meta.set(db, .pausedUntil, nil as String?)
            case .partial:
                try Meta.set(db, .lastError, Strings.Sync.timedOut())
                try Meta.set(db, .lastFailure, SyncRun.Outcome.partial.rawValue)
                try Meta.set(db, .serverWaitUntil, nil as String?)
                try Meta.set(db, .pausedUntil, nil as String?)
            case .failure:
                try Meta.set(db, .lastError, run.reason)
                try Meta.set(db, .lastFailure, run.failure)
                let until = run.retryAfter.map { wait in
                    (now + min(wait, StoredMutation.maximumPostponement)).milliseconds
                }
                try Meta.set(db, .serverWaitUntil, until.map { String($0) })
            case .skipped where run.isInStatus:
                try Meta.set(db, .lastError, run.reason)
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
            insert.bind(9, run.reason)
            insert.bind(10, run.failure)
            try insert.run()
            let prune = try PreparedStatement(db, "DELETE FROM sync_run WHERE seq <= ?")
            prune.bind(1, db.lastInsertedRowID - Int64(SyncRun.kept))
            try prune.run()
        }
    }

    /// The last runs of sync, newest first.
    public func syncRuns(limit: Int = SyncRun.kept) throws -> [SyncRun] {
        try database.reading { db in
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
                        outcome: row.string(7).flatMap { SyncRun.Outcome(rawValue: $0) }
                            ?? .failure,
                        reason: row.string(8),
                        failure: row.string(9)
                    )
                )
            }
            return runs
        }
    }
}
