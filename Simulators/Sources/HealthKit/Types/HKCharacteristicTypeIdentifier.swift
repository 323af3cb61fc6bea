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
    /// The blood type.
    public static let bloodType = HKCharacteristicTypeIdentifier(
        rawValue: "HKCharacteristicTypeIdentifierBloodType"
    )
    /// The skin type on Fitzpatrick's scale.
    @available(iOS 9.0, *)
    public static let fitzpatrickSkinType = HKCharacteristicTypeIdentifier(
        rawValue: "HKCharacteristicTypeIdentifierFitzpatrickSkinType"
    )
    /// Whether the person uses a wheelchair.
    @available(iOS 10.0, *)
    public static let wheelchairUse = HKCharacteristicTypeIdentifier(
        rawValue: "HKCharacteristicTypeIdentifierWheelchairUse"
    )
    /// What the move ring measures: energy or time.
    @available(iOS 14.0, *)
    public static let activityMoveMode = HKCharacteristicTypeIdentifier(
        rawValue: "HKCharacteristicTypeIdentifierActivityMoveMode"
    )
}
