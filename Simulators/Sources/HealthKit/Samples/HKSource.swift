public import Foundation
import SimulatedPhone

/// An app or a device that saves samples; sources with the same bundle identifier are equal.
public final class HKSource: NSObject, NSSecureCoding, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    /// The visible name; it changes when the device is renamed.
    public let name: String
    /// The app's bundle identifier, or `com.apple.health.<UUID>` for a device.
    public let bundleIdentifier: String

    package init(name: String, bundleIdentifier: String) {
        self.name = name
        self.bundleIdentifier = bundleIdentifier
        super.init()
    }

    /// The app as a source.
    public class func `default`() -> HKSource {
        let app = currentPhone("HKSource.default()").app
        return HKSource(name: app.name, bundleIdentifier: app.bundleIdentifier)
    }

    /// Compares the bundle identifiers.
    override public func isEqual(_ object: Any?) -> Bool {
        (object as? HKSource)?.bundleIdentifier == bundleIdentifier
    }

    /// The hash of the bundle identifier.
    override public var hash: Int { bundleIdentifier.hashValue }

    /// The name and the bundle identifier.
    override public var description: String { "\(name) (\(bundleIdentifier))" }

    /// Always true: it contains two strings.
    public static var supportsSecureCoding: Bool { true }

    /// Decodes an archive.
    public required init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "name"),
            let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier")
        else { return nil }
        self.name = name.description
        bundleIdentifier = identifier.description
        super.init()
    }

    /// Encodes into an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(NSString(string: name), forKey: "name")
        coder.encode(NSString(string: bundleIdentifier), forKey: "identifier")
    }
}

/// The phone whose app runs the calling code.
func currentPhone(_ what: String) -> Phone {
    guard let phone = Phone.current else {
        preconditionFailure("\(what) needs a phone: call it inside of phone.run { }.")
    }
    return phone
}
