/// A category type identifier.
public struct HKCategoryTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// Apple's raw value.
    public let rawValue: String

    /// An identifier from Apple's raw value.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
