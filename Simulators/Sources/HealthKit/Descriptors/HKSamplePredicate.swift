public import Foundation

/// A sample type and predicate, with the class of the results.
public struct HKSamplePredicate<Sample: HKSample>: Sendable {
    /// The type.
    public let sampleType: HKSampleType
    let scope: QueryScope

    init(_ type: HKSampleType, _ predicate: NSPredicate?) {
        sampleType = type
        scope = QueryScope(type, predicate)
    }
}

extension HKSamplePredicate where Sample == HKSample {
    /// Samples of any type.
    public static func sample(type: HKSampleType, predicate: NSPredicate? = nil) -> Self {
        Self(type, predicate)
    }
}

extension HKSamplePredicate where Sample == HKQuantitySample {
    /// Samples of a quantity.
    public static func quantitySample(
        type: HKQuantityType,
        predicate: NSPredicate? = nil
    ) -> Self {
        Self(type, predicate)
    }
}

extension HKSamplePredicate where Sample == HKCategorySample {
    /// Samples of a category.
    public static func categorySample(
        type: HKCategoryType,
        predicate: NSPredicate? = nil
    ) -> Self {
        Self(type, predicate)
    }
}

extension HKSamplePredicate where Sample == HKWorkout {
    /// Workouts.
    public static func workout(_ predicate: NSPredicate? = nil) -> Self {
        Self(HKObjectType.workoutType(), predicate)
    }
}

extension HKSamplePredicate where Sample == HKWorkoutRoute {
    /// Routes of workouts.
    public static func workoutRoute(_ predicate: NSPredicate? = nil) -> Self {
        Self(HKSeriesType.workoutRoute(), predicate)
    }
}

extension HKSamplePredicate where Sample == HKCorrelation {
    /// Correlations.
    public static func correlation(
        type: HKCorrelationType,
        predicate: NSPredicate? = nil
    ) -> Self {
        Self(type, predicate)
    }
}
