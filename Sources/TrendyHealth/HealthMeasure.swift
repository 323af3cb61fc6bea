public import TrendyModel

/// Something of a health category that a person measured themselves.
///
/// Only what is an event of its own can be told so. Sums and readings of a day are computed from
/// all their samples: a number beside them would be counted twice.
public enum HealthMeasure: Sendable, Equatable {
    /// Water drunk.
    case water(milliliters: Double, at: Instant)
    /// A weighing.
    case bodyMass(kilograms: Double, at: Instant)
    /// A mindful session.
    case mindfulness(from: Instant, until: Instant)
    /// An exercise session; the activity by HealthKit's name for it, such as `Running`.
    case workout(activity: String, from: Instant, until: Instant)

    /// The categories that can be told.
    public static let categories: [HealthCategory] = [.water, .bodyMass, .mindfulness, .workout]

    /// What it is of.
    public var category: HealthCategory {
        switch self {
        case .water: .water
        case .bodyMass: .bodyMass
        case .mindfulness: .mindfulness
        case .workout: .workout
        }
    }

    /// When it was, or began.
    public var start: Instant {
        switch self {
        case .water(_, let instant), .bodyMass(_, let instant): instant
        case .mindfulness(let start, _), .workout(_, let start, _): start
        }
    }

    /// When it ended; `nil` for a moment.
    public var end: Instant? {
        switch self {
        case .water, .bodyMass: nil
        case .mindfulness(_, let end), .workout(_, _, let end): end
        }
    }

    /// Whether there can be such a thing: more than nothing of it, or a session that ends within a
    /// day after it begins, of an activity that HealthKit has a name for.
    public var isPossible: Bool {
        switch self {
        case .water(let amount, _), .bodyMass(let amount, _): amount.isFinite && amount > 0
        case .mindfulness(let start, let end): Self.isSession(start, end)
        case .workout(let activity, let start, let end):
            Self.isSession(start, end) && WorkoutActivity.name(matching: activity) == activity
        }
    }

    /// The properties that capture gives such an event.
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
