package import Foundation
package import TrendyHealth
package import TrendyModel
package import TrendyPlaces
package import TrendySync

/// The sensors and system services of a device; each one is optional.
package struct DeviceServices: Sendable {
    /// A source of health data and its capture settings.
    package struct Health: Sendable {
        /// Reads samples.
        package var source: any HealthSource
        /// Signals new samples.
        package var observer: any HealthObserving
        /// The categories to capture.
        package var categories: [HealthMetric]
        /// The settings of capture.
        package var options: HealthCaptureOptions
        /// Tells whether the person was asked for access; `nil` when that is unknown.
        package var authorization: (any HealthAuthorization)?

        /// Creates the health services of a device; captures all categories unless `categories` is
        /// given.
        package init(
            source: any HealthSource,
            observer: any HealthObserving,
            categories: [HealthMetric] = HealthMetric.allCases,
            options: HealthCaptureOptions = HealthCaptureOptions()
        ) {
            self.source = source
            self.observer = observer
            self.categories = categories
            self.options = options
        }
    }

    /// Health data; `nil` on a device that has none.
    package var health: Health?
    /// Monitors geofence regions; `nil` on a device that cannot.
    package var regions: (any RegionMonitor)?
    /// The clock of the timestamps in ``regions``; `nil` for the device's own clock.
    package var regionClock: (any WallClock)?
    /// Reports the network path; `nil` treats the network as always available.
    package var network: (any NetworkMonitor)?
    /// Reports the battery state; `nil` treats power as unlimited.
    package var power: (any PowerMonitor)?
    /// Shows local notifications; `nil` shows none.
    package var notificationCenter: (any UserNotificationCenter)?
    /// The description that the account's other devices show; `nil` reports nothing.
    package var device: DeviceDescription?
    /// Returns the device's current time zone.
    package var zone: @Sendable () -> TimeZone
    /// Returns the history of the device's time zones; with `nil`, the engine records it itself.
    package var zones: (@Sendable () -> ZoneHistory)?

    /// Creates a device without sensors, in a fixed time zone.
    package init(zone: @escaping @Sendable () -> TimeZone = { .gmt }) {
        self.zone = zone
    }
}
