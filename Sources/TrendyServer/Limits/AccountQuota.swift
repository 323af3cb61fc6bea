/// What one account may hold on a server.
public struct AccountQuota: Sendable, Equatable {
    /// Sessions of an account; beyond it the oldest ends.
    static let sessions = 100
    /// Devices of an account whose reports are kept; beyond it the one that reported longest ago
    /// is dropped.
    static let devices = 100

    /// Live entities.
    public var entities: Int64
    /// Bytes of the live entities' content.
    public var bytes: Int64

    /// A quota; by default 5,000,000 entities and 4 GiB.
    public init(entities: Int64 = 5_000_000, bytes: Int64 = 4 << 30) {
        self.entities = entities
        self.bytes = bytes
    }
}
