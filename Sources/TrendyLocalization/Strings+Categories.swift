extension Strings {
    /// Names of health categories.
    ///
    /// The English names are also the names of the event types that capture creates, the same on
    /// every device.
    public enum Categories {
        /// Active energy.
        public static let activeEnergy = LocalizedText("categories.active_energy", "Active Energy")
        /// Body weight.
        public static let bodyMass = LocalizedText("categories.body_mass", "Body Mass")
        /// Distance on foot.
        public static let distanceWalkingRunning = LocalizedText(
            "categories.distance_walking_running",
            "Walking + Running Distance"
        )
        /// Flights of stairs.
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
        /// Water intake.
        public static let water = LocalizedText("categories.water", "Water")
        /// Workouts.
        public static let workout = LocalizedText("categories.workout", "Workout")

        static let all = [
            activeEnergy, bodyMass, distanceWalkingRunning, flightsClimbed, heartRate,
            heartRateVariability,
            mindfulness, sleep, steps, water, workout,
        ]
    }
}
