extension Words {
    /// What is captured of health, as people call it.
    ///
    /// In English they are the names of the types that capture makes, the same on every device.
    public enum Categories {
        /// Energy burned by moving.
        public static let activeEnergy = Phrase("categories.active_energy", "Active Energy")
        /// Weighings.
        public static let bodyMass = Phrase("categories.body_mass", "Body Mass")
        /// The way on foot.
        public static let distanceWalkingRunning = Phrase(
            "categories.distance_walking_running",
            "Walking + Running Distance"
        )
        /// Stairs.
        public static let flightsClimbed = Phrase("categories.flights_climbed", "Flights Climbed")
        /// Heart rate.
        public static let heartRate = Phrase("categories.heart_rate", "Heart Rate")
        /// Heart-rate variability.
        public static let heartRateVariability = Phrase(
            "categories.heart_rate_variability",
            "Heart Rate Variability"
        )
        /// Mindful sessions.
        public static let mindfulness = Phrase("categories.mindfulness", "Mindfulness")
        /// Nights and naps.
        public static let sleep = Phrase("categories.sleep", "Sleep")
        /// Steps.
        public static let steps = Phrase("categories.steps", "Steps")
        /// Water drunk.
        public static let water = Phrase("categories.water", "Water")
        /// Exercise.
        public static let workout = Phrase("categories.workout", "Workout")

        static let all = [
            activeEnergy, bodyMass, distanceWalkingRunning, flightsClimbed, heartRate,
            heartRateVariability,
            mindfulness, sleep, steps, water, workout,
        ]
    }
}
