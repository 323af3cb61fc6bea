public import Foundation
public import TrendyHealth
public import TrendyModel
public import TrendyPlaces
public import TrendySync

/// The sensors and system services of a device; each one is optional.
public struct DeviceServices: Sendable {
    /// A source of health data and its capture settings.
    public struct Health: Sendable {
        /// Reads samples.
        public var source: any HealthSource
        /// Signals new samples.
        public var observer: any HealthObserving
        /// The categories to capture.
        public var categories: [HealthCategory]
        /// The settings of capture.
        public var options: HealthCaptureOptions

        /// Creates the health services of a device; captures all categories unless `categories` is
        /// given.
        public init(
            source: any HealthSource,
            observer: any HealthObserving,
            categories: [HealthCategory] = HealthCategory.allCases,
            options: HealthCaptureOptions = HealthCaptureOptions()
        ) {
            self.source = source
            self.observer = observer
            self.categories = categories
            self.options = options
        }
    }

    /// Health data; `nil` on a device that has none.
    public var health: Health?
    /// Monitors geofence regions; `nil` on a device that cannot.
    public var regions: (any RegionMonitor)?
    /// The clock of the timestamps in ``regions``; `nil` for the device's own clock.
    public var regionClock: (any WallClock)?
    /// Reports the network path; `nil` treats the network as always available.
    public var network: (any NetworkMonitor)?
    /// Reports the battery state; `nil` treats power as unlimited.
    public var power: (any PowerMonitor)?
    /// Shows local notifications; `nil` shows none.
    public var notificationCenter: (any UserNotificationCenter)?
    /// Returns the device's current time zone.
    public var zone: @Sendable () -> TimeZone
    /// Returns the history of the device's time zones; with `nil`, the engine records it itself.
    public var zones: (@Sendable () -> ZoneHistory)?

    /// Creates a device without sensors, in a fixed time zone.
    public init(zone: @escaping @Sendable () -> TimeZone = { .gmt }) {
        self.zone = zone
    }
}
