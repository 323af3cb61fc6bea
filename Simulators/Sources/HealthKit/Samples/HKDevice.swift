public import Foundation

/// A hardware device that produced samples.
public final class HKDevice: NSObject, NSSecureCoding, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    /// Its name.
    public let name: String?
    /// The manufacturer.
    public let manufacturer: String?
    /// The model.
    public let model: String?
    /// The hardware version, for example `Watch7,1`.
    public let hardwareVersion: String?
    /// The firmware version.
    public let firmwareVersion: String?
    /// The software version.
    public let softwareVersion: String?
    /// The local identifier on the phone.
    public let localIdentifier: String?
    /// The regulatory device identifier (UDI).
    public let udiDeviceIdentifier: String?

    /// A device with its known properties.
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

    /// Compares all properties.
    override public func isEqual(_ object: Any?) -> Bool {
        (object as? HKDevice)?.fields == fields
    }

    /// The hash of all properties.
    override public var hash: Int { fields.hashValue }

    /// Always true: it contains strings.
    public static var supportsSecureCoding: Bool { true }

    /// Decodes an archive.
    public required init?(coder: NSCoder) {
        func text(_ key: String) -> String? {
            // Reading a missing key makes the whole archive invalid.
            guard coder.containsValue(forKey: key) else { return nil }
            return coder.decodeObject(of: NSString.self, forKey: key)?.description
        }
        name = text("name")
        manufacturer = text("manufacturer")
        model = text("model")
        hardwareVersion = text("hardwareVersion")
        firmwareVersion = text("firmwareVersion")
        softwareVersion = text("softwareVersion")
        localIdentifier = text("localIdentifier")
        udiDeviceIdentifier = text("udiDeviceIdentifier")
        super.init()
    }

    /// Encodes into an archive.
    public func encode(with coder: NSCoder) {
        let keys = [
            "name", "manufacturer", "model", "hardwareVersion", "firmwareVersion",
            "softwareVersion", "localIdentifier", "udiDeviceIdentifier",
        ]
        for case (let key, let field?) in zip(keys, fields) {
            coder.encode(NSString(string: field), forKey: key)
        }
    }
}
