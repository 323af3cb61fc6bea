/// Which characteristic.
public struct HKCharacteristicTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// Apple's name of it.
    public let rawValue: String

    /// By Apple's name.
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

/// Which correlation.
public struct HKCorrelationTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// Apple's name of it.
    public let rawValue: String

    /// By Apple's name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Systolic and diastolic pressure.
    public static let bloodPressure = HKCorrelationTypeIdentifier(
        rawValue: "HKCorrelationTypeIdentifierBloodPressure"
    )
    /// What was eaten together.
    public static let food = HKCorrelationTypeIdentifier(
        rawValue: "HKCorrelationTypeIdentifierFood"
    )
}
