// TrendyPlaces: what places need of the system that watches them.

public import TrendyModel

/// A boundary that the person has crossed, as the system tells it: late, and perhaps never.
public struct RegionCrossing: Sendable, Equatable {
    /// Which way.
    public enum Direction: Sendable, Equatable {
        /// Into the geofence.
        case entry
        /// Out of it.
        case exit
    }

    /// The geofence.
    public var geofenceID: EntityID
    /// Which way.
    public var direction: Direction
    /// When the system says that it happened.
    public var instant: Instant

    /// A crossing.
    public init(geofenceID: EntityID, direction: Direction, instant: Instant) {
        self.geofenceID = geofenceID
        self.direction = direction
        self.instant = instant
    }
}

/// Tells of crossings: CoreLocation's classic regions or `CLMonitor` on a phone, a simulated walk
/// elsewhere.
public protocol RegionMonitor: Sendable {
    /// The crossings from now on; those that nobody has taken yet come first.
    func crossings() -> AsyncStream<RegionCrossing>
}
