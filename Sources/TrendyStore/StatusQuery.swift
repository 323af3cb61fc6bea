/// The SQL statements of ``QueueStatus``.
///
/// The status is read often, so there are few of them.
package enum StatusQuery {
    /// The numbers of failed, stale and differing mutations, all mutations, open conflicts and
    /// quarantined changes.
    ///
    /// A creation without a base version does not count as differing: its entity was never on the
    /// server. Neither does an update, whose entity exists on both sides.
    package static let counts = """
        SELECT count(*) FILTER (WHERE state = 2), count(*) FILTER (WHERE state = 3),
            count(*) FILTER (WHERE operation = 'delete'
                OR (operation = 'create' AND base_version IS NOT NULL)),
            (SELECT count(*) FROM mutation),
            (SELECT count(*) FROM conflict WHERE acknowledged = 0),
            (SELECT count(*) FROM quarantine)
        FROM mutation WHERE state > 0
        """
    /// Of the pending mutations: the number of those that are not of events, the recording time of
    /// the oldest, the number of postponed ones, and the earliest attempt time of these.
    package static let waiting = """
        SELECT
            (SELECT count(*) FROM mutation INDEXED BY mutation_parents
                WHERE kind < 4 AND state = 0),
            (SELECT recorded_at FROM mutation WHERE state = 0 ORDER BY seq LIMIT 1),
            count(*), min(next_attempt_at)
        FROM mutation WHERE next_attempt_at > 0 AND state = 0
        """
    /// The pending mutations that are first of their entity and not postponed, oldest first.
    package static let unpostponed = """
        SELECT \(MutationRow.columns) FROM mutation
        WHERE state = 0 AND next_attempt_at = 0 AND \(isFirst)
        ORDER BY seq
        """
    /// The pending mutations that are first of their entity and postponed, ordered by attempt time.
    package static let postponed = """
        SELECT \(MutationRow.columns) FROM mutation INDEXED BY mutation_postponed
        WHERE state = 0 AND next_attempt_at > 0 AND \(isFirst)
        ORDER BY next_attempt_at, seq
        """
    private static let isFirst = """
        NOT EXISTS (SELECT 1 FROM mutation AS earlier
            WHERE earlier.entity_id = mutation.entity_id AND earlier.seq < mutation.seq)
        """
    /// The single values of sync.
    static let values = Meta.query(
        for: .cursor,
        .lastError,
        .lastFailure,
        .driftProblem,
        .lastSuccess,
        .serverWaitUntil,
        .pausedUntil
    )
}
