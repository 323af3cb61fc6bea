/// One of Apple's types of health data.
public struct HealthType: Sendable, Hashable {
    /// The kind of value of a sample.
    public enum Kind: Sendable, Hashable {
        /// An amount in this unit, with its plausible values.
        case quantity(HealthUnit, plausible: ClosedRange<Double>)
        /// A value of `HKCategoryValueSleepAnalysis`.
        case sleepAnalysis
        /// A value of a set, such as a severity.
        case category(HealthValueSet)
        /// A time span without a value.
        case span
        /// A workout.
        case workout
        /// A dated summary, such as an electrocardiogram.
        case summary
    }

    /// Apple's identifier, such as `HKQuantityTypeIdentifierStepCount`.
    public let identifier: String
    /// The kind of value of its samples.
    public let kind: Kind

    /// Creates a quantity type.
    ///
    /// `name` is Apple's identifier without its prefix. Without `plausible`, the limits of the unit
    /// apply.
    static func quantity(
        _ name: String,
        _ unit: HealthUnit,
        plausible: ClosedRange<Double>? = nil
    ) -> HealthType {
        HealthType(
            identifier: "HKQuantityTypeIdentifier\(name)",
            kind: .quantity(unit, plausible: plausible ?? unit.plausibleValues)
        )
    }

    /// Creates a category type.
    ///
    /// `name` is Apple's identifier without its prefix.
    static func category(_ name: String, _ values: HealthValueSet) -> HealthType {
        HealthType(identifier: "HKCategoryTypeIdentifier\(name)", kind: .category(values))
    }
}
