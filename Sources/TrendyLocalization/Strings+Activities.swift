extension Strings {
    /// Names of workout activities.
    package enum Activities {
        /// The localized name of an activity.
        ///
        /// - `english`: the name that capture writes; an unknown name is returned unchanged.
        package static func name(for english: String) -> String {
            byEnglish[english]?() ?? english
        }

        private static let byEnglish = Dictionary(
            all.map { ($0.english, $0) },
            uniquingKeysWith: { first, _ in first }
        )

        static let all = [
            LocalizedText("activities.american_football", "American Football"),
            LocalizedText("activities.archery", "Archery"),
            LocalizedText("activities.australian_football", "Australian Football"),
            LocalizedText("activities.badminton", "Badminton"),
            LocalizedText("activities.baseball", "Baseball"),
            LocalizedText("activities.basketball", "Basketball"),
            LocalizedText("activities.bowling", "Bowling"),
            LocalizedText("activities.boxing", "Boxing"),
            LocalizedText("activities.climbing", "Climbing"),
            LocalizedText("activities.cricket", "Cricket"),
            LocalizedText("activities.cross_training", "Cross Training"),
            LocalizedText("activities.curling", "Curling"),
            LocalizedText("activities.cycling", "Cycling"),
            LocalizedText("activities.dance", "Dance"),
            LocalizedText("activities.dance_inspired_training", "Dance Inspired Training"),
            LocalizedText("activities.elliptical", "Elliptical"),
            LocalizedText("activities.equestrian_sports", "Equestrian Sports"),
            LocalizedText("activities.fencing", "Fencing"),
            LocalizedText("activities.fishing", "Fishing"),
            LocalizedText(
                "activities.functional_strength_training",
                "Functional Strength Training"
            ),
            LocalizedText("activities.golf", "Golf"),
            LocalizedText("activities.gymnastics", "Gymnastics"),
            LocalizedText("activities.handball", "Handball"),
            LocalizedText("activities.hiking", "Hiking"),
            LocalizedText("activities.hockey", "Hockey"),
            LocalizedText("activities.hunting", "Hunting"),
            LocalizedText("activities.lacrosse", "Lacrosse"),
            LocalizedText("activities.martial_arts", "Martial Arts"),
            LocalizedText("activities.mind_and_body", "Mind And Body"),
            LocalizedText(
                "activities.mixed_metabolic_cardio_training",
                "Mixed Metabolic Cardio Training"
            ),
            LocalizedText("activities.paddle_sports", "Paddle Sports"),
            LocalizedText("activities.play", "Play"),
            LocalizedText("activities.preparation_and_recovery", "Preparation And Recovery"),
            LocalizedText("activities.racquetball", "Racquetball"),
            LocalizedText("activities.rowing", "Rowing"),
            LocalizedText("activities.rugby", "Rugby"),
            LocalizedText("activities.running", "Running"),
            LocalizedText("activities.sailing", "Sailing"),
            LocalizedText("activities.skating_sports", "Skating Sports"),
            LocalizedText("activities.snow_sports", "Snow Sports"),
            LocalizedText("activities.soccer", "Soccer"),
            LocalizedText("activities.softball", "Softball"),
            LocalizedText("activities.squash", "Squash"),
            LocalizedText("activities.stair_climbing", "Stair Climbing"),
            LocalizedText("activities.surfing_sports", "Surfing Sports"),
            LocalizedText("activities.swimming", "Swimming"),
            LocalizedText("activities.table_tennis", "Table Tennis"),
            LocalizedText("activities.tennis", "Tennis"),
            LocalizedText("activities.track_and_field", "Track And Field"),
            LocalizedText(
                "activities.traditional_strength_training",
                "Traditional Strength Training"
            ),
            LocalizedText("activities.volleyball", "Volleyball"),
            LocalizedText("activities.walking", "Walking"),
            LocalizedText("activities.water_fitness", "Water Fitness"),
            LocalizedText("activities.water_polo", "Water Polo"),
            LocalizedText("activities.water_sports", "Water Sports"),
            LocalizedText("activities.wrestling", "Wrestling"),
            LocalizedText("activities.yoga", "Yoga"),
            LocalizedText("activities.barre", "Barre"),
            LocalizedText("activities.core_training", "Core Training"),
            LocalizedText("activities.cross_country_skiing", "Cross Country Skiing"),
            LocalizedText("activities.downhill_skiing", "Downhill Skiing"),
            LocalizedText("activities.flexibility", "Flexibility"),
            LocalizedText(
                "activities.high_intensity_interval_training",
                "High Intensity Interval Training"
            ),
            LocalizedText("activities.jump_rope", "Jump Rope"),
            LocalizedText("activities.kickboxing", "Kickboxing"),
            LocalizedText("activities.pilates", "Pilates"),
            LocalizedText("activities.snowboarding", "Snowboarding"),
            LocalizedText("activities.stairs", "Stairs"),
            LocalizedText("activities.step_training", "Step Training"),
            LocalizedText("activities.wheelchair_walk_pace", "Wheelchair Walk Pace"),
            LocalizedText("activities.wheelchair_run_pace", "Wheelchair Run Pace"),
            LocalizedText("activities.tai_chi", "Tai Chi"),
            LocalizedText("activities.mixed_cardio", "Mixed Cardio"),
            LocalizedText("activities.hand_cycling", "Hand Cycling"),
            LocalizedText("activities.disc_sports", "Disc Sports"),
            LocalizedText("activities.fitness_gaming", "Fitness Gaming"),
            LocalizedText("activities.cardio_dance", "Cardio Dance"),
            LocalizedText("activities.social_dance", "Social Dance"),
            LocalizedText("activities.pickleball", "Pickleball"),
            LocalizedText("activities.cooldown", "Cooldown"),
            LocalizedText("activities.other_kind", "Other"),
            LocalizedText("activities.swim_bike_run", "Swim Bike Run"),
            LocalizedText("activities.transition", "Transition"),
            LocalizedText("activities.underwater_diving", "Underwater Diving"),
        ]
    }
}
