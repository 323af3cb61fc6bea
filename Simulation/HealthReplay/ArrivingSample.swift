// HealthReplay: lives and exports that reach a simulated phone sample by sample, with faults.

public import Foundation
public import TrendyModel

/// A sample on its way to a phone.
public struct ArrivingSample: Sendable, Equatable {
    /// Who measured it.
    public enum Source: Sendable, Hashable {
        /// A Watch of this name.
        case watch(String)
        /// A phone of this name.
        case phone(String)
        /// An app of this name.
        case app(String)
    }

    /// What it is; identifiers and units are those of HealthKit.
    public enum Kind: Sendable, Equatable {
        /// An amount.
        case quantity(type: String, unit: String)
        /// A category such as sleep; the value is the category's.
        case category(type: String)
        /// A workout: its activity's name without a prefix, and what was measured in it.
        case workout(activity: String, measured: [Measured], timeZone: String?)
        /// The way that a workout went, by the workout's identifier; at least one location.
        case route([Location], workout: UUID)
    }

    /// A location of a route.
    public struct Location: Sendable, Equatable {
        /// The place.
        public var coordinate: Coordinate
        /// Metres above the sea.
        public var altitude: Double
        /// Metres; negative where the place is not known.
        public var horizontalAccuracy: Double
        /// Metres; 0 or negative where the altitude is not known.
        public var verticalAccuracy: Double
        /// When it was.
        public var time: Instant
    }

    /// What was measured in a workout as a whole.
    public struct Measured: Sendable, Equatable {
        /// The type's identifier.
        public var type: String
        /// The sum of it.
        public var sum: Double
        /// The unit.
        public var unit: String
    }

    /// What it is.
    public var kind: Kind
    /// Who measured it.
    public var source: Source
    /// When it begins.
    public var start: Instant
    /// When it ends.
    public var end: Instant
    /// The amount, in its unit; a category's raw value.
    public var value: Double
    /// Whether the person typed it in.
    public var isUserEntered: Bool
    /// When the phone hears of it.
    public var arrival: Instant
    /// Its identifier on the phone.
    public var id: UUID
}
