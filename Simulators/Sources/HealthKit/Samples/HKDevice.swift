public import Foundation

/// The hardware that measured.
public final class HKDevice: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    /// Its name.
    public let name: String?
    /// Who made it.
    public let manufacturer: String?
    /// Its model.
    public let model: String?
    /// The version of its hardware, as in `Watch7,1`.
    public let hardwareVersion: String?
    /// The version of its firmware.
    public let firmwareVersion: String?
    /// The version of its software.
    public let softwareVersion: String?
    /// What the phone calls it.
    public let localIdentifier: String?
    /// What the regulator calls it.
    public let udiDeviceIdentifier: String?

    /// A device by what is known of it.
    public init(
        name: String?,
        manufacturer: String?,
        model: String?,
        hardwareVersion: String?,
        firmwareVersion: String?,
        softwareVersion: String?,
        localIdentifier: String?,
        udiDeviceIdentifier: String?
    ) {
        self.name = name
        self.manufacturer = manufacturer
        self.model = model
        self.hardwareVersion = hardwareVersion
        self.firmwareVersion = firmwareVersion
        self.softwareVersion = softwareVersion
        self.localIdentifier = localIdentifier
        self.udiDeviceIdentifier = udiDeviceIdentifier
        super.init()
    }

    private var fields: [String?] {
        [
            name, manufacturer, model, hardwareVersion, firmwareVersion, softwareVersion,
            localIdentifier, udiDeviceIdentifier,
        ]
    }

    /// Whether all of the other is the same.
    override public func isEqual(_ object: Any?) -> Bool {
        (object as? HKDevice)?.fields == fields
    }

    /// Of all that is known.
    override public var hash: Int { fields.hashValue }
}
