package import TrendyHealth
import TrendyModel
package import TrendyStore

/// Reads which health metrics have events.
///
/// The cost is one look-up for each event type.
package struct FetchHealthMetrics: Sendable {
    private let store: DeviceStore

    /// Creates a use case over a store.
    package init(store: DeviceStore) {
        self.store = store
    }

    /// The metrics of the newest event of each type, by group and name.
    ///
    /// - Throws: an error of the database.
    package func callAsFunction() async throws -> [HealthMetric] {
        let found = try await store.read { transaction in
            var metrics: Set<HealthMetric> = []
            for type in try transaction.entities.fetchAll(kind: .eventType) {
                let newest = try transaction.entities.events(
                    EventFilter(eventTypeID: type.id, limit: 1)
                ).first
                let category = newest?.readable(as: Event.self)?.fields.healthKitCategory
                if let metric = category.flatMap({ HealthMetric(rawValue: $0) }) {
                    metrics.insert(metric)
                }
            }
            return metrics
        }
        return found.sorted { left, right in
            (left.group.text, left.text, left.rawValue)
                < (right.group.text, right.text, right.rawValue)
        }
    }
}
