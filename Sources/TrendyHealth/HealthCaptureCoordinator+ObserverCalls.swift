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

    /// Stores in one transaction that a pass succeeded, and the last call of its category.
    ///
    /// - `cursor`: the day before which the next rescan begins; `nil` leaves the stored one.
    func recordSuccess(_ category: HealthMetric, rescanCursor cursor: CalendarDay?) async throws {
        let (name, last) = (category.rawValue, calls[category]?.last)
        let before = try await store.write { transaction -> Instant? in
            try transaction.health.update(category: name, failure: nil)
            if let cursor { try transaction.health.update(category: name, rescanCursor: cursor) }
            return try last.flatMap {
                try transaction.health.recordObserverCall(
                    category: name,
                    at: $0,
                    interval: Self.callInterval
                )
            }
        }
        adopt(before, of: category)
    }

    /// Adopts the last call before this process, once.
    private func adopt(_ before: Instant?, of category: HealthMetric) {
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
