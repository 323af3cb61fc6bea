public import Foundation

/// Information about the source of a fix.
open class CLLocationSourceInformation: NSObject {
    /// Whether software simulated the fix.
    public let isSimulatedBySoftware: Bool
    /// Whether an accessory, such as a car, reported it.
    public let isProducedByAccessory: Bool

    /// Source information with both values.
    public init(
        softwareSimulationState isSoftware: Bool,
        andExternalAccessoryState isAccessory: Bool
    ) {
        isSimulatedBySoftware = isSoftware
        isProducedByAccessory = isAccessory
        super.init()
    }
}

/// A floor of a building.
open class CLFloor: NSObject {
    /// The floor number; 0 is the ground floor.
    public let level: Int

    package init(level: Int) {
        self.level = level
        super.init()
    }
}
