/// How samples of a quantity make one number.
public enum HKQuantityAggregationStyle: Int, Sendable {
    /// They add up.
    case cumulative = 0
    /// Each counts the same.
    case discreteArithmetic = 1
    /// Each counts for as long as it lasts.
    case discreteTemporallyWeighted = 2
    /// As sound levels do.
    case discreteEquivalentContinuousLevel = 3
}

/// A kind of data that is a number with a unit.
public final class HKQuantityType: HKSampleType, @unchecked Sendable {
    /// How samples of it make one number.
    public let aggregationStyle: HKQuantityAggregationStyle
    /// The unit in which the store keeps it.
    package let canonicalUnit: HKUnit

    /// By its identifier, which the store must know.
    public init(_ identifier: HKQuantityTypeIdentifier) {
        guard let entry = QuantityCatalog.entries[identifier] else {
            preconditionFailure("The simulated store knows no quantity \(identifier.rawValue).")
        }
        aggregationStyle = entry.style
        canonicalUnit = entry.unit
        super.init(identifier: identifier.rawValue)
    }

    /// Whether values of it can be told in a unit.
    public func `is`(compatibleWith unit: HKUnit) -> Bool {
        canonicalUnit.isCompatible(with: unit)
    }
}

/// A kind of data that is one of a few values over time.
public final class HKCategoryType: HKSampleType, @unchecked Sendable {
    /// By its identifier, which the store must know.
    public init(_ identifier: HKCategoryTypeIdentifier) {
        precondition(
            QuantityCatalog.categories.contains(identifier),
            "The simulated store knows no category \(identifier.rawValue)."
        )
        super.init(identifier: identifier.rawValue)
    }
}
