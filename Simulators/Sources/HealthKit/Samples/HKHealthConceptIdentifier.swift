public import Foundation

/// A field of health concepts.
@available(iOS 26.0, *)
public struct HKHealthConceptDomain: RawRepresentable, Hashable, Sendable {
    /// The raw value, which may differ from Apple's (unverified).
    public let rawValue: String

    /// A domain from its raw value.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Medications.
    public static let medication = HKHealthConceptDomain(
        rawValue: "HKHealthConceptDomainMedication"
    )
}

/// The identifier of a concept in a domain.
@available(iOS 26.0, *)
public final class HKHealthConceptIdentifier: NSObject, NSSecureCoding, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    /// The domain.
    public let domain: HKHealthConceptDomain
    /// The text that distinguishes it in its domain; Apple's is not visible.
    package let key: String

    package init(domain: HKHealthConceptDomain, key: String) {
        self.domain = domain
        self.key = key
        super.init()
    }

    /// Always true: it contains two strings.
    public static var supportsSecureCoding: Bool { true }

    /// Decodes an archive.
    public required init?(coder: NSCoder) {
        guard let domain = coder.decodeObject(of: NSString.self, forKey: "domain"),
            let key = coder.decodeObject(of: NSString.self, forKey: "key")
        else { return nil }
        self.domain = HKHealthConceptDomain(rawValue: domain.description)
        self.key = key.description
        super.init()
    }

    /// Encodes into an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(NSString(string: domain.rawValue), forKey: "domain")
        coder.encode(NSString(string: key), forKey: "key")
    }

    /// Compares the domains and the keys.
    override public func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKHealthConceptIdentifier else { return false }
        return domain == other.domain && key == other.key
    }

    /// The hash of the key.
    override public var hash: Int { key.hashValue }

    /// The domain and the key.
    override public var description: String { "\(domain.rawValue) \(key)" }
}
