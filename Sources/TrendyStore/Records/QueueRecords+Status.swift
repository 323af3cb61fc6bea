import GRDB
package import TrendyModel
import TrendySQLite

extension QueueRecords {
    /// The state of sync as the database has it now.
    package func status() throws -> QueueStatus {
        var status = try waitingStatus(db)
        let notes = try PreparedStatement(db, StatusQuery.notes)
        try notes.forEachRow { row in
            status.cursor = row.string(0)
            status.lastError = row.string(1).map(FailureReason.init(stored:))
            status.lastFailure = row.string(2)
            status.drift = row.string(3).map(FailureReason.init(stored:))
            status.lastSuccess = Meta.instant(row, 4)
            status.serverWaitUntil = Meta.instant(row, 5)
            status.pausedUntil = Meta.instant(row, 6)
        }
        return status
    }

    /// When the next waiting mutation may be tried; `nil` when none waits.
    package func nextAttempt() throws -> Instant? {
        try waitingStatus(db).nextAttempt
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

    /// What has become of the changes of entities, as far as they wait here; entities whose
    /// changes the server has are absent.
    package func states(
        among ids: some Sequence<EntityID>
    ) throws -> [EntityID: StoredMutation.State] {
        var states: [EntityID: StoredMutation.State] = [:]
        for id in ids {
            // Only the first mutation of an entity is ever looked at.
            states[id] = try MutationRow.fetch(db, entityID: id).first?.state
        }
        return states
    }

    /// The ids of entities that have changes waiting to be sent.
    package func pendingEntities(among ids: [EntityID]) throws -> Set<EntityID> {
        var unsent: Set<EntityID> = []
        for id in ids where try MutationRow.exists(db, entityID: id) { unsent.insert(id) }
        return unsent
    }

    /// Whether a mutation of the entity waits for the server's answer.
    package func contains(entityID: EntityID) throws -> Bool {
        try MutationRow.exists(db, entityID: entityID)
    }

    /// The mutations that a person must decide about, oldest first.
    package func failedMutations(limit: Int = 100) throws -> [StoredMutation] {
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

    /// Keeps how far the server's clock is ahead of the device's.
    ///
    /// When it shows that the device's clock was ahead, edits that were never sent and stand in
    /// the future are taken back to now: they must not win over what others do until then.
    package func update(serverOffset: Duration) throws {
        guard serverOffset != self.serverOffset else { return }
        let now = dependencies.wallClock.now() + serverOffset
        let isAhead = hybridClock.latest > now + Self.maximumClockLead
        try Meta.set(db, .serverOffset, serverOffset.wholeMilliseconds)
        self.serverOffset = serverOffset
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
        hybridClock = HybridClock(latest: now)
    }

    /// How far times may run ahead of the clock: one more for each edit within a millisecond, and
    /// what other devices have given out.
    private static let maximumClockLead = Duration.seconds(60)
}
