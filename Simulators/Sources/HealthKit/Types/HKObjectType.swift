public import Foundation

/// A kind of data in the store; two of the same identifier are equal.
open class HKObjectType: NSObject, @unchecked Sendable {
    // Unchecked, as its subclasses: all state is `let`; the base class has none.

    /// Apple's name of it.
    public let identifier: String

    package init(identifier: String) {
        self.identifier = identifier
        super.init()
    }

    /// Whether the other is of the same kind.
    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKObjectType)?.identifier == identifier
    }

    /// Of the identifier.
    override open var hash: Int { identifier.hashValue }

    /// Apple's name of it.
    override open var description: String { identifier }

    /// The quantity of an identifier; `nil` when the store does not know it.
    open class func quantityType(
        forIdentifier identifier: HKQuantityTypeIdentifier
    ) -> HKQuantityType? {
        QuantityCatalog.entries[identifier] == nil ? nil : HKQuantityType(identifier)
    }

    /// The category of an identifier; `nil` when the store does not know it.
    open class func categoryType(
        forIdentifier identifier: HKCategoryTypeIdentifier
    ) -> HKCategoryType? {
        QuantityCatalog.categories.contains(identifier) ? HKCategoryType(identifier) : nil
    }

    /// The characteristic of an identifier.
    open class func characteristicType(
        forIdentifier identifier: HKCharacteristicTypeIdentifier
    ) -> HKCharacteristicType? {
        HKCharacteristicType(identifier)
    }

    /// The correlation of an identifier.
    open class func correlationType(
        forIdentifier identifier: HKCorrelationTypeIdentifier
    ) -> HKCorrelationType? {
        HKCorrelationType(identifier)
    }

    /// The series of an identifier.
    open class func seriesType(forIdentifier identifier: String) -> HKSeriesType? {
        identifier == HKWorkoutRouteTypeIdentifier ? HKSeriesType.workoutRoute() : nil
    }

    /// Workouts.
    open class func workoutType() -> HKWorkoutType { HKWorkoutType.only }
}

/// A kind of data that samples are of.
open class HKSampleType: HKObjectType, @unchecked Sendable {
    /// Whether samples of it may only last so long; none here are restricted.
    open var isMaximumDurationRestricted: Bool { false }
}

/// A fact about the person that does not change, such as the date of birth.
public final class HKCharacteristicType: HKObjectType, @unchecked Sendable {
    /// By its identifier.
    public init(_ identifier: HKCharacteristicTypeIdentifier) {
        super.init(identifier: identifier.rawValue)
    }
}

/// Samples that belong together, such as a blood pressure.
public final class HKCorrelationType: HKSampleType, @unchecked Sendable {
    /// By its identifier.
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
