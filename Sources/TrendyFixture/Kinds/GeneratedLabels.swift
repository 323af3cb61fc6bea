/// The values of a category type, as exports print them.
package struct GeneratedLabels: Sendable, Hashable {
    /// The names of the values in results, in the order of ``labels``.
    package let keys: [String]
    /// The printed constants.
    package let labels: [String]
    /// HealthKit's raw value of the first one; those of the others follow.
    let firstRawValue: Int

    private init(
        _ prefix: String,
        from firstRawValue: Int = 0,
        _ values: KeyValuePairs<String, String>
    ) {
        self.firstRawValue = firstRawValue
        keys = values.map(\.key)
        labels = values.map { prefix + $0.value }
    }

    /// `HKCategoryValueAppleStandHour`.
    static let appleStandHour = GeneratedLabels(
        "HKCategoryValueAppleStandHour",
        ["stood": "Stood", "idle": "Idle"]
    )
    /// `HKCategoryValueEnvironmentalAudioExposureEvent`.
    static let environmentalAudioExposureEvent = GeneratedLabels(
        "HKCategoryValueEnvironmentalAudioExposureEvent",
        from: 1,
        ["momentary_limit": "MomentaryLimit"]
    )
    /// `HKCategoryValueHeadphoneAudioExposureEvent`.
    static let headphoneAudioExposureEvent = GeneratedLabels(
        "HKCategoryValueHeadphoneAudioExposureEvent",
        from: 1,
        ["seven_day_limit": "SevenDayLimit"]
    )
    /// `HKCategoryValue`.
    static let notApplicable = GeneratedLabels(
        "HKCategoryValue",
        ["not_applicable": "NotApplicable"]
    )
    /// `HKCategoryValueLowCardioFitnessEvent`.
    static let lowCardioFitnessEvent = GeneratedLabels(
        "HKCategoryValueLowCardioFitnessEvent",
        from: 1,
        ["low_fitness": "LowFitness"]
    )
    /// `HKCategoryValueAppleWalkingSteadinessEvent`.
    static let appleWalkingSteadinessEvent = GeneratedLabels(
        "HKCategoryValueAppleWalkingSteadinessEvent",
        from: 1,
        [
            "initial_low": "InitialLow", "initial_very_low": "InitialVeryLow",
            "repeat_low": "RepeatLow", "repeat_very_low": "RepeatVeryLow",
        ]
    )
    /// `HKCategoryValueVaginalBleeding`.
    static let vaginalBleeding = GeneratedLabels(
        "HKCategoryValueVaginalBleeding",
        from: 1,
        [
            "unspecified": "Unspecified", "light": "Light", "medium": "Medium", "heavy": "Heavy",
            "none": "None",
        ]
    )
    /// `HKCategoryValueCervicalMucusQuality`.
    static let cervicalMucusQuality = GeneratedLabels(
        "HKCategoryValueCervicalMucusQuality",
        from: 1,
        [
            "dry": "Dry", "sticky": "Sticky", "creamy": "Creamy", "watery": "Watery",
            "egg_white": "EggWhite",
        ]
    )
    /// `HKCategoryValueContraceptive`.
    static let contraceptive = GeneratedLabels(
        "HKCategoryValueContraceptive",
        from: 1,
        [
            "unspecified": "Unspecified", "implant": "Implant", "injection": "Injection",
            "intrauterine_device": "IntrauterineDevice", "intravaginal_ring": "IntravaginalRing",
            "oral": "Oral", "patch": "Patch",
        ]
    )
    /// `HKCategoryValueOvulationTestResult`.
    static let ovulationTestResult = GeneratedLabels(
        "HKCategoryValueOvulationTestResult",
        from: 1,
        [
            "negative": "Negative", "luteinizing_hormone_surge": "LuteinizingHormoneSurge",
            "indeterminate": "Indeterminate", "estrogen_surge": "EstrogenSurge",
        ]
    )
    /// `HKCategoryValuePregnancyTestResult`.
    static let pregnancyTestResult = GeneratedLabels(
        "HKCategoryValuePregnancyTestResult",
        from: 1,
        ["negative": "Negative", "positive": "Positive", "indeterminate": "Indeterminate"]
    )
    /// `HKCategoryValueProgesteroneTestResult`.
    static let progesteroneTestResult = GeneratedLabels(
        "HKCategoryValueProgesteroneTestResult",
        from: 1,
        ["negative": "Negative", "positive": "Positive", "indeterminate": "Indeterminate"]
    )
    /// `HKCategoryValueSeverity`.
    static let severity = GeneratedLabels(
        "HKCategoryValueSeverity",
        [
            "unspecified": "Unspecified", "not_present": "NotPresent", "mild": "Mild",
            "moderate": "Moderate", "severe": "Severe",
        ]
    )
    /// `HKCategoryValueAppetiteChanges`.
    static let appetiteChanges = GeneratedLabels(
        "HKCategoryValueAppetiteChanges",
        [
            "unspecified": "Unspecified", "no_change": "NoChange", "decreased": "Decreased",
            "increased": "Increased",
        ]
    )
    /// `HKCategoryValuePresence`.
    static let presence = GeneratedLabels(
        "HKCategoryValuePresence",
        ["present": "Present", "not_present": "NotPresent"]
    )
    /// `HKCategoryValueSleepAnalysis`.
    static let sleepAnalysis = GeneratedLabels(
        "HKCategoryValueSleepAnalysis",
        [
            "in_bed": "InBed", "asleep_unspecified": "AsleepUnspecified", "awake": "Awake",
            "asleep_core": "AsleepCore", "asleep_deep": "AsleepDeep", "asleep_rem": "AsleepREM",
        ]
    )
}
