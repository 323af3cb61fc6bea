/// A quantity type identifier.
public struct HKQuantityTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// Apple's raw value.
    public let rawValue: String

    /// An identifier from Apple's raw value.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
