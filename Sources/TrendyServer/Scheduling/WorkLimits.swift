/// Limits that keep one account's work from delaying other accounts, and that bound memory.
///
/// A request over a limit of its account gets 429, one over a limit of the whole server 503, both
/// with `Retry-After`.
package struct WorkLimits: Sendable, Equatable {
    // Long reads: digest, range, snapshot page, large pages of changes and lists.

    /// Read-only connections for long reads, each on a thread of its own; `nil` for one fewer than
    /// the machine has cores, at least one, at most four.
    package var readers: Int?
    /// Long reads of one account that run at once.
    package var readsPerAccount = 2
    /// Long reads of one account that wait for a connection.
    package var waitingReadsPerAccount = 8
    /// Long reads of all accounts that wait for a connection.
    package var waitingReads = 512
    /// Entities on a page, above which reading it counts as long.
    package var shortPage = 100
    /// Entities that one step of a digest reads before other accounts take their turn.
    package var digestRows = 2_000
    /// Events that one step of a search for those of a source looks at.
    package var searchRows = 2_000
    /// How often a digest starts again because the account changed meanwhile, before it reads
    /// everything in one transaction.
    package var digestRestarts = 2

    // Writes.

    /// Writes of one account that wait for their turn; one runs.
    package var waitingWritesPerAccount = 16
    /// Writes of all accounts that wait for their turn.
    package var waitingWrites = 1_024
    /// Events and definitions that one transaction deletes when their type is deleted.
    package var cascadeRows = 500
    /// Bytes of content that one push reads and writes before it ends with what it has; the
    /// client sends the rest again.
    package var pushContentBytes = 24 * 1_024 * 1_024
    /// Rows that one transaction of the daily clean-up deletes.
    package var garbageRows = 500

    // Responses that last.

    /// Snapshots of one account in progress.
    package var snapshotsPerAccount = 3
    /// Snapshots in progress.
    package var snapshots = 32
    /// Bytes of content on a page of a snapshot; a snapshot holds one page in memory.
    package var snapshotPageBytes = 256 * 1_024
    /// Open change streams of one account.
    package var streamsPerAccount = 32
    /// Open change streams.
    package var streams = 4_096

    // Memory of requests in progress.

    /// Requests of one account whose answer is being made.
    package var requestsPerAccount = 128
    /// Requests whose answer is being made.
    package var requests = 8_192
    /// Bytes of one account's request bodies in memory.
    package var bodyBytesPerAccount = 16 * 1_024 * 1_024
    /// Bytes of request bodies in memory.
    package var bodyBytes = 64 * 1_024 * 1_024
    /// Bytes of one account's answers in memory that clients have not read yet.
    package var answerBytesPerAccount = 16 * 1_024 * 1_024
    /// Bytes of answers in memory that clients have not read yet.
    package var answerBytes = 64 * 1_024 * 1_024

    /// The standard limits, for a small computer.
    package init() {}

    /// The read-only connections for a machine with so many cores.
    package func readers(cores: Int) -> Int { readers ?? min(4, max(1, cores - 1)) }
}
