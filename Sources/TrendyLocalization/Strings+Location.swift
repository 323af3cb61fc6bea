extension Strings {
    /// What the person allows of their location.
    public enum Location {
        /// Nobody was asked.
        public static let notAsked = LocalizedText(
            "location.not_asked",
            "You have not been asked whether your location may be used."
        )
        /// It was allowed one time.
        public static let initialCheck = LocalizedText(
            "location.once_over",
            "Your location was allowed once; that is over."
        )
        /// It is allowed while the app is in use.
        public static let whileUsing = LocalizedText(
            "location.while_using",
            "Your location is used only while the app is open: visits are missed."
        )
        /// It is always allowed.
        public static let always = LocalizedText(
            "location.always",
            "Visits are noticed, also while the app is closed."
        )
        /// The precise place is not allowed.
        public static let imprecise = LocalizedText(
            "location.imprecise",
            "Only your approximate location is allowed: visits cannot be noticed."
        )
        /// The person said no.
        public static let denied = LocalizedText(
            "location.denied",
            "Your location may not be used: visits are not noticed."
        )
        /// The device has them switched off.
        public static let servicesOff = LocalizedText(
            "location.services_off",
            "Location services of this device are off: visits are not noticed."
        )
        /// Others forbid it.
        public static let restricted = LocalizedText(
            "location.restricted",
            "A profile or parental controls forbid the use of your location."
        )
        /// What helps before the first question.
        public static let allowWhenAsked = LocalizedText(
            "location.allow_when_asked",
            "Allow it when the app asks."
        )
        /// What helps before the second question.
        public static let changeToAlways = LocalizedText(
            "location.change_to_always",
            "Choose 'Change to Always Allow' when the app asks."
        )
        /// What helps after the questions.
        public static let openSettings = LocalizedText(
            "location.open_settings",
            "Open Settings > Privacy & Security > Location Services > Trendy and choose 'Always'."
        )
        /// What helps where the precise place is not allowed.
        public static let switchPreciseOn = LocalizedText(
            "location.switch_precise_on",
            "Open Settings > Privacy & Security > Location Services > Trendy and switch on "
                + "'Precise Location'."
        )
        /// What helps where location services are off.
        public static let switchServicesOn = LocalizedText(
            "location.switch_services_on",
            "Open Settings > Privacy & Security > Location Services and switch them on."
        )
        /// What helps where others forbid it.
        public static let askManager = LocalizedText(
            "location.ask_manager",
            "Ask who manages this device."
        )

        static let all: [LocalizedText] =
            [
                notAsked, initialCheck, whileUsing, always, imprecise, denied, servicesOff,
                restricted,
                allowWhenAsked, changeToAlways, openSettings, switchPreciseOn, switchServicesOn,
                askManager,
            ]
    }
}
