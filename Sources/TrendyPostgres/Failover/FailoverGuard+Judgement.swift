import Foundation
import Logging
import Synchronization
import TrendyModel
import TrendyServer

extension FailoverGuard {
    /// The record of the last judged timeline in the database.
    struct Record: Equatable {
        var timeline: PostgresTimeline
        /// Whether the epochs were renewed for it.
        var isRenewed: Bool

        init(_ timeline: PostgresTimeline, isRenewed: Bool) {
            self.timeline = timeline
            self.isRenewed = isRenewed
        }

        /// Reads the text of a record, such as `7713903521740263573 2 kept`.
        init?(_ text: String) {
            let fields = text.split(separator: " ")
            guard fields.count == 3, let system = Int64(fields[0]), let number = Int32(fields[1])
            else { return nil }
            timeline = PostgresTimeline(system: system, number: number)
            isRenewed = fields[2] == "renewed"
        }

        var text: String {
            "\(timeline.system) \(timeline.number) \(isRenewed ? "renewed" : "kept")"
        }
    }

    /// Why epochs are renewed.
    enum Loss {
        /// Acknowledged commits are missing.
        case lost
        /// The history of the timeline cannot be read for lack of rights.
        case unreadableHistory
        /// The server ended without a complete file of its commits.
        case unknownCommits
        /// An operator said that the database was restored.
        case restored
    }

    /// Decides whether a timeline has the commits, renews the epochs if not, and records the
    /// timeline in the database.
    ///
    /// - Parameters:
    ///   - connection: a connection to the timeline.
    ///   - seen: the timeline.
    ///   - previous: the timeline of this server before.
    ///   - commits: the newest acknowledged commits.
    ///   - isProven: whether no other commit was acknowledged.
    /// - Throws: ``PostgresError``; nothing is decided then.
    func judge(
        _ connection: PostgresConnection,
        _ seen: ClusterState,
        after previous: PostgresTimeline,
        _ commits: AcknowledgedCommits,
        isProven: Bool
    ) throws {
        let loss =
            isProven ? try self.loss(of: commits.newest, connection, seen) : Loss.unknownCommits
        try conclude(connection, seen, after: previous, loss)
    }

    /// Records a decision in the database and in this server.
    ///
    /// - `previous`: the timeline of this server before; `nil` when unknown.
    func conclude(
        _ connection: PostgresConnection,
        _ seen: ClusterState,
        after previous: PostgresTimeline?,
        _ loss: Loss?
    ) throws {
        // Many accounts take long; until then the server could serve nothing anyway.
        let deadline = connection.deadline
        connection.deadline = .after(Self.renewalTime)
        defer { connection.deadline = deadline }
        let isRenewed = try connection.transaction { transaction in
            let rows = try transaction.roundTrip(PostgresBatch(PostgresFailoverQuery.lockRecord))
            let before = try rows[0].first.flatMap { Record(try $0.string(0)) }
            let isFirst = before?.timeline != seen.timeline
            // Of several servers that lost commits in one failover, the first renews for all.
            let isDone = !isFirst && before?.isRenewed == true && previous != seen.timeline
            let renews =
                switch loss {
                case nil: false
                case .restored: true
                default: !isDone
                }
            var batch = PostgresBatch()
            if renews { addRenewal(&batch, keepsVersions: isFirst || loss == .restored) }
            let wasRenewed = !isFirst && before?.isRenewed == true
            let record = Record(seen.timeline, isRenewed: renews || wasRenewed)
            batch.add(PostgresFailoverQuery.setRecord) { $0.append(byteaOf: record.text) }
            try transaction.commit(batch)
            return renews
        }
        state.withLock { state in
            state.timeline = seen.timeline
            // What was lost is settled by the new epochs.
            if loss != nil { state.commits.removeAll() }
            write(.open, &state)
        }
        report(loss, isRenewed: isRenewed, from: previous, to: seen.timeline)
    }

