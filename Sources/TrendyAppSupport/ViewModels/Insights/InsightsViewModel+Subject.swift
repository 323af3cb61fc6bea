import TrendyHealth
import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyStore

extension InsightsViewModel.Subject {
    /// The metrics and types with data: health metrics first, then by name.
    ///
    /// Reads one event of each type.
    @MainActor
    static func all(in store: DeviceStore) async throws -> [Self] {
        var found: [Self] = []
        for choice in try await EventTypeChoice.all(in: store) {
            let newest = try await store.read {
                try $0.entities.events(EventFilter(eventTypeID: choice.id, limit: 1))
            }.first
            guard let event = newest?.readable(as: Event.self)?.fields else { continue }
            let metric = event.healthKitCategory.flatMap { HealthMetric(rawValue: $0) }
            found.append(
                Self(
                    id: choice.id.description,
                    name: choice.name,
                    icon: choice.icon,
                    color: choice.color,
                    type: choice.id,
                    metric: metric?.valueProperty == nil ? nil : metric
                )
            )
        }
        let order = SummaryViewModel.categories
        func rank(_ subject: Self) -> Int {
            guard let metric = subject.metric else { return order.count + 1 }
            return order.firstIndex(of: metric) ?? order.count
        }
        // `EventTypeChoice.all` is sorted by name, and this sort is stable by position.
        return found.enumerated().sorted {
            (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
        }.map(\.element)
    }

    /// A value with its unit, or a number of entries.
    func text(of value: Double, _ formats: DisplayFormatter) -> String {
        guard let metric else { return Strings.Insights.entries(Int(value.rounded())) }
        return EventFormatter(formats: formats).text(of: value, metric)
    }
}
