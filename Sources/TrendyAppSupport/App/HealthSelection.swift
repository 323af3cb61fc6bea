package import TrendyHealth
package import TrendyKit

/// The health metrics that the app observes, readable before the database is open.
///
/// HealthKit calls only the observers that exist when the launch ends.
package struct HealthSelection: Sendable {
    static let key = "health_metrics"
    private let store: any KeyValueStore

    /// Creates a selection in a key-value store.
    package init(_ store: any KeyValueStore) {
        self.store = store
    }

    /// The metrics; ``HealthMetric/standard`` when none are stored or readable.
    ///
    /// The engine stores the selection again when it opens, so that a wrong one is corrected then.
    package func metrics() -> [HealthMetric] {
        guard let text = try? store.text(for: Self.key) else { return HealthMetric.standard }
        return text.split(separator: " ").compactMap { HealthMetric(rawValue: String($0)) }
    }

    /// Stores the metrics.
    func store(_ metrics: [HealthMetric]) {
        let text = metrics.map(\.rawValue).joined(separator: " ")
        guard (try? store.text(for: Self.key)) != text else { return }
        // Without the selection, the next launch observes the former one until the engine opens.
        try? store.set(text, for: Self.key)
    }
}