    /// Adds the statements that give all accounts a new epoch.
    ///
    /// - `keepsVersions`: whether the versions of the accounts are those up to which the previous
    ///   epoch's cursors are valid: no other server has written since.
    private func addRenewal(_ batch: inout PostgresBatch, keepsVersions: Bool) {
        let epoch = randomHex(random)
        batch.add(PostgresFailoverQuery.lockAccounts)
        batch.add(PostgresFailoverQuery.lockFrozen)
        if keepsVersions {
            batch.add(PostgresFailoverQuery.recordEpochs)
            batch.add(PostgresFailoverQuery.recordFrozenEpochs)
        }
        for statement in [
            PostgresFailoverQuery.setEpochs, PostgresFailoverQuery.setFrozenEpochs,
            PostgresFailoverQuery.setFirstEpoch,
        ] {
            batch.add(statement) { $0.append(byteaOf: epoch) }
        }
    }

    private func loss(
        of commits: [AcknowledgedCommits.Commit],
        _ connection: PostgresConnection,
        _ seen: ClusterState
    ) throws -> Loss? {
        guard !commits.isEmpty else { return nil }
        var history = TimelineHistory("")
        if commits.contains(where: { $0.timeline != seen.timeline.number }) {
            guard let read = try Self.history(of: seen.timeline.number, connection) else {
                return .unreadableHistory
            }
            history = read
        }
        let isLost = commits.contains {
            AcknowledgedCommits.isLost($0, on: seen.timeline.number, at: seen.position, history)
        }
        if isLost { return .lost }
        // Of a commit whose position is before the switch, its record may still be after it.
        var batch = PostgresBatch()
        batch.add(PostgresFailoverQuery.uncommitted) {
            $0.appendArray(of: .int8, commits) { $0.append(int8: $1.transaction) }
        }
        let missing = try connection.roundTrip(batch)[0][0].int(0)
        return missing == 0 ? nil : .lost
    }

    /// Reads the history of a timeline; `nil` when this role may not.
    static func history(
        of timeline: Int32,
        _ connection: PostgresConnection
    ) throws -> TimelineHistory? {
        // The first timeline has no history.
        guard timeline > 1 else { return TimelineHistory("") }
        let rights = try connection.roundTrip(
            PostgresBatch(PostgresFailoverQuery.historyFunctions)
        )[0][0]
        let statement: PostgresStatement
        if try rights.bool(0) {
            statement = PostgresFailoverQuery.history
        } else if try rights.bool(1) {
            statement = PostgresFailoverQuery.historyFile
        } else {
            return nil
        }
        var batch = PostgresBatch()
        batch.add(statement) { $0.append(int4: timeline) }
        do throws(PostgresError) {
            return TimelineHistory(try connection.roundTrip(batch)[0][0].string(0))
        } catch {
            // No right after all, or no such file.
            guard ["42501", "58P01"].contains(error.sqlState) else { throw error }
            return nil
        }
    }

    private func report(
        _ loss: Loss?,
        isRenewed: Bool,
        from before: PostgresTimeline?,
        to timeline: PostgresTimeline
    ) {
        let metadata: Logger.Metadata = ["timeline": .stringConvertible(timeline.number)]
        guard let loss else {
            guard before != nil, before != timeline else { return }
            logger.notice(
                "The database failed over: all acknowledged changes are there",
                metadata: metadata
            )
            return
        }
        guard isRenewed else {
            logger.notice(
                "The database failed over: another server has renewed the epochs of all accounts",
                metadata: metadata
            )
            return
        }
        logger.warning("\(Self.text(of: loss)) \(Self.consequence)", metadata: metadata)
    }

    private static let consequence = """
        All accounts have a new epoch: devices read everything again and send what the database lacks
        """

    private static func text(of loss: Loss) -> String {
        switch loss {
        case .lost:
            "The database has lost acknowledged changes in a failover or restore."
        case .unreadableHistory:
            """
            The database failed over, and this role may not read where the new timeline began; to \
            allow it, run packaging/postgresql/timeline-history.sql as a superuser.
            """
        case .unknownCommits:
            """
            The database failed over while this server was away, which cannot prove that nothing \
            was lost.
            """
        case .restored: "The database was restored."
        }
    }

    private static let renewalTime = Duration.seconds(600)
}
