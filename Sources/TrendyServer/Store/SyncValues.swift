package import TrendyModel
package import TrendyWire

/// A page of changes.
package struct ChangeSlice: Sendable, Equatable {
    /// The account's epoch.
    package var epoch: String
    /// The entities, sorted by version.
    package var entities: [Entity]
    /// The version after which the next page starts.
    package var nextVersion: Int64
    /// Whether there are more entities.
    package var hasMore: Bool
    /// The number of the account's last change.
    package var latestVersion: Int64
    /// Devices with an older version may have missed a deletion.
    package var tombstonesCollectedTo: Int64

    /// Creates a page from its parts.
    package init(
        epoch: String,
        entities: [Entity],
        nextVersion: Int64,
        hasMore: Bool,
        latestVersion: Int64,
        tombstonesCollectedTo: Int64
    ) {
        self.epoch = epoch
        self.entities = entities
        self.nextVersion = nextVersion
        self.hasMore = hasMore
        self.latestVersion = latestVersion
        self.tombstonesCollectedTo = tombstonesCollectedTo
    }
}

/// A page of an id range.
package struct RangePage: Sendable, Equatable {
    /// The account's epoch.
    package var epoch: String
    /// The entities, sorted by id.
    package var entities: [Entity]
    /// Whether there are more entities.
    package var hasMore: Bool
    /// The number of the account's last change.
    package var latestVersion: Int64

    /// Creates a page from its parts.
    package init(epoch: String, entities: [Entity], hasMore: Bool, latestVersion: Int64) {
        self.epoch = epoch
        self.entities = entities
        self.hasMore = hasMore
        self.latestVersion = latestVersion
    }
}

/// The digest of an id range.
package struct AccountDigest: Sendable {
    /// The account's epoch.
    package var epoch: String
    /// The number of the account's last change.
    package var version: Int64
    /// The non-empty buckets by prefix.
    package var buckets: [(prefix: String, bucket: DigestBucket)]

    /// Creates a digest from its parts.
    package init(
        epoch: String,
        version: Int64,
        buckets: [(prefix: String, bucket: DigestBucket)]
    ) {
        self.epoch = epoch
        self.version = version
        self.buckets = buckets
    }
}

/// The start of a snapshot.
package struct SnapshotStart: Sendable, Equatable {
    /// The account's epoch.
    package var epoch: String
    /// The number of the account's last change.
    package var version: Int64
    /// Live entities by kind.
    package var counts: [EntityKind: Int]
    /// Devices with an older version may have missed a deletion.
    package var tombstonesCollectedTo: Int64
    /// The last cursor of each previous epoch that this epoch continues.
    package var previousEpochs: [Cursor]

    /// Creates a start from its parts.
    package init(
        epoch: String,
        version: Int64,
        counts: [EntityKind: Int],
        tombstonesCollectedTo: Int64,
        previousEpochs: [Cursor]
    ) {
        self.epoch = epoch
        self.version = version
        self.counts = counts
        self.tombstonesCollectedTo = tombstonesCollectedTo
        self.previousEpochs = previousEpochs
    }
}

/// A page of a snapshot.
package struct SnapshotPage: Sendable, Equatable {
    /// The account's epoch.
    package var epoch: String
    /// The number of the account's last change.
    package var latestVersion: Int64
    /// Live entities.
    package var entities: [Entity]
    /// The position of the next page; `nil` for the last page.
    package var next: SnapshotPosition?

    /// Creates a page from its parts.
    package init(
        epoch: String,
        latestVersion: Int64,
        entities: [Entity],
        next: SnapshotPosition?
    ) {
        self.epoch = epoch
        self.latestVersion = latestVersion
        self.entities = entities
        self.next = next
    }

    /// The number of entities to ask for in the next page, so that few are read that do not fit.
    ///
    /// - Parameters:
    ///   - maximum: the largest number.
    ///   - bytes: the size of a page.
    /// - Returns: the number, at least 1.
    package func nextLimit(atMost maximum: Int, bytes: Int) -> Int {
        let size = entities.reduce(0) { $0 + $1.content.utf8.count }
        guard size > 0 else { return maximum }
        return min(maximum, entities.count * bytes / size + 1)
    }
}
