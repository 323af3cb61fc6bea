// Reproductive health.

extension HKCategoryTypeIdentifier {
    /// Bleeding after pregnancy.
    @available(iOS 18.0, *)
    public static let bleedingAfterPregnancy = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierBleedingAfterPregnancy"
    )
    /// Bleeding during pregnancy.
    @available(iOS 18.0, *)
    public static let bleedingDuringPregnancy = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierBleedingDuringPregnancy"
    )
    /// Cervical mucus quality.
    @available(iOS 9.0, *)
    public static let cervicalMucusQuality = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierCervicalMucusQuality"
    )
    /// Contraceptive.
    @available(iOS 14.3, *)
    public static let contraceptive = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierContraceptive"
    )
    /// Infrequent menstrual cycles.
    @available(iOS 16.0, *)
    public static let infrequentMenstrualCycles = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierInfrequentMenstrualCycles"
    )
    /// Intermenstrual bleeding.
    @available(iOS 9.0, *)
    public static let intermenstrualBleeding = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierIntermenstrualBleeding"
    )
    /// Irregular menstrual cycles.
    @available(iOS 16.0, *)
    public static let irregularMenstrualCycles = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierIrregularMenstrualCycles"
    )
    /// Lactation.
    @available(iOS 14.3, *)
    public static let lactation = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierLactation"
    )
    /// Menstrual flow.
    @available(iOS 9.0, *)
    public static let menstrualFlow = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierMenstrualFlow"
    )
    /// Ovulation test result.
    @available(iOS 9.0, *)
    public static let ovulationTestResult = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierOvulationTestResult"
    )
    /// Persistent intermenstrual bleeding.
    @available(iOS 16.0, *)
    public static let persistentIntermenstrualBleeding = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierPersistentIntermenstrualBleeding"
    )
    /// Pregnancy.
    @available(iOS 14.3, *)
    public static let pregnancy = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierPregnancy"
    )
    /// Pregnancy test result.
    @available(iOS 15.0, *)
    public static let pregnancyTestResult = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierPregnancyTestResult"
    )
    /// Progesterone test result.
    @available(iOS 15.0, *)
    public static let progesteroneTestResult = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierProgesteroneTestResult"
    )
    /// Prolonged menstrual periods.
    @available(iOS 16.0, *)
    public static let prolongedMenstrualPeriods = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierProlongedMenstrualPeriods"
    )
    /// Sexual activity.
    @available(iOS 9.0, *)
    public static let sexualActivity = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierSexualActivity"
    )
}
