/// One of Apple's types of health data.
public struct HealthType: Sendable, Hashable {
    /// The kind of value of a sample.
    public enum Kind: Sendable, Hashable {
        /// An amount in this unit.
        case quantity(HealthUnit)
        /// A value of `HKCategoryValueSleepAnalysis`.
        case sleepAnalysis
        /// A time span without a value.
        case span
        /// A workout.
        case workout
    }

    /// Apple's identifier, such as `HKQuantityTypeIdentifierStepCount`.
    public let identifier: String
    /// The kind of value of its samples.
    public let kind: Kind

    /// Creates a quantity type.
    ///
    /// `name` is Apple's identifier without its prefix.
    static func quantity(_ name: String, _ unit: HealthUnit) -> HealthType {
        HealthType(identifier: "HKQuantityTypeIdentifier\(name)", kind: .quantity(unit))
    }
}

/// The unit of an amount, in Apple's spelling.
public enum HealthUnit: String, Sendable, Hashable {
    /// A count.
    case count
    /// Kilocalories.
    case kilocalories = "kcal"
    /// Beats per minute.
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
