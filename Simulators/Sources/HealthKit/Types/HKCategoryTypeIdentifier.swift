/// Which category.
public struct HKCategoryTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// Apple's name of it.
    public let rawValue: String

    /// By Apple's name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Sleep and its stages.
    public static let sleepAnalysis = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierSleepAnalysis"
    )
    /// Time of mindfulness.
    public static let mindfulSession = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierMindfulSession"
    )
    /// Hours with a minute on one's feet.
    public static let appleStandHour = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierAppleStandHour"
    )
    /// A high heart rate was noticed.
    public static let highHeartRateEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierHighHeartRateEvent"
    )
    /// A low heart rate was noticed.
    public static let lowHeartRateEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierLowHeartRateEvent"
    )
    /// An irregular rhythm was noticed.
    public static let irregularHeartRhythmEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierIrregularHeartRhythmEvent"
    )
    /// Hands were washed.
    public static let handwashingEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierHandwashingEvent"
    )
    /// Teeth were brushed.
    public static let toothbrushingEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierToothbrushingEvent"
    )
}
