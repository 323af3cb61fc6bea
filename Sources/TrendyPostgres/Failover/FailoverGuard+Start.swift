import Synchronization
import TrendyModel
import TrendyServer

extension FailoverGuard {
    /// Decides at the start of a server whether the database has what this and the other servers
    /// acknowledged, and begins to admit connections.
    ///
    /// - Parameters:
    ///   - connection: a connection to the migrated database.
    ///   - isRestored: whether an operator says that the database was restored: the epochs of all
    ///     accounts are renewed.
    /// - Throws: ``ServerError`` of the code `foreignDatabase` when the database belongs to another
    ///   cluster than before, or to a timeline that a later one replaced; ``PostgresError``.
    func start(on connection: PostgresConnection, isRestored: Bool) throws {
        let seen = try ClusterState.read(connection)
        let rows = try connection.roundTrip(PostgresBatch(PostgresFailoverQuery.lockRecord))
        let record = try rows[0].first.flatMap { Record(try $0.string(0)) }
        if isRestored { return try conclude(connection, seen, after: nil, .restored) }
        if let record, record.timeline.system != seen.timeline.system {
            throw Self.refusal(Self.otherCluster)
        }
        // A file of another cluster is from before a move, whose first start has renewed the epochs.
        var content = file?.read()
        if content?.timeline.system != seen.timeline.system { content = nil }
        let newest = max(record?.timeline.number ?? 0, content?.timeline.number ?? 0)
        guard newest <= seen.timeline.number else {
            throw Self.refusal(Self.formerPrimary(seen.timeline.number, newest))
        }
        if let content { state.withLock { $0.commits = content.commits } }
        guard let content else {
            // Another server has judged the timeline, or it is the first start of all.
            let isKnown = record == nil || record?.timeline == seen.timeline
            return try conclude(
                connection,
                seen,
                after: record?.timeline,
                isKnown ? nil : .unknownCommits
            )
        }
        let isSame = content.timeline == seen.timeline
        if isSame {
            let highest = content.commits.highest(on: seen.timeline.number)
            guard let highest, seen.position < highest else {
                return try conclude(connection, seen, after: content.timeline, nil)
            }
        }
        try judge(
            connection,
            seen,
            after: content.timeline,
            content.commits,
            isProven: isSame || file?.isComplete(content) == true
        )
    }

    private static func refusal(_ error: PostgresError) -> ServerError {
        ServerError(code: .foreignDatabase, message: error.message)
    }
}
