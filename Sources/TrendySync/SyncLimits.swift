import TrendyWire

/// How much is sent and fetched at once.
public struct SyncLimits: Sendable, Equatable {
    /// Mutations in one push.
    public var pushMutations = WireLimit.pushMutations
    /// Bytes of one push: well under what the server takes.
    public var pushBytes = WireLimit.pushBytes - 256 * 1024
    /// Mutations that are tried alone, one after another, while the server fails over each.
    public var suspects = 8
    /// How often in one run a change of one entity is merged with what the server answers: one that
    /// finds something else each time would keep a device at it for ever.
    public var mergesOfEntity = 8
    /// Changes on one page.
    public var changesPerPage = WireLimit.changesPerPage
    /// Entities of a snapshot written in one transaction.
    public var stagedEntities = 4000
    /// Lines of a snapshot beyond twice the entities that its header tells of.
    public var snapshotLines = 10_000
    /// Bytes of a snapshot that cannot be read: they are kept in memory until its end.
    public var unreadableBytes = 32 * 1024 * 1024
    /// Rounds of push and pull in one run, for what merging leaves to be sent.
    public var rounds = 4
    /// The time between two comparisons of device and server.
    public var driftInterval = Duration.seconds(86_400)
    /// The same where the network is to be spared: nobody waits for it.
    public var restrictedDriftInterval = Duration.seconds(7 * 86_400)
    /// How often in a row what differs is mended, before a person is told.
    public var driftRounds = 3
    /// Digests and ranges that one of these asks for.
    public var driftRequests = 1000
    /// Pages in one pull: a feed that never ends is the server's mistake.
    public var pages = 100_000

    /// The limits of the contract.
    public init() {}
}
