public import TrendyModel

/// A measurement of a health category that the person enters manually.
///
/// Only categories with one event per measurement can be entered. Daily sums and readings are
/// computed from all their samples, so an additional number would be counted twice.
public enum HealthMeasure: Sendable, Equatable {
    /// An amount of water.
    case water(milliliters: Double, at: Instant)
    /// A body weight.
    case bodyMass(kilograms: Double, at: Instant)
    /// A mindful session.
    case mindfulness(from: Instant, until: Instant)
    /// An exercise session. `activity` is HealthKit's name, such as `Running`.
    case workout(activity: String, from: Instant, until: Instant)

    /// The categories that can be entered manually.
    public static let categories: [HealthMetric] = [.water, .bodyMass, .mindfulness, .workout]

    /// The category of the measurement.
    public var category: HealthMetric {
        switch self {
        case .water: .water
        case .bodyMass: .bodyMass
        case .mindfulness: .mindfulness
        case .workout: .workout
        }
    }

    /// The instant of the measurement, or the start of the session.
    public var start: Instant {
        switch self {
        case .water(_, let instant), .bodyMass(_, let instant): instant
        case .mindfulness(let start, _), .workout(_, let start, _): start
        }
    }

    /// The end of the session; `nil` for an instant.
    public var end: Instant? {
        switch self {
        case .water, .bodyMass: nil
        case .mindfulness(_, let end), .workout(_, _, let end): end
        }
    }

    /// Whether the measurement is valid: a positive amount, or a session that ends within a day of
    /// its start.
    ///
    /// The activity of a workout must be one that HealthKit names.
    public var isValid: Bool {
        switch self {
        case .water(let amount, _), .bodyMass(let amount, _): amount.isFinite && amount > 0
        case .mindfulness(let start, let end): Self.isSession(start, end)
        case .workout(let activity, let start, let end):
            Self.isSession(start, end) && WorkoutActivity.name(matching: activity) == activity
        }
    }

    /// The properties of the event, the same as capture writes.
    public var properties: PropertyBag {
        var bag = PropertyBag()
        switch self {
        case .water(let amount, _): bag["milliliters"] = .number(rounded(amount))
        case .bodyMass(let amount, _): bag["kilograms"] = .number(rounded(amount))
        case .mindfulness(let start, let end): bag["duration"] = Self.duration(start, end)
        case .workout(let activity, let start, let end):
            bag["activity"] = .text(activity)
            bag["activity_name"] = .text(WorkoutActivity.text(for: activity))
            bag["duration"] = Self.duration(start, end)
        }
        return bag
    }

    private static func isSession(_ start: Instant, _ end: Instant) -> Bool {
        start < end && end - start <= ManualHealthEntries.maximumSession
    }

    private static func duration(_ start: Instant, _ end: Instant) -> PropertyValue {
        .duration(seconds: rounded(Double((end - start).wholeMilliseconds) / 1000))
    }
}
