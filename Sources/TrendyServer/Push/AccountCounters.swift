package import TrendyModel

/// The counters of an account: its sequence, and its live entities.
package struct AccountCounters: Sendable, Equatable {
    /// The epoch, within which the sequence counts; a push does not change it.
    package let epoch: String
    /// The number of the last change.
    package var sequence: Int64
    /// Devices with an older version may have missed a deletion.
    package var tombstonesCollectedTo: Int64
    /// Live entities by kind, in the order of ``EntityKind/allCases``.
    package var counts: [Int64]
    /// Bytes of the live entities' content.
    package var contentBytes: Int64

    /// Creates counters.
    package init(
        epoch: String,
        sequence: Int64,
        tombstonesCollectedTo: Int64,
        counts: [Int64],
        contentBytes: Int64
    ) {
        self.epoch = epoch
        self.sequence = sequence
        self.tombstonesCollectedTo = tombstonesCollectedTo
        self.counts = counts
        self.contentBytes = contentBytes
    }

    /// Live entities by kind.
    package var countsByKind: [EntityKind: Int] {
        Dictionary(
            uniqueKeysWithValues: EntityKind.allCases.map { ($0, Int(counts[$0.rawValue - 1])) }
        )
    }
}
