import TrendyLocalization

/// A group of health metrics, as people look for them.
public enum HealthGroup: String, Sendable, Hashable, CaseIterable {
    /// Movement, energy and workouts.
    case activity
    /// Body measurements.
    case body
    /// Hearing health.
    case hearing
    /// The heart.
    case heart
    /// Mindfulness and state of mind.
    case mindfulness
    /// Gait and balance.
    case mobility
    /// Food and drink.
    case nutrition
    /// Everything else.
    case other
    /// Cycle tracking and pregnancy.
    case reproductive
    /// Breathing.
    case respiratory
    /// Sleep.
    case sleep
    /// Symptoms.
    case symptoms
    /// Vital signs.
    case vitals

    /// The name in the person's language.
    public var text: String { Strings.HealthGroups.name(rawValue) }

    /// The color of the group's event types.
    var color: String {
        switch self {
        case .activity: "#E8662E"
        case .body: "#8A6D3B"
        case .hearing: "#2F6FB5"
        case .heart: "#C2185B"
        case .mindfulness: "#2AA198"
        case .mobility: "#3F7F93"
        case .nutrition: "#5C8A2E"
        case .other: "#6B7280"
        case .reproductive: "#A6558F"
        case .respiratory: "#2F86D1"
        case .sleep: "#5B5EA6"
        case .symptoms: "#B5651D"
        case .vitals: "#B03A3A"
        }
    }
}
