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

    /// All events of a store.
    static func events(of store: DeviceStore) async throws -> [Event] {
        let entities = try await store.read {
            try $0.entities.events(EventFilter(limit: 10_000_000))
        }
        return try entities.map { try Event(document: $0.document()) }
    }

    /// The measures of events by day.
    static func of(
        _ events: [Event],
        zones: ZoneHistory
    ) -> [CalendarDay: [GeneratedMeasure: Double]] {
        var found: [CalendarDay: [GeneratedMeasure: Double]] = [:]
        for event in events {
            guard let category = event.healthKitCategory, let wanted = properties[category] else {
                continue
            }
            // Day results name their day in the natural key; other events count on the day on which
            // they start.
            let parts = event.naturalKey?.split(separator: "/") ?? []
            let named = parts.count > 1 ? CalendarDay(String(parts[1])) : nil
            let day = named ?? zones.day(containing: event.timestamp)
            for (measure, property) in wanted {
                let value = property.map { event.properties[$0]?.amount } ?? 1
                guard let value else { continue }
                found[day, default: [:]][measure, default: 0] += value
            }
        }
        return found
    }
}
