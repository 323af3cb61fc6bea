import Foundation
import Logging
import Synchronization
import TrendyModel

/// Recognizes failovers and restores of the database, and renews the epochs of all accounts when
/// acknowledged commits were lost.
///
/// A connection asks ``admit(_:)`` before it serves anyone: the first one to a new timeline decides
/// for the whole server whether it has all that this server acknowledged. Each server of a database
/// decides for its own commits. Threads of connections call it; the calls block.
final class FailoverGuard: Sendable {
    struct State {
        /// The timeline that this server serves; `nil` before ``start(on:isRestored:)``.
        var timeline: PostgresTimeline?
        var commits = AcknowledgedCommits()
        /// What the file says now; `nil` before the first write.
        var fileState: CommitPositionFile.State?
        /// The number of commits at the last ``settle()``.
        var settledCount: UInt64 = 0
        var hasLoggedFileError = false
    }

    let state = Mutex(State())
    /// Held while a connection decides, so that the others wait for the decision.
    private let deciding = NSLock()
    let file: CommitPositionFile?
    let random: any RandomSource
    let logger: Logger

    /// Creates a guard, which admits connections after ``start(on:isRestored:)``.
    ///
    /// - Parameters:
    ///   - path: the file with the positions of acknowledged commits; `nil` to keep none.
    ///   - random: the source of new epochs.
    ///   - logger: receives failovers and restores.
    init(path: String?, random: any RandomSource, logger: Logger) {
        file = path.map { CommitPositionFile(path: $0) }
        self.random = random
        self.logger = logger
    }

    /// Decides about a new connection, and attaches the guard to it.
    ///
    /// - Throws: ``PostgresError/Origin/wrongServer`` for a standby, a former primary or another
    ///   cluster; the connection must not be used then.
    func admit(_ connection: PostgresConnection) throws(PostgresError) {
        do {
            try deciding.withLock {
                // Other connections commit meanwhile: what they acknowledge after the position was
                // read may be after it.
                let commits = state.withLock(\.commits)
                let seen = try ClusterState.read(connection)
                if let known = state.withLock(\.timeline) {
                    try decide(connection, known, seen, commitsBefore: commits)
                }
                connection.timeline = seen.timeline
            }
        } catch let error as PostgresError {
            throw error
        } catch {
            throw PostgresError(.other, .unexpectedResult, "\(error)")
        }
        connection.failoverGuard = self
    }

    /// Whether a connection is one to the timeline that this server serves.
    func isCurrent(_ connection: PostgresConnection) -> Bool {
        state.withLock { $0.timeline == nil || $0.timeline == connection.timeline }
    }

    /// The number of commits before a transaction ends, for ``acknowledge(_:start:on:)``.
    var commitCount: UInt64 { state.withLock(\.commits.count) }

    /// Records a commit before the caller hears of it.
    ///
    /// - Throws: ``PostgresError/Kind/commitUnknown`` when another timeline has taken over meanwhile.
    func acknowledge(
        _ row: PostgresRow,
        start: UInt64,
        on connection: PostgresConnection
    ) throws(PostgresError) {
        // A transaction that wrote nothing has no id.
        guard let transaction = try row.optionalInt(1) else { return }
        let position = WALPosition(bytes: UInt64(bitPattern: try row.int(0)))
        let isCurrent = state.withLock { state in
            guard let timeline = state.timeline else { return true }
            guard timeline == connection.timeline else { return false }
            state.commits.add(
                AcknowledgedCommits.Commit(
                    timeline: timeline.number,
                    position: position,
                    transaction: transaction
                ),
                start: start
            )
            // The file must not look complete while it is not.
            if state.fileState != .open { write(.open, &state) }
            return true
        }
        guard isCurrent else {
            connection.close()
            throw PostgresError(
                .commitUnknown,
                .wrongServer,
                "The database server was replaced by another one during the commit."
            )
        }
    }

    /// Decides about a connection.
    ///
    /// - `commitsBefore`: the commits that were acknowledged before `seen` was read.
    private func decide(
        _ connection: PostgresConnection,
        _ known: PostgresTimeline,
        _ seen: ClusterState,
        commitsBefore: AcknowledgedCommits
    ) throws {
        guard seen.timeline.system == known.system else { throw Self.otherCluster }
        guard seen.timeline.number >= known.number else {
            throw Self.formerPrimary(seen.timeline.number, known.number)
        }
        guard seen.timeline == known else {
            let commits = state.withLock(\.commits)
            return try judge(connection, seen, after: known, commits, isProven: true)
        }
        guard let highest = commitsBefore.highest(on: known.number), seen.position < highest else {
            return
        }
        // The cluster has been replaced by an earlier copy of itself.
        try judge(connection, seen, after: known, commitsBefore, isProven: true)
    }

    static let otherCluster = PostgresError(
        .unavailable,
        .wrongServer,
        """
        The database belongs to another PostgreSQL cluster than before. If it was restored there, \
        or upgraded by pg_upgrade, start one server with --restored, then the others.
        """
    )

    static func formerPrimary(_ seen: Int32, _ known: Int32) -> PostgresError {
        PostgresError(
            .unavailable,
            .wrongServer,
            """
            The database server is on timeline \(seen), but timeline \(known) has taken over. It is \
            a former primary or a restored one: stop it, or after a restore start one server with \
            --restored, then the others.
            """
        )
    }
}

/// The file of positions.
extension FailoverGuard {
    /// Marks the file as complete when no commit was acknowledged since the last call; called once a
    /// second.
    func settle() {
        state.withLock { state in
            defer { state.settledCount = state.commits.count }
            let isIdle = state.settledCount == state.commits.count
            guard state.fileState == .open, isIdle else { return }
            write(.settled, &state)
        }
    }

    /// Writes the file for the last time; no commit may be acknowledged afterwards.
    func stop() {
        state.withLock { write(.stopped, &$0) }
    }

    func write(_ fileState: CommitPositionFile.State, _ state: inout State) {
        guard let file, let timeline = state.timeline else { return }
        do {
            try file.write(
                CommitPositionFile.Content(
                    timeline: timeline,
                    state: fileState,
                    boot: file.boot,
                    commits: state.commits
                )
            )
            state.fileState = fileState
        } catch {
            // Without it, a restart after a failover renews the epochs.
            guard !state.hasLoggedFileError else { return }
            state.hasLoggedFileError = true
            logger.warning(
                """
                The positions of acknowledged commits cannot be written: free the disk of \
                --local-files
                """
            )
        }
    }
}
