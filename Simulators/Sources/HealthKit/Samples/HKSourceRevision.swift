public import Foundation

/// A source with its version at the time of saving.
public final class HKSourceRevision: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    /// The source.
    public let source: HKSource
    /// The version of the source.
    public let version: String?
    /// The product type, for example `Watch7,1`.
    public let productType: String?
    /// The operating system version.
    public let operatingSystemVersion: OperatingSystemVersion

    /// A revision of a source.
    public convenience init(source: HKSource, version: String?) {
        self.init(
            source: source,
            version: version,
            productType: nil,
            operatingSystemVersion: OperatingSystemVersion(
                majorVersion: 0,
                minorVersion: 0,
                patchVersion: 0
            )
        )
    }

    /// A revision of a source, with product type and operating system.
    public init(
        source: HKSource,
        version: String?,
        productType: String?,
        operatingSystemVersion: OperatingSystemVersion
    ) {
        self.source = source
        self.version = version
        self.productType = productType
        self.operatingSystemVersion = operatingSystemVersion
        super.init()
    }

    /// Compares all properties.
    override public func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKSourceRevision else { return false }
        let (mine, theirs) = (operatingSystemVersion, other.operatingSystemVersion)
        return source == other.source && version == other.version
            && productType == other.productType
            && (mine.majorVersion, mine.minorVersion, mine.patchVersion)
                == (theirs.majorVersion, theirs.minorVersion, theirs.patchVersion)
    }

    /// The hash of the source and its version.
    override public var hash: Int {
        var hasher = Hasher()
        hasher.combine(source.bundleIdentifier)
        hasher.combine(version)
        return hasher.finalize()
    }
}
