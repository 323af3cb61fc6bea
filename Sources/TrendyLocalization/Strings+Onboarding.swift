extension Strings {
    /// Texts of the onboarding.
    public enum Onboarding {
        /// A suggested event type: coffee.
        public static let coffee = LocalizedText("onboarding.coffee", "Coffee")
        /// A suggested event type: a meal.
        public static let meal = LocalizedText("onboarding.meal", "Meal")
        /// A suggested event type: medication.
        public static let medication = LocalizedText("onboarding.medication", "Medication")
        /// A suggested event type: mood.
        public static let mood = LocalizedText("onboarding.mood", "Mood")
        /// A suggested event type: a headache.
        public static let headache = LocalizedText("onboarding.headache", "Headache")
        /// A suggested event type: reading.
        public static let reading = LocalizedText("onboarding.reading", "Reading")

        /// The step could not be stored; `{reason}` says why.
        public static let notStored = LocalizedText(
            "onboarding.not_stored",
            "This could not be saved: {reason}"
        )
        /// A permission could not be requested; `{reason}` says why.
        public static let notAsked = LocalizedText(
            "onboarding.not_asked",
            "Trendy could not ask for permission: {reason} You can continue without it and change "
                + "this later."
        )
        /// The onboarding could not be restarted; `{reason}` says why.
        public static let notStartedOver = LocalizedText(
            "onboarding.not_started_over",
            "The introduction cannot restart now: {reason}"
        )
        /// The name of the event type is empty.
        public static let nameNeeded = LocalizedText("onboarding.name_needed", "Enter a name.")
        /// The database is not open yet.
        public static let notReady = LocalizedText(
            "onboarding.not_ready",
            "Trendy is still starting. Try again in a moment."
        )
        /// The device belongs to an account whose session has ended.
        public static let signInNeeded = LocalizedText(
            "onboarding.sign_in_needed",
            "The data on this device belongs to an account. Sign in to continue."
        )

        static let all = [
            coffee, meal, medication, mood, headache, reading, notStored, notAsked, notStartedOver,
            nameNeeded, notReady, signInNeeded,
        ]
    }
}
