extension Strings {
    /// What a person can expect of the detection of visits, and why iOS may not wake the app.
    package enum PlaceLimits {
        /// The limit of monitored places.
        package static let nearest = LocalizedText(
            "place_limits.nearest",
            "iOS watches 20 places at a time. Trendy chooses the nearest ones and changes them as "
                + "you move."
        )
        /// The delay of arrivals and departures.
        package static let delay = LocalizedText(
            "place_limits.delay",
            "iOS reports an arrival or departure about 20 seconds after you cross the edge, "
                + "sometimes some minutes later. A place that you only pass may not be noticed."
        )
        /// Wi-Fi makes locations more accurate.
        package static let wifi = LocalizedText(
            "place_limits.wifi",
            "Keep Wi-Fi on, even without a network: iOS needs it to know where you are."
        )
        /// The consequences of closing the app in the app switcher.
        package static let forceQuit = LocalizedText(
            "place_limits.force_quit",
            "Do not swipe Trendy away in the app switcher: iOS may then detect no visits until "
                + "you open Trendy again."
        )
        /// The consequences of a restart.
        package static let restart = LocalizedText(
            "place_limits.restart",
            "After a restart of the phone, iOS detects visits once you have unlocked it."
        )
        /// iOS did not wake the app for a crossing.
        package static let notWoken = LocalizedText(
            "place_limits.not_woken",
            "iOS did not wake Trendy when you crossed the edge of a place ({time}). This happens "
                + "after Trendy was swiped away in the app switcher. Places are watched again now; "
                + "leave Trendy in the app switcher."
        )

        static let all: [LocalizedText] = [nearest, delay, wifi, forceQuit, restart, notWoken]
    }
}
