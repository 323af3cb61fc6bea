extension Strings {
    /// How and when health data reaches the app.
    package enum HealthDelivery {
        /// An observer runs and was called.
        package static let observed = LocalizedText(
            "health_delivery.observed",
            "iOS last reported new data {ago}"
        )
        /// An observer runs and was not called yet.
        package static let notCalled = LocalizedText(
            "health_delivery.not_called",
            "Waiting for iOS to report new data"
        )
        /// No observer runs.
        package static let notObserved = LocalizedText(
            "health_delivery.not_observed",
            "iOS does not report new data; Trendy reads it when you open the app"
        )
        /// Background delivery is active with every sample.
        package static let immediate = LocalizedText(
            "health_delivery.immediate",
            "Read in the background, usually within an hour"
        )
        /// Background delivery is active once an hour.
        package static let hourly = LocalizedText(
            "health_delivery.hourly",
            "Read in the background, at most once an hour"
        )
        /// Background delivery was refused; `{reason}` says why.
        package static let refused = LocalizedText(
            "health_delivery.refused",
            "Read only while Trendy is open: {reason}"
        )
        /// The newest sample.
        package static let newest = LocalizedText(
            "health_delivery.newest",
            "Newest data: {time}"
        )
        /// No new samples for longer than expected.
        package static let silent = LocalizedText(
            "health_delivery.silent",
            "No new data for {span}; usually it comes within {limit}"
        )
        /// There is no data, for whatever reason.
        package static let noData = LocalizedText(
            "health_delivery.no_data",
            "No data. Either there is none, or Trendy may not read it: Apple Health does not say "
                + "which."
        )
        /// The only source.
        package static let oneSource = LocalizedText(
            "health_delivery.one_source",
            "From {sources}"
        )
        /// The sources in Apple's default order.
        package static let defaultOrder = LocalizedText(
            "health_delivery.default_order",
            "Where sources overlap, this order counts: {sources}"
        )
        /// The sources in the order that gives the totals of the Health app.
        package static let inferredOrder = LocalizedText(
            "health_delivery.inferred_order",
            "Where sources overlap, this order counts, as in the Health app: {sources}"
        )
        /// Separates the sources of an order.
        package static let then = LocalizedText("health_delivery.then", ", then ")
        /// The import of history; `{done}` and `{total}` are days.
        package static let importing = LocalizedText(
            "health_delivery.importing",
            "Importing your history: {done} of {total} days. Trendy continues whenever it is open."
        )
        /// Background App Refresh is off.
        package static let refreshOff = LocalizedText(
            "health_delivery.refresh_off",
            "Background App Refresh is off, so iOS does not wake Trendy for new health data. Turn "
                + "it on in Settings > General > Background App Refresh."
        )
        /// The system has not called the app for a long time.
        package static let notWoken = LocalizedText(
            "health_delivery.not_woken",
            "iOS did not wake Trendy for new health data from {start} to {end}. This happens "
                + "after Trendy was swiped away in the app switcher. Nothing is lost: Trendy reads "
                + "the data now."
        )
        /// The delivery of workouts and similar data.
        package static let expectWorkouts = LocalizedText(
            "health_delivery.expect_workouts",
            "A workout usually arrives within an hour; iOS decides when, and is faster while the "
                + "phone charges."
        )
        /// The delivery while the app is closed.
        package static let expectClosed = LocalizedText(
            "health_delivery.expect_closed",
            "If Trendy is not running, it can take four hours, or until you open Trendy."
        )
        /// The delivery of sleep.
        package static let expectSleep = LocalizedText(
            "health_delivery.expect_sleep",
            "Sleep usually arrives within an hour after you wake up."
        )
        /// The delivery of sums.
        package static let expectSums = LocalizedText(
            "health_delivery.expect_sums",
            "Steps and energy are updated about once an hour, and when you open Trendy."
        )
        /// The delivery while the phone is locked or saves power.
        package static let expectLocked = LocalizedText(
            "health_delivery.expect_locked",
            "Health data cannot be read while the phone is locked, and Low Power Mode delays it."
        )

        static let all: [LocalizedText] = [
            observed, notCalled, notObserved, immediate, hourly, refused, newest, silent, noData,
            oneSource, defaultOrder, inferredOrder, then, importing, refreshOff, notWoken,
            expectWorkouts, expectClosed, expectSleep, expectSums, expectLocked,
        ]
    }
}
