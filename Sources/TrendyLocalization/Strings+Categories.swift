extension Strings {
    /// Names of health categories.
    ///
    /// The English names are also the names of the event types that capture creates, the same on
    /// every device.
    package enum Categories {
        /// Active energy.
        package static let activeEnergy = LocalizedText("categories.active_energy", "Active Energy")
        /// Body weight.
        package static let bodyMass = LocalizedText("categories.body_mass", "Body Mass")
        /// Distance on foot.
        package static let distanceWalkingRunning = LocalizedText(
            "categories.distance_walking_running",
            "Walking + Running Distance"
        )
        /// Flights of stairs.
        package static let flightsClimbed = LocalizedText(
            "categories.flights_climbed",
            "Flights Climbed"
        )
        /// Heart rate.
        package static let heartRate = LocalizedText("categories.heart_rate", "Heart Rate")
        /// Heart-rate variability.
        package static let heartRateVariability = LocalizedText(
            "categories.heart_rate_variability",
            "Heart Rate Variability"
        )
        /// Mindful sessions.
        package static let mindfulness = LocalizedText("categories.mindfulness", "Mindfulness")
        /// Nights and naps.
        package static let sleep = LocalizedText("categories.sleep", "Sleep")
        /// Steps.
        package static let steps = LocalizedText("categories.steps", "Steps")
        /// Water intake.
        package static let water = LocalizedText("categories.water", "Water")
        /// Workouts.
        package static let workout = LocalizedText("categories.workout", "Workout")

        static let all = [
            activeEnergy, bodyMass, distanceWalkingRunning, flightsClimbed, heartRate,
            heartRateVariability,
            mindfulness, sleep, steps, water, workout,
        ]
    }
}
