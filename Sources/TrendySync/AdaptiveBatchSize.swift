import Synchronization

/// How much leaves at once: as much as gets through in a few seconds, on this network and now.
///
/// It is remembered from run to run: what timed out once is not sent as a whole again.
final class AdaptiveBatchSize: Sendable {
    /// A batch that took less lets the next be larger.
    static let quick = Duration.seconds(5)
    /// A batch that took more lets the next be smaller.
    static let slow = Duration.seconds(15)
    /// The smallest share is one of two to the power of this.
    static let maximumHalvings = 5

    private let halvings = Mutex(0)

    /// A share of what is possible; one mutation and 64 KiB at least.
    func share(of limits: SyncLimits) -> (mutations: Int, bytes: Int) {
        let halvings = halvings.withLock { $0 }
        return (
            max(1, limits.pushMutations >> halvings),
            max(min(limits.pushBytes, 65_536), limits.pushBytes >> halvings)
        )
    }

    /// A batch was answered.
    func answered(after time: Duration) {
        halvings.withLock { halvings in
            if time < Self.quick { halvings = max(0, halvings - 1) }
            if time > Self.slow { halvings = min(Self.maximumHalvings, halvings + 1) }
        }
    }

    /// A batch was lost on its way.
    func lost() {
        halvings.withLock { $0 = min(Self.maximumHalvings, $0 + 1) }
    }
}
