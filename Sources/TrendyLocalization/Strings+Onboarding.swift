extension Strings {
    /// The onboarding.
    public enum Onboarding {
        /// Something to record: a cup of coffee.
        public static let coffee = LocalizedText("onboarding.coffee", "Coffee")
        /// Something to record: a meal.
        public static let meal = LocalizedText("onboarding.meal", "Meal")
        /// Something to record: a medicine that was taken.
        public static let medication = LocalizedText("onboarding.medication", "Medication")
        /// Something to record: how one feels.
        public static let mood = LocalizedText("onboarding.mood", "Mood")
        /// Something to record: a headache.
        public static let headache = LocalizedText("onboarding.headache", "Headache")
        /// Something to record: time spent reading.
        public static let reading = LocalizedText("onboarding.reading", "Reading")

        /// Nothing can be stored; `{reason}` says why.
        public static let notStored = LocalizedText(
            "onboarding.not_stored",
            "This could not be saved: {reason}"
        )
        /// The system did not put a question; `{reason}` says why.
        public static let notAsked = LocalizedText(
            "onboarding.not_asked",
            "You could not be asked: {reason} You can do without, and change it later."
        )
        /// Nobody can be shown around once more now; `{reason}` says why.
        public static let notStartedOver = LocalizedText(
            "onboarding.not_started_over",
            "It cannot begin again now: {reason}"
        )
        /// The name of the type is empty.
        public static let nameNeeded = LocalizedText("onboarding.name_needed", "Enter a name.")
        /// The database is not open yet.
        public static let notReady = LocalizedText(
            "onboarding.not_ready",
            "One moment, then try again."
        )
        /// The person must sign in on a device that belongs to an account.
        public static let signInNeeded = LocalizedText(
            "onboarding.sign_in_needed",
            "This device keeps an account's data. Sign in to go on."
        )

        static let all = [
            coffee, meal, medication, mood, headache, reading, notStored, notAsked, notStartedOver,
            nameNeeded, notReady, signInNeeded,
        ]
    }
}
