extension Strings {
    /// Findings about region monitoring and their remedies, and visit notifications.
    package enum RegionMonitoring {
        /// A permission was revoked; `{state}` describes the current state.
        package static let wasAllowed = LocalizedText(
            "region_monitoring.was_allowed",
            "It was allowed before. {state}"
        )
        /// The device does not support region monitoring.
        package static let unsupported = LocalizedText(
            "region_monitoring.unsupported",
            "This device cannot monitor places."
        )
        /// The remedy for missing support.
        package static let useAnotherDevice = LocalizedText(
            "region_monitoring.use_another_device",
            "Use a device with a location sensor."
        )
        /// Background App Refresh is off.
        package static let refreshOff = LocalizedText(
            "region_monitoring.refresh_off",
            "Background App Refresh is off, so the app is not started when you arrive or leave."
        )
        /// The remedy for disabled Background App Refresh.
        package static let switchRefreshOn = LocalizedText(
            "region_monitoring.switch_refresh_on",
            "Switch it on in Settings > General > Background App Refresh."
        )
        /// Low Power Mode is on.
        package static let lowPower = LocalizedText(
            "region_monitoring.low_power",
            "Low Power Mode is on: arrivals and departures may be detected late."
        )
        /// The remedy for Low Power Mode.
        package static let switchLowPowerOff = LocalizedText(
            "region_monitoring.switch_low_power_off",
            "Switch it off in Settings > Battery if that matters."
        )
        /// No region is registered.
        package static let noneMonitored = LocalizedPlural(
            "region_monitoring.none_monitored",
            one: "Your one place is not monitored.",
            other: "None of {count} places is monitored."
        )
        /// The remedy when no region is registered.
        package static let restart = LocalizedText(
            "region_monitoring.restart",
            "Open the app; if that does not help, restart the phone."
        )
        /// Some nearby places are not registered.
        package static let missing = LocalizedPlural(
            "region_monitoring.missing",
            one: "{count} of {wanted} nearby places is not monitored: {names}.",
            other: "{count} of {wanted} nearby places are not monitored: {names}."
        )
        /// The remedy for unregistered places.
        package static let openToRegister = LocalizedText(
            "region_monitoring.open_to_register",
            "Open the app to register them again."
        )
        /// The system refuses some regions.
        package static let refused = LocalizedText(
            "region_monitoring.refused",
            "The system monitors {count} of {wanted} regions; it refuses the others."
        )
        /// The remedy for refused regions.
        package static let fewerRegions = LocalizedText(
            "region_monitoring.fewer_regions",
            "Fewer places are monitored at a time; open the app to try again."
        )
        /// Other features use some of the region limit.
        package static let regionsOfOthers = LocalizedText(
            "region_monitoring.regions_of_others",
            "Other features of the app use {count} of the {limit} regions that the phone can "
                + "monitor."
        )
        /// The remedy for regions of other features.
        package static let removeNotifications = LocalizedText(
            "region_monitoring.remove_notifications",
            "Remove notifications that are tied to a place."
        )
        /// Registered regions without a place.
        package static let orphaned = LocalizedPlural(
            "region_monitoring.orphaned",
            one: "{count} monitored region belongs to none of your places.",
            other: "{count} monitored regions belong to none of your places."
        )
        /// The remedy for regions without a place.
        package static let openToRemove = LocalizedText(
            "region_monitoring.open_to_remove",
            "Open the app to remove them."
        )
        /// The sentinel region is not registered.
        package static let sentinelMissing = LocalizedText(
            "region_monitoring.sentinel_missing",
            "The region that detects when other places come near is not monitored."
        )
        /// The remedy for a missing sentinel region.
        package static let openToRestoreSentinel = LocalizedText(
            "region_monitoring.open_to_restore_sentinel",
            "Open the app to register it again."
        )
        /// A place cannot be read.
        package static let unreadable = LocalizedText(
            "region_monitoring.unreadable",
            "'{place}' cannot be read, so it is not monitored."
        )
        /// The remedy for an unreadable place.
        package static let recreate = LocalizedText(
            "region_monitoring.recreate",
            "Update the app. If that does not help, delete the place and create it again."
        )
        /// The coordinates of a place are not valid.
        package static let invalidLocation = LocalizedText(
            "region_monitoring.invalid_location",
            "The centre of '{place}' is not a valid location, so the place is not monitored."
        )
        /// The remedy for invalid coordinates.
        package static let chooseAnotherCenter = LocalizedText(
            "region_monitoring.choose_another_center",
            "Choose another centre."
        )
        /// A place is larger than the system's limit for regions.
        package static let tooLarge = LocalizedText(
            "region_monitoring.too_large",
            "'{place}' is too large for this phone: only {limit} m around its centre are monitored."
        )
        /// The remedy for a too large place.
        package static let chooseAnotherRadius = LocalizedText(
            "region_monitoring.choose_another_radius",
            "Choose a smaller radius."
        )
        /// The system delivered no event for a crossed region boundary.
        package static let noSignals = LocalizedText(
            "region_monitoring.no_signals",
            "The phone crossed the edge of a monitored region, but the system reported nothing."
        )
        /// The event type of a place was deleted.
        package static let typeDeleted = LocalizedText(
            "region_monitoring.type_deleted",
            "The event type of '{place}' was deleted; its visits are recorded as '{type}'."
        )
        /// The remedy for a deleted event type.
        package static let chooseAnotherType = LocalizedText(
            "region_monitoring.choose_another_type",
            "Choose another type."
        )
        /// Visits are unconfirmed.
        package static let unconfirmed = LocalizedPlural(
            "region_monitoring.unconfirmed",
            one: "{count} open visit has not been confirmed for 12 hours.",
            other: "{count} open visits have not been confirmed for 12 hours."
        )
        /// The remedy for unconfirmed visits.
        package static let openWhereYouAre = LocalizedText(
            "region_monitoring.open_where_you_are",
            "Open the app at your current location. An unconfirmed visit ends after 48 hours."
        )
        /// The notification for an arrival.
        package static let arrived = LocalizedText(
            "region_monitoring.arrived",
            "Arrived at {place}"
        )
        /// The notification for a stay.
        package static let stayed = LocalizedText("region_monitoring.stayed", "Still at {place}")
        /// The notification for a departure.
        package static let left = LocalizedText("region_monitoring.left", "Left {place}")
        /// The length of the visit in the notification for a departure.
        package static let after = LocalizedText("region_monitoring.after", "After {span}")

        static let all: [LocalizedText] =
            [
                wasAllowed, unsupported, useAnotherDevice, refreshOff, switchRefreshOn, lowPower,
                switchLowPowerOff, restart, openToRegister, refused, fewerRegions,
                regionsOfOthers, removeNotifications, openToRemove, sentinelMissing,
                openToRestoreSentinel, unreadable, recreate, invalidLocation, chooseAnotherCenter,
                tooLarge, chooseAnotherRadius, noSignals, typeDeleted, chooseAnotherType,
                openWhereYouAre, arrived, stayed, left, after,
            ] + noneMonitored.texts + missing.texts + orphaned.texts + unconfirmed.texts
    }
}
