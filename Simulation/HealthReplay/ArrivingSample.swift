// HealthReplay: delivers generated lives and Apple Health exports to a simulated phone, sample by
// sample, with faults.

package import Foundation
package import TrendyModel

/// A sample that is scheduled to arrive at a phone.
package struct ArrivingSample: Sendable, Equatable {
    /// The source that measured a sample.
    package enum Source: Sendable, Hashable {
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
    package enum Kind: Sendable, Equatable {
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
    package struct Location: Sendable, Equatable {
        /// The coordinate.
        package var coordinate: Coordinate
        /// The altitude above sea level in metres.
        package var altitude: Double
        /// The horizontal accuracy in metres; negative when the coordinate is unknown.
        package var horizontalAccuracy: Double
        /// The vertical accuracy in metres; 0 or negative when the altitude is unknown.
        package var verticalAccuracy: Double
        /// The time of the fix.
        package var time: Instant
    }

    /// A total over a whole workout.
    package struct Measured: Sendable, Equatable {
        /// The identifier of the quantity type.
        package var type: String
        /// The total, in `unit`.
        package var sum: Double
        /// The unit.
        package var unit: String
    }

    /// The content.
    package var kind: Kind
    /// The source.
    package var source: Source
    /// The start.
    package var start: Instant
    /// The end.
    package var end: Instant
    /// The quantity in its unit, or the raw value of a category.
    package var value: Double
    /// Whether the person entered the sample by hand.
    package var isUserEntered: Bool
    /// The time at which the sample arrives at the phone.
    package var arrival: Instant
    /// The sample's identifier on the phone.
    package var id: UUID
}
