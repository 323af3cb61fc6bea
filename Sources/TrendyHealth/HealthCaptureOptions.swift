/// Settings of health capture.
package struct HealthCaptureOptions: Sendable, Equatable {
    /// The number of days up to today that are recomputed at launch, in a periodic pass and after a
    /// deletion.
    package var windowDays = 7
    /// The number of older days that a periodic pass rescans, so that every day is rescanned from
    /// time to time.
    package var rescannedDays = 30
    /// The initial minimum time between two passes of a category.
    ///
    /// Signals in between share one pass.
    package var firstPause = Duration.seconds(1)
    /// The maximum time between two passes of a category while signals keep arriving.
    package var maximumPause = Duration.seconds(300)
    /// The maximum duration of a pass in a background wake-up.
    ///
    /// The rest is left to the next pass.
    package var wakeTime = Duration.seconds(15)
    /// The names of the sources that take priority over all others, in order.
    package var sourceOrder: [String] = []

    /// Whether metrics are captured that the person has neither switched on nor off.
    ///
    /// An import takes everything in the export; a phone begins with ``HealthMetric/standard``.
    package var capturesEverything = false

    /// Creates the default options.
    package init() {}
}

/// The reason for a pass.
package enum HealthTrigger: Sendable, Hashable {
    /// The source signalled new data.
    case signal
    /// The app was launched or came to the foreground, or the phone was unlocked.
    case launch
    /// A periodic pass is due.
    case periodic
}
