/// One of Apple's types of health data.
public struct HealthType: Sendable, Hashable {
    /// What its samples hold.
    public enum Kind: Sendable, Hashable {
        /// An amount, which is read in this unit.
        case quantity(HealthUnit)
        /// A label that is one of `HKCategoryValueSleepAnalysis`.
        case sleepAnalysis
        /// A span of time, and nothing else.
        case span
        /// A workout.
        case workout
    }

    /// Apple's identifier, such as `HKQuantityTypeIdentifierStepCount`.
    public let identifier: String
    /// What its samples hold.
    public let kind: Kind

    /// An amount: `name` is Apple's identifier without its prefix.
    static func quantity(_ name: String, _ unit: HealthUnit) -> HealthType {
        HealthType(identifier: "HKQuantityTypeIdentifier\(name)", kind: .quantity(unit))
    }
}

/// The unit in which an amount is kept; Apple's spelling of it.
public enum HealthUnit: String, Sendable, Hashable {
    /// A number of things.
    case count
    /// Kilocalories.
    case kilocalories = "kcal"
    /// Beats a minute.
    case perMinute = "count/min"
    /// Millilitres.
    case milliliters = "mL"
    /// Kilograms.
    case kilograms = "kg"
    /// Metres.
    case meters = "m"
    /// Milliseconds.
    case milliseconds = "ms"
}
