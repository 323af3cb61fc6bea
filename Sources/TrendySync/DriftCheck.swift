import TrendyModel
public import TrendyStore
public import TrendyWire

/// Compares what a device has accepted with what the server has.
public struct DriftCheck: Sendable {
    /// The two sides of a comparison.
    public struct Comparison: Sendable, Equatable {
        /// The device's entities that the server has accepted.
        public var device: DigestBucket
        /// The server's entities.
        public var server: DigestBucket
        /// Whether they are the same.
        public var agrees: Bool { device == server }
    }

    private let store: DeviceStore
    private let transport: any SyncTransport

    /// A check over a store and a transport.
    public init(store: DeviceStore, transport: any SyncTransport) {
        self.store = store
        self.transport = transport
    }

    /// Compares everything.
    public func compare() async throws -> Comparison {
        Comparison(
            device: try await store.digest(),
            server: try await transport.digest(prefix: "").total
        )
    }
}

extension DeviceStore {
    /// The digest of all entities that the server has accepted.
    public func digest() throws -> DigestBucket {
        var bucket = DigestBucket()
        try forEachAccepted { bucket.add(id: $0, version: $1) }
        return bucket
    }
}
