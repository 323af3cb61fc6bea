import Observation
import Synchronization

/// Ends the observation of a node's earlier evaluation.
///
/// `withObservationTracking` keeps its registrations until one of them fires. Every evaluation also
/// reads the epoch, so advancing it releases the registrations of the evaluation before, which
/// would otherwise accumulate in objects that do not change.
final class Epoch: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private let generation = Atomic<Int>(0)

    /// The number of the current evaluation.
    ///
    /// A callback of an earlier one is stale.
    var number: Int { generation.load(ordering: .acquiring) }

    func access() {
        registrar.access(self, keyPath: \.number)
    }

    /// Starts a new evaluation and releases what the one before observes.
    @discardableResult
    func advance() -> Int {
        let next = generation.add(1, ordering: .acquiringAndReleasing).newValue
        registrar.withMutation(of: self, keyPath: \.number) {}
        return next
    }
}
