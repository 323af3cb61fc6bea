// Nutrition.

extension HKQuantityTypeIdentifier {
    /// Biotin intake.
    public static let dietaryBiotin = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryBiotin"
    )
    /// Caffeine intake.
    public static let dietaryCaffeine = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryCaffeine"
    )
    /// Calcium intake.
    public static let dietaryCalcium = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryCalcium"
    )
    /// Carbohydrates intake.
    public static let dietaryCarbohydrates = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryCarbohydrates"
    )
    /// Chloride intake.
    public static let dietaryChloride = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryChloride"
    )
    /// Cholesterol intake.
    public static let dietaryCholesterol = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryCholesterol"
    )
    /// Chromium intake.
    public static let dietaryChromium = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryChromium"
    )
    /// Copper intake.
    public static let dietaryCopper = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryCopper"
    )
    /// Energy intake.
    public static let dietaryEnergyConsumed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryEnergyConsumed"
    )
    /// Monounsaturated fat intake.
    public static let dietaryFatMonounsaturated = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryFatMonounsaturated"
    )
    /// Polyunsaturated fat intake.
    public static let dietaryFatPolyunsaturated = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryFatPolyunsaturated"
    )
    /// Saturated fat intake.
    public static let dietaryFatSaturated = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryFatSaturated"
    )
    /// Total fat intake.
    public static let dietaryFatTotal = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryFatTotal"
    )
    /// Fiber intake.
    public static let dietaryFiber = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryFiber"
    )
    /// Folate intake.
    public static let dietaryFolate = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryFolate"
    )
    /// Iodine intake.
    public static let dietaryIodine = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryIodine"
    )
    /// Iron intake.
    public static let dietaryIron = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryIron"
    )
    /// Magnesium intake.
    public static let dietaryMagnesium = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryMagnesium"
    )
    /// Manganese intake.
    public static let dietaryManganese = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryManganese"
    )
    /// Molybdenum intake.
    public static let dietaryMolybdenum = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryMolybdenum"
    )
    /// Niacin intake.
    public static let dietaryNiacin = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryNiacin"
    )
    /// Pantothenic acid intake.
    public static let dietaryPantothenicAcid = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryPantothenicAcid"
    )
    /// Phosphorus intake.
    public static let dietaryPhosphorus = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryPhosphorus"
    )
    /// Potassium intake.
    public static let dietaryPotassium = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryPotassium"
    )
    /// Protein intake.
    public static let dietaryProtein = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryProtein"
    )
    /// Riboflavin intake.
    public static let dietaryRiboflavin = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryRiboflavin"
    )
    /// Selenium intake.
    public static let dietarySelenium = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietarySelenium"
    )
    /// Sodium intake.
    public static let dietarySodium = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietarySodium"
    )
    /// Sugar intake.
    public static let dietarySugar = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietarySugar"
    )
    /// Thiamin intake.
    public static let dietaryThiamin = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryThiamin"
    )
    /// Vitamin A intake.
    public static let dietaryVitaminA = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryVitaminA"
    )
    /// Vitamin B12 intake.
    public static let dietaryVitaminB12 = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryVitaminB12"
    )
    /// Vitamin B6 intake.
    public static let dietaryVitaminB6 = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryVitaminB6"
    )
    /// Vitamin C intake.
    public static let dietaryVitaminC = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryVitaminC"
    )
    /// Vitamin D intake.
    public static let dietaryVitaminD = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryVitaminD"
    )
    /// Vitamin E intake.
    public static let dietaryVitaminE = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryVitaminE"
    )
    /// Vitamin K intake.
    public static let dietaryVitaminK = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryVitaminK"
    )
    /// Water intake.
    @available(iOS 9.0, *)
    public static let dietaryWater = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryWater"
    )
    /// Zinc intake.
    public static let dietaryZinc = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryZinc"
    )
}
