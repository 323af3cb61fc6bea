/// Limits that prevent one account from delaying other accounts, and that bound memory.
///
/// A request over a limit of its account gets 429, a request over a limit of the whole server gets
/// 503, both with `Retry-After`.
package struct WorkLimits: Sendable, Equatable {
    // Long reads: digest, range, snapshot page, large pages of changes and lists.

    /// Read-only connections for long reads, each with its own thread; `nil` for the number of
    /// cores less one, within 1...4.
    package var readers: Int?
    /// Concurrent long reads of one account.
    package var readsPerAccount = 2
    /// Long reads of one account that wait for a connection.
    package var waitingReadsPerAccount = 8
    /// Long reads of all accounts that wait for a connection.
    package var waitingReads = 512
    /// The maximum page size, in entities, of a short read.
    package var shortPage = 100
    /// Entities per step of a digest; other accounts take turns between steps.
    package var digestRows = 2_000
    /// Events per step of a search by source.
    package var searchRows = 2_000
    /// Restarts of a digest whose account changed meanwhile, before it reads everything in one
    /// transaction.
    package var digestRestarts = 2

    // Writes.

    /// Waiting writes of one account; one write of an account runs at a time.
    package var waitingWritesPerAccount = 16
    /// Waiting writes of all accounts.
    package var waitingWrites = 1_024
    /// Events and definitions that one transaction deletes with their type.
    package var cascadeRows = 500
    /// Bytes of content that one push reads and writes.
    ///
    /// Then the push ends early, and the client sends the rest again.
    package var pushContentBytes = 24 * 1_024 * 1_024
    /// Rows that one transaction of the daily clean-up deletes.
    package var garbageRows = 500

    // Responses that last.

    /// Concurrent snapshots of one account.
    package var snapshotsPerAccount = 3
    /// Concurrent snapshots of all accounts.
    package var snapshots = 32
    /// Bytes of content on a page of a snapshot; a snapshot has two pages in memory.
    package var snapshotPageBytes = 256 * 1_024
    /// Open change streams of one account.
    package var streamsPerAccount = 32
    /// Open change streams of all accounts.
    package var streams = 16_384

    // Memory of requests in progress.

    /// Concurrent requests of one account.
    package var requestsPerAccount = 128
    /// Concurrent requests of all accounts.
    package var requests = 8_192
    /// Bytes of one account's request bodies in memory.
    package var bodyBytesPerAccount = 16 * 1_024 * 1_024
    /// Bytes of all request bodies in memory.
    package var bodyBytes = 64 * 1_024 * 1_024
    /// Bytes of one account's unread answers in memory.
    package var answerBytesPerAccount = 16 * 1_024 * 1_024
    /// Bytes of all unread answers in memory.
    package var answerBytes = 64 * 1_024 * 1_024

    /// Creates the standard limits, for a small computer.
    package init() {}

    /// The number of read-only connections for a number of cores.
    package func readers(cores: Int) -> Int { readers ?? min(4, max(1, cores - 1)) }
}
