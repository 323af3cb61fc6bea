import TrendyModel
import TrendyStore

// Reads which metrics are captured, and how.
extension HealthCaptureCoordinator {
    /// The settings of a category, with its own event type when the chosen one was deleted.
    func settings(of category: HealthMetric) async throws -> HealthSettings {
        try await store.read { transaction in
            var settings = try transaction.health.state(category: category.rawValue).settings
            if let type = settings.eventTypeID, try transaction.entities.fetch(id: type) == nil {
                settings.eventTypeID = nil
            }
            return settings
        }
    }

    /// The enabled ones of these categories, by one read: those that are off cost nothing.
    func enabled(_ categories: [HealthMetric]) async throws -> [HealthMetric] {
        let states = try await store.read { try $0.health.states() }
        return categories.filter { isEnabled($0, states[$0.rawValue]?.settings) }
    }

    func isEnabled(_ category: HealthMetric, _ settings: HealthSettings?) -> Bool {
        category.isEnabled(settings, capturesEverything: options.capturesEverything)
    }
}
