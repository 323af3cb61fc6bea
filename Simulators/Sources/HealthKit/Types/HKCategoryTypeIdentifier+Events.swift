// Sleep, mindfulness, habits and notifications of the system.

extension HKCategoryTypeIdentifier {
    /// Hours with at least one minute of standing.
    @available(iOS 9.0, *)
    public static let appleStandHour = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierAppleStandHour"
    )
    /// A loud environment; Apple kept the raw value of the former name.
    @available(iOS 14.0, *)
    public static let environmentalAudioExposureEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierAudioExposureEvent"
    )
    /// Loud headphones.
    @available(iOS 14.2, *)
    public static let headphoneAudioExposureEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierHeadphoneAudioExposureEvent"
    )
    /// A high heart-rate event.
    @available(iOS 12.2, *)
    public static let highHeartRateEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierHighHeartRateEvent"
    )
    /// A sign of high blood pressure.
    @available(iOS 26.2, *)
    public static let hypertensionEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierHypertensionEvent"
    )
    /// An irregular rhythm event.
    @available(iOS 12.2, *)
    public static let irregularHeartRhythmEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierIrregularHeartRhythmEvent"
    )
    /// Low cardio fitness.
    @available(iOS 14.3, *)
    public static let lowCardioFitnessEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierLowCardioFitnessEvent"
    )
    /// A low heart-rate event.
    @available(iOS 12.2, *)
    public static let lowHeartRateEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierLowHeartRateEvent"
    )
    /// Mindful minutes.
    @available(iOS 10.0, *)
    public static let mindfulSession = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierMindfulSession"
    )
    /// Low walking steadiness.
    @available(iOS 15.0, *)
    public static let appleWalkingSteadinessEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierAppleWalkingSteadinessEvent"
    )
    /// A handwashing event.
    @available(iOS 14.0, *)
    public static let handwashingEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierHandwashingEvent"
    )
    /// A toothbrushing event.
    @available(iOS 13.0, *)
    public static let toothbrushingEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierToothbrushingEvent"
    )
    /// A sign of sleep apnea.
    @available(iOS 18.0, *)
    public static let sleepApneaEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierSleepApneaEvent"
    )
    /// Sleep and its stages.
    public static let sleepAnalysis = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierSleepAnalysis"
    )
    /// The former name of ``environmentalAudioExposureEvent``.
    @available(iOS, introduced: 13.0, deprecated: 14.0)
    public static let audioExposureEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierAudioExposureEvent"
    )
}
