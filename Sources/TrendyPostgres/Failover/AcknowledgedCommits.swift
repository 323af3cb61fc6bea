/// The newest commits that a server acknowledged to its clients: of every earlier commit, a failover
/// that keeps these keeps it, too.
///
/// A commit is known by a position of the write-ahead log just before its commit record, and by its
/// transaction id. A commit that was acknowledged before the position of a later one was read is
/// before that position in the log, so that the later one stands for it. The number of commits kept
/// is therefore at most the number of connections.
struct AcknowledgedCommits: Sendable, Equatable, Codable {
    /// An acknowledged commit.
    struct Commit: Sendable, Equatable, Codable {
        /// The timeline of the connection.
        let timeline: Int32
        /// A position before the commit record and after the transaction's first record.
        let position: WALPosition
        /// The transaction's id, of 64 bits.
        let transaction: Int64
    }

    /// A commit with its number in the order of acknowledgements.
    private struct Entry: Sendable, Equatable, Codable {
        let number: UInt64
        let commit: Commit
    }

    private var entries: [Entry] = []
    /// The number of acknowledged commits.
    private(set) var count: UInt64 = 0

    /// The commits, none of which stands for another.
    var newest: [Commit] { entries.map(\.commit) }

    /// The largest position on a timeline; `nil` without commits on it.
    func highest(on timeline: Int32) -> WALPosition? {
        entries.filter { $0.commit.timeline == timeline }.map(\.commit.position).max()
    }

    /// Adds an acknowledged commit.
    ///
    /// - Parameters:
    ///   - commit: the commit.
    ///   - start: ``count`` before the statement that read the position was sent.
    mutating func add(_ commit: Commit, start: UInt64) {
        entries.removeAll { $0.number < start }
        entries.append(Entry(number: count, commit: commit))
        count += 1
    }

    /// Removes the commits after their loss is settled; ``count`` stays.
    mutating func removeAll() {
        entries = []
    }

    /// Whether a commit is certainly absent from a timeline that continues another one, as far as
    /// positions tell.
    ///
    /// - Parameters:
    ///   - commit: the commit.
    ///   - timeline: the timeline of the database now.
    ///   - position: the end of the log now.
    ///   - history: the history of `timeline`.
    /// - Returns: whether it is absent; `false` when it may still be.
    static func isLost(
        _ commit: Commit,
        on timeline: Int32,
        at position: WALPosition,
        _ history: TimelineHistory
    ) -> Bool {
        let end = commit.timeline == timeline ? position : history.end(of: commit.timeline)
        guard let end else { return true }
        return end <= commit.position
    }
}
