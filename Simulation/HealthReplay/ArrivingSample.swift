// HealthReplay: delivers generated lives and Apple Health exports to a simulated phone, sample by
// sample, with faults.

public import Foundation
public import TrendyModel

/// A sample that is scheduled to arrive at a phone.
public struct ArrivingSample: Sendable, Equatable {
    /// The source that measured a sample.
    public enum Source: Sendable, Hashable {
        /// An Apple Watch with this name.
        case watch(String)
        /// A phone with this name.
        case phone(String)
        /// An app with this name.
        case app(String)
    }

    /// The content of a sample.
    ///
    /// Identifiers and units are those of HealthKit.
    public enum Kind: Sendable, Equatable {
        /// A quantity.
        case quantity(type: String, unit: String)
        /// A category sample such as sleep; its value is the raw value of the category.
        case category(type: String)
        /// A workout: the activity's name without its prefix, and its totals.
        case workout(activity: String, measured: [Measured], timeZone: String?)
        /// A route, with the identifier of its workout and at least one location.
        case route([Location], workout: UUID)
    }

    /// A location of a route.
    public struct Location: Sendable, Equatable {
        /// The coordinate.
        public var coordinate: Coordinate
        /// The altitude above sea level in metres.
        public var altitude: Double
        /// The horizontal accuracy in metres; negative when the coordinate is unknown.
        public var horizontalAccuracy: Double
        /// The vertical accuracy in metres; 0 or negative when the altitude is unknown.
        public var verticalAccuracy: Double
        /// The time of the fix.
        public var time: Instant
    }

    /// A total over a whole workout.
    public struct Measured: Sendable, Equatable {
        /// The identifier of the quantity type.
        public var type: String
        /// The total, in `unit`.
        public var sum: Double
        /// The unit.
        public var unit: String
    }

    /// The content.
    public var kind: Kind
    /// The source.
    public var source: Source
    /// The start.
    public var start: Instant
    /// The end.
    public var end: Instant
    /// The quantity in its unit, or the raw value of a category.
    public var value: Double
    /// Whether the person entered the sample by hand.
    public var isUserEntered: Bool
    /// The time at which the sample arrives at the phone.
    public var arrival: Instant
    /// The sample's identifier on the phone.
    public var id: UUID
}
