package import TrendyHealth
import TrendyModel

/// A figure of the day that is published: its source in the events of a health category, its unit,
/// and its classes in Home Assistant.
///
/// Units and classes: https://www.home-assistant.io/integrations/sensor/#device-class
package struct PublishedMetric: Sendable {
    /// How the figure of a day follows from the day's events.
    enum Value: Sendable {
        /// The sum of a property, times a factor.
        case sum(String, factor: Double = 1)
        /// The number of events.
        case count
        /// The property of the newest event, also of an earlier day.
        case latest(String)
    }

    /// The name in topics and payloads, such as `steps`.
    package let name: String
    /// The health category.
    package let category: HealthMetric
    /// The name in Home Assistant.
    let title: String
    /// How it is computed.
    let value: Value
    /// The unit of measurement.
    package let unit: String
    /// The device class in Home Assistant; `nil` where it has none.
    let deviceClass: String?
    /// The icon in Home Assistant.
    let icon: String

    /// Whether it is the sum of one day, which begins again at midnight.
    package var isDailyTotal: Bool {
        if case .latest = value { false } else { true }
    }

    private init(
        _ name: String,
        _ category: HealthMetric,
        _ title: String,
        _ value: Value,
        _ unit: String,
        _ deviceClass: String?,
        _ icon: String
    ) {
        self.name = name
        self.category = category
        self.title = title
        self.value = value
        self.unit = unit
        self.deviceClass = deviceClass
        self.icon = icon
    }

    /// All figures, in the order of the categories.
    package static let allCases: [PublishedMetric] = [
        Self("workouts", .workout, "Workouts", .count, "workouts", nil, "mdi:run"),
        Self(
            "workout_time",
            .workout,
            "Workout time",
            .sum("duration", factor: 1.0 / 60),
            "min",
            "duration",
            "mdi:timer-outline"
        ),
        Self(
            "sleep",
            .sleep,
            "Sleep",
            .sum("asleep", factor: 1.0 / 60),
            "min",
            "duration",
            "mdi:sleep"
        ),
        Self("steps", .steps, "Steps", .sum("count"), "steps", nil, "mdi:walk"),
        Self(
            "active_energy",
            .activeEnergy,
            "Active energy",
            .sum("kilocalories"),
            "kcal",
            "energy",
            "mdi:fire"
        ),
        Self(
            "heart_rate",
            .heartRate,
            "Heart rate",
            .latest("average"),
            "bpm",
            nil,
            "mdi:heart-pulse"
        ),
        Self(
            "resting_heart_rate",
            .heartRate,
            "Resting heart rate",
            .latest("resting"),
            "bpm",
            nil,
            "mdi:heart"
        ),
        Self(
            "mindfulness",
            .mindfulness,
            "Mindfulness",
            .sum("duration", factor: 1.0 / 60),
            "min",
            "duration",
            "mdi:meditation"
        ),
        Self("water", .water, "Water", .sum("milliliters"), "mL", "volume", "mdi:cup-water"),
        Self(
            "body_mass",
            .bodyMass,
            "Weight",
            .latest("kilograms"),
            "kg",
            "weight",
            "mdi:scale-bathroom"
        ),
        Self(
            "distance_walking_running",
            .distanceWalkingRunning,
            "Distance",
            .sum("meters"),
            "m",
            "distance",
            "mdi:map-marker-distance"
        ),
        Self(
            "flights_climbed",
            .flightsClimbed,
            "Flights climbed",
            .sum("count"),
            "floors",
            nil,
            "mdi:stairs"
        ),
        Self(
            "heart_rate_variability",
            .heartRateVariability,
            "Heart rate variability",
            .latest("average"),
            "ms",
            nil,
            "mdi:heart-flash"
        ),
    ]
}
