extension Words {
    /// What the person allows of their location.
    public enum Location {
        /// Nobody was asked.
        public static let notAsked = Phrase(
            "location.not_asked",
            "You have not been asked whether your location may be used."
        )
        /// It was allowed one time.
        public static let onceOver = Phrase(
            "location.once_over",
            "Your location was allowed once; that is over."
        )
        /// It is allowed while the app is in use.
        public static let whileUsing = Phrase(
            "location.while_using",
            "Your location is used only while the app is open: visits are missed."
        )
        /// It is always allowed.
        public static let always = Phrase(
            "location.always",
            "Visits are noticed, also while the app is closed."
        )
        /// The precise place is not allowed.
        public static let imprecise = Phrase(
            "location.imprecise",
            "Only your approximate location is allowed: visits cannot be noticed."
        )
        /// The person said no.
        public static let denied = Phrase(
            "location.denied",
            "Your location may not be used: visits are not noticed."
        )
        /// The device has them switched off.
        public static let servicesOff = Phrase(
            "location.services_off",
            "Location services of this device are off: visits are not noticed."
        )
        /// Others forbid it.
        public static let restricted = Phrase(
            "location.restricted",
            "A profile or parental controls forbid the use of your location."
        )
        /// What helps before the first question.
        public static let allowWhenAsked = Phrase(
            "location.allow_when_asked",
            "Allow it when the app asks."
        )
        /// What helps before the second question.
        public static let changeToAlways = Phrase(
            "location.change_to_always",
            "Choose 'Change to Always Allow' when the app asks."
        )
        /// What helps after the questions.
        public static let openSettings = Phrase(
            "location.open_settings",
            "Open Settings > Privacy & Security > Location Services > Trendy and choose 'Always'."
        )
        /// What helps where the precise place is not allowed.
        public static let switchPreciseOn = Phrase(
            "location.switch_precise_on",
            "Open Settings > Privacy & Security > Location Services > Trendy and switch on "
                + "'Precise Location'."
        )
        /// What helps where location services are off.
        public static let switchServicesOn = Phrase(
            "location.switch_services_on",
            "Open Settings > Privacy & Security > Location Services and switch them on."
        )
        /// What helps where others forbid it.
        public static let askManager = Phrase(
            "location.ask_manager",
            "Ask who manages this device."
        )

        static let all: [Phrase] =
            [
                notAsked, onceOver, whileUsing, always, imprecise, denied, servicesOff, restricted,
                allowWhenAsked, changeToAlways, openSettings, switchPreciseOn, switchServicesOn,
                askManager,
            ]
    }
}
