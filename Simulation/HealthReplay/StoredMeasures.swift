import TrendyFixture
import TrendyHealth
import TrendyModel
import TrendyStore

/// Reads the stored events of each day as measures of a generated life.
enum StoredMeasures {
    /// The properties of each measure; `nil` counts events.
    private static let properties: [String: [(GeneratedMeasure, String?)]] = [
        "steps": [(.steps, "count")],
        "distance_walking_running": [(.distance, "meters")],
        "active_energy": [(.activeEnergy, "kilocalories")],
        "heart_rate": [
            (.heartRateAverage, "average"), (.heartRateMinimum, "minimum"),
            (.heartRateMaximum, "maximum"), (.heartRateReadings, "readings"),
        ],
        "sleep": [(.asleep, "asleep")],
        "water": [(.water, "milliliters"), (.waterEntries, nil)],
        "body_mass": [(.bodyMass, "kilograms"), (.bodyMassEntries, nil)],
        "mindfulness": [(.mindful, "duration"), (.mindfulSessions, nil)],
        "workout": [
            (.workouts, nil), (.workoutTime, "duration"), (.workoutEnergy, "energy_kilocalories"),
            (.workoutDistance, "distance_meters"), (.workoutHeartRate, "average_heart_rate"),
        ],
    ]

    static func read(
        _ store: DeviceStore,
        zones: ZoneHistory
    ) async throws -> [CalendarDay: [GeneratedMeasure: Double]] {
        var found: [CalendarDay: [GeneratedMeasure: Double]] = [:]
        for entity in try await store.read({
            try $0.entities.events(EventFilter(limit: 10_000_000))
        }) {
            let event = try Event(document: entity.document())
            guard let category = event.healthKitCategory, let wanted = properties[category] else {
                continue
            }
            // Day results name their day in the natural key; other events count on the day on which
            // they start.
            let parts = event.naturalKey?.split(separator: "/") ?? []
            let named = parts.count > 1 ? CalendarDay(String(parts[1])) : nil
            let day = named ?? zones.day(containing: event.timestamp)
            for (measure, property) in wanted {
                let value = property.map { number(event.properties[$0]) } ?? 1
                guard let value else { continue }
                found[day, default: [:]][measure, default: 0] += value
            }
        }
        return found
    }

    private static func number(_ value: PropertyValue?) -> Double? {
        switch value {
        case .number(let number): Double(number.text)
        case .duration(let seconds): Double(seconds.text)
        default: nil
        }
    }
}
