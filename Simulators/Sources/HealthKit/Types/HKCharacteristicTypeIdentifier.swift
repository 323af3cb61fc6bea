/// A characteristic type identifier.
public struct HKCharacteristicTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// Apple's raw value.
    public let rawValue: String

    /// An identifier from Apple's raw value.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The date of birth.
    public static let dateOfBirth = HKCharacteristicTypeIdentifier(
        rawValue: "HKCharacteristicTypeIdentifierDateOfBirth"
    )
    /// The biological sex.
    public static let biologicalSex = HKCharacteristicTypeIdentifier(
        rawValue: "HKCharacteristicTypeIdentifierBiologicalSex"
    )
}

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
