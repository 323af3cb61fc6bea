extension HealthValueSet {
    /// `HKCategoryValueAppetiteChanges`.
    static let appetiteChanges = HealthValueSet(
        "HKCategoryValueAppetiteChanges",
        [
            .init(0, "unspecified", "HKCategoryValueAppetiteChangesUnspecified"),
            .init(1, "no_change", "HKCategoryValueAppetiteChangesNoChange"),
            .init(2, "decreased", "HKCategoryValueAppetiteChangesDecreased"),
            .init(3, "increased", "HKCategoryValueAppetiteChangesIncreased"),
        ]
    )
    /// `HKCategoryValueAppleStandHour`.
    static let appleStandHour = HealthValueSet(
        "HKCategoryValueAppleStandHour",
        [
            .init(0, "stood", "HKCategoryValueAppleStandHourStood"),
            .init(1, "idle", "HKCategoryValueAppleStandHourIdle"),
        ]
    )
    /// `HKCategoryValueAppleWalkingSteadinessEvent`.
    static let appleWalkingSteadinessEvent = HealthValueSet(
        "HKCategoryValueAppleWalkingSteadinessEvent",
        [
            .init(1, "initial_low", "HKCategoryValueAppleWalkingSteadinessEventInitialLow"),
            .init(
                2,
                "initial_very_low",
                "HKCategoryValueAppleWalkingSteadinessEventInitialVeryLow"
            ),
            .init(3, "repeat_low", "HKCategoryValueAppleWalkingSteadinessEventRepeatLow"),
            .init(4, "repeat_very_low", "HKCategoryValueAppleWalkingSteadinessEventRepeatVeryLow"),
        ]
    )
    /// `HKCategoryValueCervicalMucusQuality`.
    static let cervicalMucusQuality = HealthValueSet(
        "HKCategoryValueCervicalMucusQuality",
        [
            .init(1, "dry", "HKCategoryValueCervicalMucusQualityDry"),
            .init(2, "sticky", "HKCategoryValueCervicalMucusQualitySticky"),
            .init(3, "creamy", "HKCategoryValueCervicalMucusQualityCreamy"),
            .init(4, "watery", "HKCategoryValueCervicalMucusQualityWatery"),
            .init(5, "egg_white", "HKCategoryValueCervicalMucusQualityEggWhite"),
        ]
    )
    /// `HKCategoryValueContraceptive`.
    static let contraceptive = HealthValueSet(
        "HKCategoryValueContraceptive",
        [
            .init(1, "unspecified", "HKCategoryValueContraceptiveUnspecified"),
            .init(2, "implant", "HKCategoryValueContraceptiveImplant"),
            .init(3, "injection", "HKCategoryValueContraceptiveInjection"),
            .init(4, "intrauterine_device", "HKCategoryValueContraceptiveIntrauterineDevice"),
            .init(5, "intravaginal_ring", "HKCategoryValueContraceptiveIntravaginalRing"),
            .init(6, "oral", "HKCategoryValueContraceptiveOral"),
            .init(7, "patch", "HKCategoryValueContraceptivePatch"),
        ]
    )
    /// `HKCategoryValueOvulationTestResult`.
    static let ovulationTestResult = HealthValueSet(
        "HKCategoryValueOvulationTestResult",
        [
            .init(1, "negative", "HKCategoryValueOvulationTestResultNegative"),
            .init(
                2,
                "luteinizing_hormone_surge",
                "HKCategoryValueOvulationTestResultLuteinizingHormoneSurge",
                "HKCategoryValueOvulationTestResultPositive"
            ),
            .init(3, "indeterminate", "HKCategoryValueOvulationTestResultIndeterminate"),
            .init(4, "estrogen_surge", "HKCategoryValueOvulationTestResultEstrogenSurge"),
        ]
    )
    /// `HKCategoryValuePregnancyTestResult`.
    static let pregnancyTestResult = HealthValueSet(
        "HKCategoryValuePregnancyTestResult",
        [
            .init(1, "negative", "HKCategoryValuePregnancyTestResultNegative"),
            .init(2, "positive", "HKCategoryValuePregnancyTestResultPositive"),
            .init(3, "indeterminate", "HKCategoryValuePregnancyTestResultIndeterminate"),
        ]
    )
    /// `HKCategoryValuePresence`.
    static let presence = HealthValueSet(
        "HKCategoryValuePresence",
        [
            .init(0, "present", "HKCategoryValuePresencePresent"),
            .init(1, "not_present", "HKCategoryValuePresenceNotPresent"),
        ]
    )
    /// `HKCategoryValueProgesteroneTestResult`.
    static let progesteroneTestResult = HealthValueSet(
        "HKCategoryValueProgesteroneTestResult",
        [
            .init(1, "negative", "HKCategoryValueProgesteroneTestResultNegative"),
            .init(2, "positive", "HKCategoryValueProgesteroneTestResultPositive"),
            .init(3, "indeterminate", "HKCategoryValueProgesteroneTestResultIndeterminate"),
        ]
    )
    /// `HKCategoryValueSeverity`.
    static let severity = HealthValueSet(
        "HKCategoryValueSeverity",
        [
            .init(0, "unspecified", "HKCategoryValueSeverityUnspecified"),
            .init(1, "not_present", "HKCategoryValueSeverityNotPresent"),
            .init(2, "mild", "HKCategoryValueSeverityMild"),
            .init(3, "moderate", "HKCategoryValueSeverityModerate"),
            .init(4, "severe", "HKCategoryValueSeveritySevere"),
        ]
    )
    /// `HKCategoryValueVaginalBleeding`.
    static let vaginalBleeding = HealthValueSet(
        "HKCategoryValueVaginalBleeding",
        [
            .init(
                1,
                "unspecified",
                "HKCategoryValueVaginalBleedingUnspecified",
                "HKCategoryValueMenstrualFlowUnspecified"
            ),
            .init(
                2,
                "light",
                "HKCategoryValueVaginalBleedingLight",
                "HKCategoryValueMenstrualFlowLight"
            ),
            .init(
                3,
                "medium",
                "HKCategoryValueVaginalBleedingMedium",
                "HKCategoryValueMenstrualFlowMedium"
            ),
            .init(
                4,
                "heavy",
                "HKCategoryValueVaginalBleedingHeavy",
                "HKCategoryValueMenstrualFlowHeavy"
            ),
            .init(
                5,
                "none",
                "HKCategoryValueVaginalBleedingNone",
                "HKCategoryValueMenstrualFlowNone"
            ),
        ]
    )
}
