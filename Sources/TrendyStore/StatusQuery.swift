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
