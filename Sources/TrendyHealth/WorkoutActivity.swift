/// The names of workout activities.
package enum WorkoutActivity {
    /// The names of `HKWorkoutActivityType` without its prefix, from raw value 1 on; 81 is unused.
    private static let names = [
        "AmericanFootball", "Archery", "AustralianFootball", "Badminton", "Baseball",
        "Basketball", "Bowling", "Boxing", "Climbing", "Cricket", "CrossTraining", "Curling",
        "Cycling", "Dance", "DanceInspiredTraining", "Elliptical", "EquestrianSports", "Fencing",
        "Fishing", "FunctionalStrengthTraining", "Golf", "Gymnastics", "Handball", "Hiking",
        "Hockey", "Hunting", "Lacrosse", "MartialArts", "MindAndBody",
        "MixedMetabolicCardioTraining", "PaddleSports", "Play", "PreparationAndRecovery",
        "Racquetball", "Rowing", "Rugby", "Running", "Sailing", "SkatingSports", "SnowSports",
        "Soccer", "Softball", "Squash", "StairClimbing", "SurfingSports", "Swimming",
        "TableTennis", "Tennis", "TrackAndField", "TraditionalStrengthTraining", "Volleyball",
        "Walking", "WaterFitness", "WaterPolo", "WaterSports", "Wrestling", "Yoga", "Barre",
        "CoreTraining", "CrossCountrySkiing", "DownhillSkiing", "Flexibility",
        "HighIntensityIntervalTraining", "JumpRope", "Kickboxing", "Pilates", "Snowboarding",
        "Stairs", "StepTraining", "WheelchairWalkPace", "WheelchairRunPace", "TaiChi",
        "MixedCardio", "HandCycling", "DiscSports", "FitnessGaming", "CardioDance", "SocialDance",
        "Pickleball", "Cooldown", "Other", "SwimBikeRun", "Transition", "UnderwaterDiving",
    ]

    /// The name for a raw value of `HKWorkoutActivityType`, as in exports; `Other` for 3000 and for
    /// activities newer than this version.
    package static func name(ofRawValue rawValue: UInt) -> String {
        names.indices.contains(Int(clamping: rawValue) - 1) ? names[Int(rawValue) - 1] : "Other"
    }

    /// Finds HealthKit's name regardless of case: `running` gives `Running`; `nil` when there is
    /// none.
    package static func name(matching text: String) -> String? {
        let text = text.lowercased()
        return names.first { $0.lowercased() == text }
    }

    /// The name as people write it: `TraditionalStrengthTraining` becomes "Traditional Strength
    /// Training".
    package static func text(for name: String) -> String {
        var words = ""
        for character in name {
            if character.isUppercase, !words.isEmpty { words.append(" ") }
            words.append(character)
        }
        return words
    }
}
