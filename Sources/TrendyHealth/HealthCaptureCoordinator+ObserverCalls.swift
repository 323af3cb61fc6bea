import TrendyModel
import TrendyStore

// When the system calls the observers.
extension HealthCaptureCoordinator {
    /// The minimum time between two stored calls of a category: storing each call would cost a
    /// write for each call without new data.
    static let callInterval = Duration.seconds(1800)

    /// Notes that the system called the observers of categories.
    func noteCall(_ categories: [HealthMetric]) {
        let now = dependencies.wallClock.now()
        for category in categories {
            calls[category, default: HealthObserverCalls()].last = now
            if calls[category]?.first == nil { calls[category]?.first = now }
        }
    }

    /// Stores the last call of a category, in the transaction that ends a pass.
    ///
    /// - Returns: the stored time before; `nil` when nothing is to be stored, or there was none.
    static func store(
        _ calls: HealthObserverCalls?,
        of category: HealthMetric,
        in transaction: StoreTransaction
    ) throws -> Instant? {
        guard let last = calls?.last else { return nil }
        return try transaction.health.recordObserverCall(
            category: category.rawValue,
            at: last,
            interval: callInterval
        )
    }

    /// Adopts the last call before this process, once.
    func adopt(_ before: Instant?, of category: HealthMetric) {
        guard let before, let first = calls[category]?.first, calls[category]?.before == nil,
            before < first
        else { return }
        calls[category]?.before = before
    }

    /// The calls of each category, of this process and as stored.
    package func observerCalls() async throws -> [HealthMetric: HealthObserverCalls] {
        let stored = try await store.read { try $0.health.observerCalls() }
        var all = calls
        for category in categories {
            guard let last = stored[category.rawValue] else { continue }
            let known = all[category]?.last ?? last
            all[category, default: HealthObserverCalls()].last = max(known, last)
        }
        return all
    }
}
