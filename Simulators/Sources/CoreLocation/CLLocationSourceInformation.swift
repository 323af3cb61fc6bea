public import Foundation

/// Information about the source of a fix.
open class CLLocationSourceInformation: NSObject, NSCopying, NSSecureCoding {
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

    /// Always true: it contains two flags.
    open class var supportsSecureCoding: Bool { true }

    /// Decodes an archive.
    public required init?(coder: NSCoder) {
        isSimulatedBySoftware = coder.decodeBool(forKey: "software")
        isProducedByAccessory = coder.decodeBool(forKey: "accessory")
        super.init()
    }

    /// Encodes into an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(isSimulatedBySoftware, forKey: "software")
        coder.encode(isProducedByAccessory, forKey: "accessory")
    }

    /// The same object.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A floor of a building.
open class CLFloor: NSObject, NSCopying, NSSecureCoding {
    /// The floor number; 0 is the ground floor.
    public let level: Int

    package init(level: Int) {
        self.level = level
        super.init()
    }

    /// Always true: it contains a number.
    open class var supportsSecureCoding: Bool { true }

    /// Decodes an archive.
    public required init?(coder: NSCoder) {
        level = coder.decodeInteger(forKey: "level")
        super.init()
    }

    /// Encodes into an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(level, forKey: "level")
    }

    /// The same object.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
