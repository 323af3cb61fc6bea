public import Foundation
import SimulatedPhone

/// An app or a device that saved samples; two of the same bundle identifier are equal.
public final class HKSource: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    /// The name that people see; it changes when the device is renamed.
    public let name: String
    /// The app, or `com.apple.health.<UUID>` for a device.
    public let bundleIdentifier: String

    package init(name: String, bundleIdentifier: String) {
        self.name = name
        self.bundleIdentifier = bundleIdentifier
        super.init()
    }

    /// The app itself.
    public class func `default`() -> HKSource {
        let app = currentPhone("HKSource.default()").app
        return HKSource(name: app.name, bundleIdentifier: app.bundleIdentifier)
    }

    /// Whether the other has the same bundle identifier.
    override public func isEqual(_ object: Any?) -> Bool {
        (object as? HKSource)?.bundleIdentifier == bundleIdentifier
    }

    /// Of the bundle identifier.
    override public var hash: Int { bundleIdentifier.hashValue }

    /// The name and the bundle identifier.
    override public var description: String { "\(name) (\(bundleIdentifier))" }
}

/// The phone whose app runs the calling code.
func currentPhone(_ what: String) -> Phone {
    guard let phone = Phone.current else {
        preconditionFailure("\(what) needs a phone: call it inside of phone.run { }.")
    }
    return phone
}
