import Synchronization

/// Adapts the size of push batches to the network, so that a batch takes a few seconds.
///
/// The size is kept between runs: a batch that timed out is not sent again as a whole.
final class AdaptiveBatchSize: Sendable {
    /// A batch faster than this increases the next batch.
    static let quick = Duration.seconds(5)
    /// A batch slower than this decreases the next batch.
    static let slow = Duration.seconds(15)
    /// The maximum number of halvings of the batch size.
    static let maximumHalvings = 5

    private let halvings = Mutex(0)

    /// The current share of the limits, at least one mutation and 64 KiB.
    func share(of limits: SyncLimits) -> (mutations: Int, bytes: Int) {
        let halvings = halvings.withLock { $0 }
        return (
            max(1, limits.pushMutations >> halvings),
            max(min(limits.pushBytes, 65_536), limits.pushBytes >> halvings)
        )
    }

    /// Adjusts the size after an answered batch.
    func answered(after time: Duration) {
        halvings.withLock { halvings in
            if time < Self.quick { halvings = max(0, halvings - 1) }
            if time > Self.slow { halvings = min(Self.maximumHalvings, halvings + 1) }
        }
    }

    /// Decreases the size after a batch that was lost on the network.
    func lost() {
        halvings.withLock { $0 = min(Self.maximumHalvings, $0 + 1) }
    }
}
