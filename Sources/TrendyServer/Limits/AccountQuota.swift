/// The storage quota of one account.
package struct AccountQuota: Sendable, Equatable {
    /// The maximum number of sessions; a further session ends the oldest.
    package static let sessions = 100
    /// The maximum number of device reports; a further device replaces the one with the oldest
    /// report.
    package static let devices = 100
    /// The maximum number of identities of providers that sign in to an account.
    package static let identities = 10

    /// The maximum number of live entities.
    package var entities: Int64
    /// The maximum number of bytes of the live entities' content.
    package var bytes: Int64

    /// Creates a quota; by default 5,000,000 entities and 4 GiB.
    package init(entities: Int64 = 5_000_000, bytes: Int64 = 4 << 30) {
        self.entities = entities
        self.bytes = bytes
    }
}
