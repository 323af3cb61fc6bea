// Symptoms.

extension HKCategoryTypeIdentifier {
    /// Abdominal cramps.
    @available(iOS 13.6, *)
    public static let abdominalCramps = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierAbdominalCramps"
    )
    /// Acne.
    @available(iOS 13.6, *)
    public static let acne = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierAcne"
    )
    /// Appetite changes.
    @available(iOS 13.6, *)
    public static let appetiteChanges = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierAppetiteChanges"
    )
    /// Bladder incontinence.
    @available(iOS 14.0, *)
    public static let bladderIncontinence = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierBladderIncontinence"
    )
    /// Bloating.
    @available(iOS 13.6, *)
    public static let bloating = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierBloating"
    )
    /// Breast pain.
    @available(iOS 13.6, *)
    public static let breastPain = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierBreastPain"
    )
    /// Chest tightness or pain.
    @available(iOS 13.6, *)
    public static let chestTightnessOrPain = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierChestTightnessOrPain"
    )
    /// Chills.
    @available(iOS 13.6, *)
    public static let chills = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierChills"
    )
    /// Constipation.
    @available(iOS 13.6, *)
    public static let constipation = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierConstipation"
    )
    /// Coughing.
    @available(iOS 13.6, *)
    public static let coughing = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierCoughing"
    )
    /// Diarrhea.
    @available(iOS 13.6, *)
    public static let diarrhea = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierDiarrhea"
    )
    /// Dizziness.
    @available(iOS 13.6, *)
    public static let dizziness = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierDizziness"
    )
    /// Dry skin.
    @available(iOS 14.0, *)
    public static let drySkin = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierDrySkin"
    )
    /// Fainting.
    @available(iOS 13.6, *)
    public static let fainting = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierFainting"
    )
    /// Fatigue.
    @available(iOS 13.6, *)
    public static let fatigue = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierFatigue"
    )
    /// Fever.
    @available(iOS 13.6, *)
    public static let fever = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierFever"
    )
    /// Generalized body ache.
    @available(iOS 13.6, *)
    public static let generalizedBodyAche = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierGeneralizedBodyAche"
    )
    /// Hair loss.
    @available(iOS 14.0, *)
    public static let hairLoss = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierHairLoss"
    )
    /// Headache.
    @available(iOS 13.6, *)
    public static let headache = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierHeadache"
    )
    /// Heartburn.
    @available(iOS 13.6, *)
    public static let heartburn = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierHeartburn"
    )
    /// Hot flashes.
    @available(iOS 13.6, *)
    public static let hotFlashes = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierHotFlashes"
    )
    /// Loss of smell.
    @available(iOS 13.6, *)
    public static let lossOfSmell = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierLossOfSmell"
    )
    /// Loss of taste.
    @available(iOS 13.6, *)
    public static let lossOfTaste = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierLossOfTaste"
    )
    /// Lower back pain.
    @available(iOS 13.6, *)
    public static let lowerBackPain = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierLowerBackPain"
    )
    /// Memory lapse.
    @available(iOS 14.0, *)
    public static let memoryLapse = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierMemoryLapse"
    )
    /// Mood changes.
    @available(iOS 13.6, *)
    public static let moodChanges = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierMoodChanges"
    )
    /// Nausea.
    @available(iOS 13.6, *)
    public static let nausea = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierNausea"
    )
    /// Night sweats.
    @available(iOS 14.0, *)
    public static let nightSweats = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierNightSweats"
    )
    /// Pelvic pain.
    @available(iOS 13.6, *)
    public static let pelvicPain = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierPelvicPain"
    )
    /// Rapid pounding or fluttering heartbeat.
    @available(iOS 13.6, *)
    public static let rapidPoundingOrFlutteringHeartbeat = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat"
    )
    /// Runny nose.
    @available(iOS 13.6, *)
    public static let runnyNose = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierRunnyNose"
    )
    /// Shortness of breath.
    @available(iOS 13.6, *)
    public static let shortnessOfBreath = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierShortnessOfBreath"
    )
    /// Sinus congestion.
    @available(iOS 13.6, *)
    public static let sinusCongestion = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierSinusCongestion"
    )
    /// Skipped heartbeat.
    @available(iOS 13.6, *)
    public static let skippedHeartbeat = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierSkippedHeartbeat"
    )
    /// Sleep changes.
    @available(iOS 13.6, *)
    public static let sleepChanges = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierSleepChanges"
    )
    /// Sore throat.
    @available(iOS 13.6, *)
    public static let soreThroat = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierSoreThroat"
    )
    /// Vaginal dryness.
    @available(iOS 14.0, *)
    public static let vaginalDryness = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierVaginalDryness"
    )
    /// Vomiting.
    @available(iOS 13.6, *)
    public static let vomiting = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierVomiting"
    )
    /// Wheezing.
    @available(iOS 13.6, *)
    public static let wheezing = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierWheezing"
    )
}
