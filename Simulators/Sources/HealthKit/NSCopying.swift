public import Foundation

// Copies, as Apple declares them. An immutable object is its own copy.

extension HKUnit: NSCopying {
    /// The same object.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

extension HKQuantity: NSCopying {
    /// The same object.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

extension HKObjectType: NSCopying {
    /// The same object.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

extension HKSource: NSCopying {
    /// The same object.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

extension HKSourceRevision: NSCopying {
    /// The same object.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

extension HKDevice: NSCopying {
    /// The same object.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

extension HKQueryAnchor: NSCopying {
    /// The same object.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

extension HKQueryDescriptor: NSCopying {
    /// The same object.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

extension HKStatistics: NSCopying {
    /// The same object.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

extension HKWorkoutEvent: NSCopying {
    /// The same object.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

extension HKWorkoutConfiguration: NSCopying {
    /// The same object.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

extension HKWorkoutActivity: NSCopying {
    /// The same object.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

@available(iOS 26.0, *)
extension HKHealthConceptIdentifier: NSCopying {
    /// The same object.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

@available(iOS 26.0, *)
extension HKMedicationConcept: NSCopying {
    /// The same object.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

@available(iOS 26.0, *)
extension HKUserAnnotatedMedication: NSCopying {
    /// The same object.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

@available(iOS 26.0, *)
extension HKClinicalCoding: NSCopying {
    /// The same object.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

@available(iOS 9.3, *)
extension HKActivitySummary: NSCopying {
    /// A summary of the same day whose values can be changed separately.
    public func copy(with zone: NSZone? = nil) -> Any {
        HKActivitySummary(day: day, values: values)
    }
}
