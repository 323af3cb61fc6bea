import TrendyWire

/// Limits on the amounts that are sent and fetched.
package struct SyncLimits: Sendable, Equatable {
    /// The maximum number of mutations in a push.
    package var pushMutations = WireLimit.pushMutations
    /// The maximum size of a push in bytes, well below the server's limit.
    package var pushBytes = WireLimit.pushBytes - 256 * 1024
    /// The number of mutations that are tried alone, one after another, while the server fails on
    /// each.
    package var suspects = 8
    /// The maximum number of merges of one entity in a run, which stops an endless sequence of
    /// conflicts.
    package var mergesOfEntity = 8
    /// The number of changes on a page.
    package var changesPerPage = WireLimit.changesPerPage
    /// The number of snapshot entities written in one transaction.
    package var stagedEntities = 4000
    /// The number of snapshot lines allowed beyond twice the entities stated in its header.
    package var snapshotLines = 10_000
    /// The maximum size of unreadable snapshot entities in bytes, which are kept in memory until
    /// its end.
    package var unreadableBytes = 32 * 1024 * 1024
    /// The maximum number of push and pull rounds in a run, for mutations that merges create.
    package var rounds = 4
    /// The interval between two comparisons of device and server.
    package var driftInterval = Duration.seconds(86_400)
    /// The interval on restricted networks.
    package var restrictedDriftInterval = Duration.seconds(7 * 86_400)
    /// The maximum number of consecutive repairs before the difference is reported to the person.
    package var driftRounds = 3
    /// The maximum number of digest and range requests in a comparison.
    package var driftRequests = 1000
    /// The maximum number of pages in a pull, which stops a faulty server.
    package var pages = 100_000

    /// Creates the limits of the contract.
    package init() {}
}
