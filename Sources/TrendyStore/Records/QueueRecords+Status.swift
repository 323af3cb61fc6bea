import GRDB
package import TrendyModel
import TrendySQLite

extension QueueRecords {
    /// The state of the queue and of sync.
    package func status() throws -> QueueStatus {
        var status = try pendingStatus()
        let values = try PreparedStatement(db, StatusQuery.values)
        try values.forEachRow { row in
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

    /// The time at which the next pending mutation may be sent; `nil` when none may be sent.
    package func nextAttempt() throws -> Instant? {
        try pendingStatus().nextAttempt
    }

    /// The part of the status that is counted from rows.
    ///
    /// The pending mutations are counted as all mutations minus the failed ones, so that only small
    /// indexes are read.
    private func pendingStatus() throws -> QueueStatus {
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
        let pending = try PreparedStatement(db, StatusQuery.waiting)
        try pending.forEachRow { row in
            status.pendingEvents = status.pending - Int(row.int(0))
            status.oldestPending = row.instant(1)
            postponed = Int(row.int(2))
            status.nextAttempt = row.optionalInstant(3)
        }
        guard status.blocked < status.pending else {
            status.nextAttempt = nil
            return status
        }
        if let next = try nextAttempt(postponed: postponed) { status.nextAttempt = next }
        // A later time was stored while the clock was ahead.
        let longest = dependencies.wallClock.now() + StoredMutation.maximumPostponement
        status.nextAttempt = min(status.nextAttempt ?? longest, longest)
        return status
    }

    /// The time at which the first mutation without unmet dependencies may be sent; `nil` when all
    /// have unmet dependencies.
    ///
    /// - `postponed`: the number of pending mutations with a next attempt time.
    private func nextAttempt(postponed: Int) throws -> Instant? {
        guard postponed > 0 else { return Instant(milliseconds: 0) }
        let missing = try pendingCreations()
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

    /// The state of the first mutation of each entity; entities without mutations are absent.
    package func states(
        among ids: some Sequence<EntityID>
    ) throws -> [EntityID: StoredMutation.State] {
        var states: [EntityID: StoredMutation.State] = [:]
        for id in ids {
            // Mutations are FIFO per entity.
            states[id] = try MutationRow.fetch(db, entityID: id).first?.state
        }
        return states
    }

    /// The entities that have mutations in the queue.
    package func pendingEntities(among ids: [EntityID]) throws -> Set<EntityID> {
        var pending: Set<EntityID> = []
        for id in ids where try MutationRow.exists(db, entityID: id) { pending.insert(id) }
        return pending
    }

    /// Whether the queue contains a mutation of an entity.
    package func contains(entityID: EntityID) throws -> Bool {
        try MutationRow.exists(db, entityID: entityID)
    }

    /// The failed and stale mutations, oldest first.
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

    /// Stores how far the server's clock is ahead of the device's.
    ///
    /// When it shows that the device's clock was ahead, the edit times of unsent mutations are
    /// limited to the present; otherwise they would win over later edits of other devices.
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
        statement.bind(2, sent.regular)
        statement.bind(3, sent.backfill)
        try statement.run()
        hybridClock = HybridClock(latest: now)
    }

    /// How far the hybrid clock may run ahead of the wall clock.
    ///
    /// It advances by a millisecond for each edit within the same millisecond, and to the latest
    /// edit time of other devices.
    private static let maximumClockLead = Duration.seconds(60)
}
