/// A category type identifier.
public struct HKCategoryTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// Apple's raw value.
    public let rawValue: String

    /// An identifier from Apple's raw value.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Sleep and its stages.
    public static let sleepAnalysis = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierSleepAnalysis"
    )
    /// Mindful minutes.
    public static let mindfulSession = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierMindfulSession"
    )
    /// Hours with at least one minute of standing.
    public static let appleStandHour = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierAppleStandHour"
    )
    /// A high heart-rate event.
    public static let highHeartRateEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierHighHeartRateEvent"
    )
    /// A low heart-rate event.
    public static let lowHeartRateEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierLowHeartRateEvent"
    )
    /// An irregular rhythm event.
    public static let irregularHeartRhythmEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierIrregularHeartRhythmEvent"
    )
    /// A handwashing event.
    public static let handwashingEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierHandwashingEvent"
    )
    /// A toothbrushing event.
    public static let toothbrushingEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierToothbrushingEvent"
    )
}
