/// The aggregation of a quantity's samples.
public enum HKQuantityAggregationStyle: Int, Sendable {
    /// Samples are added.
    case cumulative = 0
    /// An arithmetic average.
    case discreteArithmetic = 1
    /// An average weighted by duration.
    case discreteTemporallyWeighted = 2
    /// An equivalent continuous sound level.
    case discreteEquivalentContinuousLevel = 3
}

/// A type of samples with a quantity.
public final class HKQuantityType: HKSampleType, @unchecked Sendable {
    /// The aggregation of its samples.
    public let aggregationStyle: HKQuantityAggregationStyle
    /// The unit in which the store keeps values.
    package let canonicalUnit: HKUnit

    /// A type from its identifier, which must be supported.
    public init(_ identifier: HKQuantityTypeIdentifier) {
        guard let entry = QuantityCatalog.entries[identifier] else {
            preconditionFailure(
                "The simulated store does not support the quantity \(identifier.rawValue)."
            )
        }
        aggregationStyle = entry.style
        canonicalUnit = entry.unit
        super.init(identifier: identifier.rawValue)
    }

    /// Whether its values can be converted to a unit.
    public func `is`(compatibleWith unit: HKUnit) -> Bool {
        canonicalUnit.isCompatible(with: unit)
    }
}

/// A type of samples with a category value.
public final class HKCategoryType: HKSampleType, @unchecked Sendable {
    /// A type from its identifier, which must be supported.
    public init(_ identifier: HKCategoryTypeIdentifier) {
        precondition(
            QuantityCatalog.categories.contains(identifier),
            "The simulated store does not support the category \(identifier.rawValue)."
        )
        super.init(identifier: identifier.rawValue)
    }
}
