import TrendyModel

/// Limits of the replicas of signed-in accounts.
package struct ReplicaLimits: Sendable {
    /// The maximum number of open replicas; the least recently used one is closed for another.
    package var open = 200
    /// The time without a request after which a replica is closed.
    package var idle = Duration.seconds(600)
    /// The interval of the search for replicas to close.
    package var check = Duration.seconds(60)
    /// The time after which the file of an account that does not use the pages is deleted.
    package var unused = Duration.seconds(30 * 86_400)
    /// How long a page waits for the first sync of a replica.
    package var firstSync = Duration.seconds(2)
    /// How long a form waits for its changes to be sent.
    package var send = Duration.seconds(1)
    /// The interval at which an open stream looks for the end of its session, and an open replica for
    /// the end of its account, besides the notifications of this process.
    package var sessionCheck = Duration.seconds(15)

    /// Creates the default limits.
    package init() {}
}
