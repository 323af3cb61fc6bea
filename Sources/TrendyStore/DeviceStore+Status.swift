import GRDB
public import TrendyModel
import TrendySQLite

/// What the database says about the state of sync, at one moment.
public struct QueueStatus: Sendable, Equatable {
    /// Mutations that wait for their turn.
    public var pending = 0
    /// Those of them that are of events.
    public var pendingEvents = 0
    /// Those of them that were sent, and whose answer is not known.
    public var inFlight = 0
    /// Those of them that wait behind what a person must decide about.
    public var blocked = 0
    /// Mutations that were refused; a person decides.
    public var failed = 0
    /// Mutations that were tried for too long; a person decides.
    public var stale = 0
    /// Those that a person decides about and whose entity is there on one side only until then.
    public var differing = 0
    /// Values that lost a conflict and have not been acknowledged.
    public var conflicts = 0
    /// Changes of the server that this program cannot read.
    public var quarantined = 0
    /// When the oldest waiting mutation was recorded.
    public var oldestPending: Instant?
    /// When the next attempt may be made; `nil` when none is to be made.
    public var nextAttempt: Instant?
    /// Until when the server asked to be left alone; `nil` when it did not.
    public var serverWaitUntil: Instant?
    /// Until when no run begins by itself, after one that did not get through.
    public var pausedUntil: Instant?
    /// Where the next pull starts; `nil` before the first bootstrap.
    public var cursor: String?
    /// When a sync last ended well.
    public var lastSuccess: Instant?
    /// What the last sync failed with; gone once one ends well.
    public var lastError: String?
    /// What kind of trouble that was, as the layer of sync names it.
    public var lastFailure: String?
    /// How device and server still differed after all attempts to mend it.
    public var drift: String?

    /// A queue with nothing in it, before the first bootstrap.
    public init() {}
}

extension QueueStatus {
    /// How long the server still asked to be left alone.
    ///
    /// An hour at most was noted; what is longer was by a clock that was wrong, and is over.
    public func serverWait(at now: Instant) -> Duration { Self.wait(until: serverWaitUntil, now) }

    /// How long no run begins by itself, after one that did not get through; an hour at most.
    public func pause(at now: Instant) -> Duration { Self.wait(until: pausedUntil, now) }

    private static func wait(until end: Instant?, _ now: Instant) -> Duration {
        guard let end else { return .zero }
        let wait = end - now
        return wait > StoredMutation.maximumPostponement ? .zero : max(.zero, wait)
    }
}

extension DeviceStore {
    /// The state of sync as the database has it now.
    public func status() throws -> QueueStatus {
        try database.reading { db in
            var status = try waitingStatus(db)
            let notes = try PreparedStatement(db, StatusQuery.notes)
            try notes.forEachRow { row in
                status.cursor = row.string(0)
                status.lastError = row.string(1)
                status.lastFailure = row.string(2)
                status.drift = row.string(3)
                status.lastSuccess = Meta.instant(row, 4)
                status.serverWaitUntil = Meta.instant(row, 5)
                status.pausedUntil = Meta.instant(row, 6)
            }
            return status
        }
    }

    /// When the next waiting mutation may be tried; `nil` when none waits.
    public func nextAttempt() throws -> Instant? {
        try database.reading { try waitingStatus($0).nextAttempt }
    }

    /// The part of the status that tables tell by their rows.
    ///
    /// What waits is counted as all but what a person decides, so that only small indexes are read.
    private func waitingStatus(_ db: Database) throws -> QueueStatus {
        var status = QueueStatus()
        let counts = try PreparedStatement(db, StatusQuery.counts)
        try counts.forEachRow { row in
            status.failed = Int(row.int(0))
            status.stale = Int(row.int(1))
            status.differing = Int(row.int(2))
            status.pending = Int(row.int(3)) - status.failed - status.stale
            status.conflicts = Int(row.int(4))
            status.quarantined = Int(row.int(5))
        }
        guard status.pending > 0 else { return status }
        status.inFlight = try sent.countInFlight(db)
        if status.failed + status.stale > 0 { status.blocked = try BlockedMutations.count(db) }
        var postponed = 0
        let waiting = try PreparedStatement(db, StatusQuery.waiting)
        try waiting.forEachRow { row in
            status.pendingEvents = status.pending - Int(row.int(0))
            status.oldestPending = row.instant(1)
            postponed = Int(row.int(2))
            status.nextAttempt = row.optionalInstant(3)
        }
        guard status.blocked < status.pending else {
            status.nextAttempt = nil
            return status
        }
        if let next = try nextAttempt(db, postponed: postponed) { status.nextAttempt = next }
        // A clock that was wrong does not keep anything back.
        let longest = dependencies.wallClock.now() + StoredMutation.maximumPostponement
        status.nextAttempt = min(status.nextAttempt ?? longest, longest)
        return status
    }

