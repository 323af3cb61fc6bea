/// The cluster of an account.
package struct AccountPlace: Sendable, Equatable {
    /// The state of a move.
    package enum Phase: Int32, Sendable {
        /// The account is in ``AccountPlace/shard`` and is not moved.
        case settled
        /// It is in ``AccountPlace/shard``, where it is frozen, and is copied to
        /// ``AccountPlace/other``.
        case copying
        /// It is in ``AccountPlace/shard``; what ``AccountPlace/other`` still has is deleted.
        case finishing
    }

    /// The name of the cluster that has the account.
    package var shard: String
    /// The other cluster of a move; `nil` without a move.
    package var other: String?
    /// The state of a move.
    package var phase = Phase.settled
    /// Grows with each change of the other values.
    package var version: Int64 = 0

    /// The place of an account that was never moved and never placed elsewhere.
    package static let initial = AccountPlace(shard: Shard.directoryName)

    init(shard: String) { self.shard = shard }

    /// Reads a row of the map.
    init(_ row: PostgresRow) throws {
        shard = try row.string(0)
        other = row.optionalString(1)
        phase = Phase(rawValue: Int32(clamping: try row.int(2))) ?? .copying
        version = try row.int(3)
    }
}

/// A cluster with accounts.
package struct Shard: Sendable, Equatable {
    /// The name of the cluster with the directory: the map, the addresses, invites, leases and keys.
    package static let directoryName = "main"

    /// The name; letters, digits and hyphens.
    package var name: String
    /// The URL; empty for the directory's own cluster.
    package var url: String
    /// Whether new accounts are placed in it.
    package var acceptsAccounts: Bool

    /// Creates a value from its parts.
    package init(name: String, url: String, acceptsAccounts: Bool) {
        self.name = name
        self.url = url
        self.acceptsAccounts = acceptsAccounts
    }
}
