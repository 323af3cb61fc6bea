public import Foundation

/// A type of data in the store; types with the same identifier are equal.
open class HKObjectType: NSObject, @unchecked Sendable {
    // Unchecked, as its subclasses: all state is `let`; the base class has none.

    /// Apple's identifier.
    public let identifier: String

    package init(identifier: String) {
        self.identifier = identifier
        super.init()
    }

    /// Compares the identifiers.
    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKObjectType)?.identifier == identifier
    }

    /// The hash of the identifier.
    override open var hash: Int { identifier.hashValue }

    /// Apple's identifier.
    override open var description: String { identifier }

    /// The quantity type for an identifier; `nil` when it is not supported.
    open class func quantityType(
        forIdentifier identifier: HKQuantityTypeIdentifier
    ) -> HKQuantityType? {
        QuantityCatalog.entries[identifier] == nil ? nil : HKQuantityType(identifier)
    }

    /// The category type for an identifier; `nil` when it is not supported.
    open class func categoryType(
        forIdentifier identifier: HKCategoryTypeIdentifier
    ) -> HKCategoryType? {
        QuantityCatalog.categories.contains(identifier) ? HKCategoryType(identifier) : nil
    }

    /// The characteristic type for an identifier.
    open class func characteristicType(
        forIdentifier identifier: HKCharacteristicTypeIdentifier
    ) -> HKCharacteristicType? {
        HKCharacteristicType(identifier)
    }

    /// The correlation type for an identifier.
    open class func correlationType(
        forIdentifier identifier: HKCorrelationTypeIdentifier
    ) -> HKCorrelationType? {
        HKCorrelationType(identifier)
    }

    /// The series type for an identifier.
    open class func seriesType(forIdentifier identifier: String) -> HKSeriesType? {
        identifier == HKWorkoutRouteTypeIdentifier ? HKSeriesType.workoutRoute() : nil
    }

    /// Workouts.
    open class func workoutType() -> HKWorkoutType { HKWorkoutType.only }
}

/// A type of samples.
open class HKSampleType: HKObjectType, @unchecked Sendable {
    /// Whether the duration of samples is limited; never true here.
    open var isMaximumDurationRestricted: Bool { false }
}

/// A constant property of the person, such as the date of birth.
public final class HKCharacteristicType: HKObjectType, @unchecked Sendable {
    /// A type from its identifier.
    public init(_ identifier: HKCharacteristicTypeIdentifier) {
        super.init(identifier: identifier.rawValue)
    }
}

/// A type of correlated samples, such as blood pressure.
public final class HKCorrelationType: HKSampleType, @unchecked Sendable {
    /// A type from its identifier.
    public init(_ identifier: HKCorrelationTypeIdentifier) {
        super.init(identifier: identifier.rawValue)
    }
}

/// Workouts.
public final class HKWorkoutType: HKSampleType, @unchecked Sendable {
    static let only = HKWorkoutType(identifier: HKWorkoutTypeIdentifier)
}

/// Series of data, such as the route of a workout.
public final class HKSeriesType: HKSampleType, @unchecked Sendable {
    private static let route = HKSeriesType(identifier: HKWorkoutRouteTypeIdentifier)

    /// Routes of workouts.
    public static func workoutRoute() -> HKSeriesType { route }
}

/// The identifier of workouts.
public let HKWorkoutTypeIdentifier = "HKWorkoutTypeIdentifier"
/// The identifier of routes of workouts.
public let HKWorkoutRouteTypeIdentifier = "HKWorkoutRouteTypeIdentifier"
