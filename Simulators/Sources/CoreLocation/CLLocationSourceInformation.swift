public import Foundation

/// What produced a fix.
open class CLLocationSourceInformation: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    /// Whether software made it up.
    public let isSimulatedBySoftware: Bool
    /// Whether an accessory, such as a car, reported it.
    public let isProducedByAccessory: Bool

    /// Both facts.
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
open class CLFloor: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    /// 0 is the ground floor.
    public let level: Int

    package init(level: Int) {
        self.level = level
        super.init()
    }
}
