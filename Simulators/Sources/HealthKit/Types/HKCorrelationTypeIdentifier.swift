/// A correlation type identifier.
public struct HKCorrelationTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// Apple's raw value.
    public let rawValue: String

    /// An identifier from Apple's raw value.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Blood pressure: systolic and diastolic.
    public static let bloodPressure = HKCorrelationTypeIdentifier(
        rawValue: "HKCorrelationTypeIdentifierBloodPressure"
    )
    /// Food: the nutrients of a meal.
    public static let food = HKCorrelationTypeIdentifier(
        rawValue: "HKCorrelationTypeIdentifierFood"
    )
}