    /// When the first that waits for nothing else may be tried; `nil` when each waits for another.
    ///
    /// - `postponed`: how many wait for a time.
    private func nextAttempt(_ db: Database, postponed: Int) throws -> Instant? {
        guard postponed > 0 else { return Instant(milliseconds: 0) }
        let missing = try pendingCreations(db)
        for query in [StatusQuery.unpostponed, StatusQuery.postponed] {
            var next: Instant?
            let statement = try PreparedStatement(db, query)
            try statement.readRows { row in
                let mutation = try StoredMutation(row: row)
                let parents = EntityKeys(kind: mutation.kind, content: mutation.fields).parents
                guard mutation.operation == "delete" || missing.isDisjoint(with: parents) else {
                    return true
                }
                next = mutation.nextAttemptAt
                return false
            }
            if let next { return next }
        }
        return nil
    }

    /// The mutations that a person must decide about, oldest first.
    public func failedMutations(limit: Int = 100) throws -> [StoredMutation] {
        try database.reading { db in
            let statement = try PreparedStatement(
                db,
                """
                SELECT \(MutationRow.columns) FROM mutation WHERE state > 0
                ORDER BY seq LIMIT ?
                """
            )
            statement.bind(1, Int64(limit))
            var mutations: [StoredMutation] = []
            try statement.forEachRow { mutations.append(try StoredMutation(row: $0)) }
            return mutations
        }
    }

    /// Keeps how far the server's clock is ahead of the device's.
    ///
    /// When it shows that the device's clock was ahead, edits that were never sent and stand in
    /// the future are taken back to now: they must not win over what others do until then.
    public func note(serverOffset: Duration) throws {
        guard serverOffset != self.serverOffset else { return }
        let now = dependencies.wallClock.now() + serverOffset
        let isAhead = hybridClock.latest > now + Self.maximumClockLead
        try writing { db in
            try Meta.set(db, .serverOffset, serverOffset.wholeMilliseconds)
            guard isAhead else { return }
            try Meta.set(db, .hybridTime, now.milliseconds)
            let statement = try PreparedStatement(
                db,
                """
                UPDATE mutation SET edited_at = ?1
                WHERE edited_at > ?1 AND seq > CASE is_backfill WHEN 0 THEN ?2 ELSE ?3 END
                """
            )
            statement.bind(1, now)
            statement.bind(2, sent.present)
            statement.bind(3, sent.backfill)
            try statement.run()
        }
        self.serverOffset = serverOffset
        if isAhead { hybridClock = HybridClock(latest: now) }
    }

    /// How far times may run ahead of the clock: one more for each edit within a millisecond, and
    /// what other devices have given out.
    private static let maximumClockLead = Duration.seconds(60)
}

/// The statements that tell the state of sync: few, since it is asked for all the time.
package enum StatusQuery {
    /// Failed, stale, differing, all in the queue, open conflicts, what was set aside.
    ///
    /// What was never on the server counts on neither side, and an edit has its version on both.
    package static let counts = """
        SELECT count(*) FILTER (WHERE state = 2), count(*) FILTER (WHERE state = 3),
            count(*) FILTER (WHERE operation = 'delete'
                OR (operation = 'create' AND base_version IS NOT NULL)),
            (SELECT count(*) FROM mutation),
            (SELECT count(*) FROM conflict WHERE acknowledged = 0),
            (SELECT count(*) FROM quarantine)
        FROM mutation WHERE state > 0
        """
    /// Of what waits: those of no event, when the oldest was recorded, those that are postponed,
    /// and until when the first of them is.
    package static let waiting = """
        SELECT
            (SELECT count(*) FROM mutation INDEXED BY mutation_parents
                WHERE kind < 4 AND state = 0),
            (SELECT recorded_at FROM mutation WHERE state = 0 ORDER BY seq LIMIT 1),
            count(*), min(next_attempt_at)
        FROM mutation WHERE next_attempt_at > 0 AND state = 0
        """
    /// What waits for no time, and for nothing of the same entity, oldest first.
    package static let unpostponed = """
        SELECT \(MutationRow.columns) FROM mutation
        WHERE state = 0 AND next_attempt_at = 0 AND \(isFirst)
        ORDER BY seq
        """
    /// What waits for a time, and for nothing of the same entity, that of the next time first.
    package static let postponed = """
        SELECT \(MutationRow.columns) FROM mutation INDEXED BY mutation_postponed
        WHERE state = 0 AND next_attempt_at > 0 AND \(isFirst)
        ORDER BY next_attempt_at, seq
        """
    private static let isFirst = """
        NOT EXISTS (SELECT 1 FROM mutation AS earlier
            WHERE earlier.entity_id = mutation.entity_id AND earlier.seq < mutation.seq)
        """
    /// What is noted of sync beside the queue.
    static let notes = Meta.query(
        for: .cursor,
        .lastError,
        .lastFailure,
        .driftProblem,
        .lastSuccess,
        .serverWaitUntil,
        .pausedUntil
    )
}
