extension Strings {
    /// What is captured of health, as people call it.
    ///
    /// In English they are the names of the types that capture makes, the same on every device.
    public enum Categories {
        /// Energy burned by moving.
        public static let activeEnergy = LocalizedText("categories.active_energy", "Active Energy")
        /// Weighings.
        public static let bodyMass = LocalizedText("categories.body_mass", "Body Mass")
        /// The way on foot.
        public static let distanceWalkingRunning = LocalizedText(
            "categories.distance_walking_running",
            "Walking + Running Distance"
        )
        /// Stairs.
        public static let flightsClimbed = LocalizedText(
            "categories.flights_climbed",
            "Flights Climbed"
        )
        /// Heart rate.
        public static let heartRate = LocalizedText("categories.heart_rate", "Heart Rate")
        /// Heart-rate variability.
        public static let heartRateVariability = LocalizedText(
            "categories.heart_rate_variability",
            "Heart Rate Variability"
        )
        /// Mindful sessions.
        public static let mindfulness = LocalizedText("categories.mindfulness", "Mindfulness")
        /// Nights and naps.
        public static let sleep = LocalizedText("categories.sleep", "Sleep")
        /// Steps.
        public static let steps = LocalizedText("categories.steps", "Steps")
        /// Water drunk.
        public static let water = LocalizedText("categories.water", "Water")
        /// Exercise.
        public static let workout = LocalizedText("categories.workout", "Workout")

        static let all = [
            activeEnergy, bodyMass, distanceWalkingRunning, flightsClimbed, heartRate,
            heartRateVariability,
            mindfulness, sleep, steps, water, workout,
        ]
    }
}
