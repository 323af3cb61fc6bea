extension HealthMetric {
    /// The rows of the group nutrition.
    static let nutritionRows: [HealthMetric] = [
        .quantity(
            "DietaryBiotin",
            .micrograms,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...1_000_000
        ),
        .quantity(
            "DietaryCaffeine",
            .milligrams,
            .cumulative,
            .nutrition,
            icon: "cup.and.saucer",
            plausible: 0...20_000
        ),
        .quantity(
            "DietaryCalcium",
            .milligrams,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...100_000
        ),
        .quantity(
            "DietaryCarbohydrates",
            .grams,
            .cumulative,
            .nutrition,
            icon: "fork.knife",
            plausible: 0...10_000
        ),
        .quantity(
            "DietaryChloride",
            .milligrams,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...200_000
        ),
        .quantity(
            "DietaryCholesterol",
            .milligrams,
            .cumulative,
            .nutrition,
            icon: "fork.knife",
            plausible: 0...50_000
        ),
        .quantity(
            "DietaryChromium",
            .micrograms,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...1_000_000
        ),
        .quantity(
            "DietaryCopper",
            .milligrams,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...10_000
        ),
        .quantity(
            "DietaryEnergyConsumed",
            .kilocalories,
            .cumulative,
            .nutrition,
            icon: "flame",
            plausible: 0...50_000
        ),
        .quantity(
            "DietaryFatMonounsaturated",
            .grams,
            .cumulative,
            .nutrition,
            icon: "fork.knife",
            plausible: 0...5000
        ),
        .quantity(
            "DietaryFatPolyunsaturated",
            .grams,
            .cumulative,
            .nutrition,
            icon: "fork.knife",
            plausible: 0...5000
        ),
        .quantity(
            "DietaryFatSaturated",
            .grams,
            .cumulative,
            .nutrition,
            icon: "fork.knife",
            plausible: 0...5000
        ),
        .quantity(
            "DietaryFatTotal",
            .grams,
            .cumulative,
            .nutrition,
            icon: "fork.knife",
            plausible: 0...5000
        ),
        .quantity(
            "DietaryFiber",
            .grams,
            .cumulative,
            .nutrition,
            icon: "leaf",
            plausible: 0...2000
        ),
        .quantity(
            "DietaryFolate",
            .micrograms,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...1_000_000
        ),
        .quantity(
            "DietaryIodine",
            .micrograms,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...1_000_000
        ),
        .quantity(
            "DietaryIron",
            .milligrams,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...10_000
        ),
        .quantity(
            "DietaryMagnesium",
            .milligrams,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...100_000
        ),
        .quantity(
            "DietaryManganese",
            .milligrams,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...10_000
        ),
        .quantity(
            "DietaryMolybdenum",
            .micrograms,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...1_000_000
        ),
        .quantity(
            "DietaryNiacin",
            .milligrams,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...50_000
        ),
        .quantity(
            "DietaryPantothenicAcid",
            .milligrams,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...50_000
        ),
        .quantity(
            "DietaryPhosphorus",
            .milligrams,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...100_000
        ),
        .quantity(
            "DietaryPotassium",
            .milligrams,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...200_000
        ),
        .quantity(
            "DietaryProtein",
            .grams,
            .cumulative,
            .nutrition,
            icon: "fork.knife",
            plausible: 0...5000
        ),
        .quantity(
            "DietaryRiboflavin",
            .milligrams,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...50_000
        ),
        .quantity(
            "DietarySelenium",
            .micrograms,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...1_000_000
        ),
        .quantity(
            "DietarySodium",
            .milligrams,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...200_000
        ),
        .quantity(
            "DietarySugar",
            .grams,
            .cumulative,
            .nutrition,
            icon: "cube",
            plausible: 0...10_000
        ),
        .quantity(
            "DietaryThiamin",
            .milligrams,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...50_000
        ),
        .quantity(
            "DietaryVitaminA",
            .micrograms,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...1_000_000
        ),
        .quantity(
            "DietaryVitaminB12",
            .micrograms,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...1_000_000
        ),
        .quantity(
            "DietaryVitaminB6",
            .milligrams,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...50_000
        ),
        .quantity(
            "DietaryVitaminC",
            .milligrams,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...200_000
        ),
        .quantity(
            "DietaryVitaminD",
            .micrograms,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...1_000_000
        ),
        .quantity(
            "DietaryVitaminE",
            .milligrams,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...50_000
        ),
        .quantity(
            "DietaryVitaminK",
            .micrograms,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...1_000_000
        ),
        .quantity(
            "DietaryZinc",
            .milligrams,
            .cumulative,
            .nutrition,
            icon: "pills",
            plausible: 0...10_000
        ),
    ]
}
