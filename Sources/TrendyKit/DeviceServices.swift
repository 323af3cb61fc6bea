public import Foundation
public import TrendyHealth
public import TrendyModel
public import TrendyPlaces
public import TrendySync

/// What a device senses, and how it tells its person: each part is there or is not.
public struct DeviceServices: Sendable {
    /// Where health data comes from.
    public struct Health: Sendable {
        /// Hands out samples.
        public var source: any HealthSource
        /// Tells when there may be new ones.
        public var observer: any HealthObserving
        /// What is captured.
        public var categories: [HealthCategory]
        /// How capture goes about it.
        public var options: HealthCaptureOptions

        /// Samples of a source, of all categories when none are given.
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

    /// Health data; `nil` where there is none.
    public var health: Health?
    /// Watches regions; `nil` where nothing does.
    public var regions: (any RegionMonitor)?
    /// The clock by which ``regions`` tells times; `nil` where it is the device's own.
    public var regionClock: (any WallClock)?
    /// Tells of the network; `nil` where it is taken for good.
    public var network: (any NetworkMonitor)?
    /// Tells of power; `nil` where it is taken for plenty.
    public var power: (any PowerMonitor)?
    /// Shows notices; `nil` where nobody is to be told.
    public var notices: (any UserNotificationCenter)?
    /// The zone that the device is in, when it is asked.
    public var zone: @Sendable () -> TimeZone
    /// Where the person was over time; `nil` where the engine keeps that itself.
    public var zones: (@Sendable () -> ZoneHistory)?

    /// A device that senses nothing, in a zone.
    public init(zone: @escaping @Sendable () -> TimeZone = { .gmt }) {
        self.zone = zone
    }
}
