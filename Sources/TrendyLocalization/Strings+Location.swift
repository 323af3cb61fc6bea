extension Strings {
    /// States of location authorization and their remedies.
    package enum Location {
        /// Authorization was not requested.
        package static let notAsked = LocalizedText(
            "location.not_asked",
            "Trendy has not asked for permission to use your location yet."
        )
        /// Authorization for one use has expired.
        package static let initialCheck = LocalizedText(
            "location.allowed_once",
            "Trendy was allowed to use your location once; that permission has ended."
        )
        /// Authorization while the app is in use.
        package static let whileUsing = LocalizedText(
            "location.while_using",
            "Trendy may use your location only while the app is open, so visits are missed."
        )
        /// Authorization at all times.
        package static let always = LocalizedText(
            "location.always",
            "Visits are detected, even while the app is closed."
        )
        /// Authorization for the approximate location only.
        package static let imprecise = LocalizedText(
            "location.imprecise",
            "Trendy may use only your approximate location, so visits cannot be detected."
        )
        /// The person denied authorization.
        package static let denied = LocalizedText(
            "location.denied",
            "Trendy may not use your location, so visits are not detected."
        )
        /// Location services of the device are off.
        package static let servicesOff = LocalizedText(
            "location.services_off",
            "Location Services of this device are off, so visits are not detected."
        )
        /// A profile or parental controls restrict authorization.
        package static let restricted = LocalizedText(
            "location.restricted",
            "A configuration profile or parental controls prevent the use of your location."
        )
        /// The remedy before the first request.
        package static let allowWhenAsked = LocalizedText(
            "location.allow_when_asked",
            "Allow it when the app asks."
        )
        /// The remedy before the second request.
        package static let changeToAlways = LocalizedText(
            "location.change_to_always",
            "Choose 'Change to Always Allow' when the app asks."
        )
        /// The remedy after both requests.
        package static let openSettings = LocalizedText(
            "location.open_settings",
            "Open Settings > Privacy & Security > Location Services > Trendy and choose 'Always'."
        )
        /// The remedy for the approximate location.
        package static let switchPreciseOn = LocalizedText(
            "location.switch_precise_on",
            "Open Settings > Privacy & Security > Location Services > Trendy and switch on "
                + "'Precise Location'."
        )
        /// The remedy for disabled location services.
        package static let switchServicesOn = LocalizedText(
            "location.switch_services_on",
            "Open Settings > Privacy & Security > Location Services and switch them on."
        )
        /// The remedy for a restriction.
        package static let askManager = LocalizedText(
            "location.ask_manager",
            "Ask the person who manages this device."
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
