extension Strings {
    /// Texts of the onboarding.
    package enum Onboarding {
        /// A suggested event type: coffee.
        package static let coffee = LocalizedText("onboarding.coffee", "Coffee")
        /// A suggested event type: a meal.
        package static let meal = LocalizedText("onboarding.meal", "Meal")
        /// A suggested event type: medication.
        package static let medication = LocalizedText("onboarding.medication", "Medication")
        /// A suggested event type: mood.
        package static let mood = LocalizedText("onboarding.mood", "Mood")
        /// A suggested event type: a headache.
        package static let headache = LocalizedText("onboarding.headache", "Headache")
        /// A suggested event type: reading.
        package static let reading = LocalizedText("onboarding.reading", "Reading")

        /// The step could not be stored; `{reason}` says why.
        package static let notStored = LocalizedText(
            "onboarding.not_stored",
            "This could not be saved: {reason}"
        )
        /// A permission could not be requested; `{reason}` says why.
        package static let notAsked = LocalizedText(
            "onboarding.not_asked",
            "Trendy could not ask for permission: {reason} You can continue without it and change "
                + "this later."
        )
        /// The onboarding could not be restarted; `{reason}` says why.
        package static let notStartedOver = LocalizedText(
            "onboarding.not_started_over",
            "The introduction cannot restart now: {reason}"
        )
        /// The name of the event type is empty.
        package static let nameNeeded = LocalizedText("onboarding.name_needed", "Enter a name.")
        /// The database is not open yet.
        package static let notReady = LocalizedText(
            "onboarding.not_ready",
            "Trendy is still starting. Try again in a moment."
        )
        /// The device belongs to an account whose session has ended.
        package static let signInNeeded = LocalizedText(
            "onboarding.sign_in_needed",
            "The data on this device belongs to an account. Sign in to continue."
        )

        static let all = [
            coffee, meal, medication, mood, headache, reading, notStored, notAsked, notStartedOver,
            nameNeeded, notReady, signInNeeded,
        ]
    }
}
