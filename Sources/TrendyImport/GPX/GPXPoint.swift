package import TrendyModel

/// A track point of a GPX file.
package struct GPXPoint: Sendable, Equatable {
    /// The coordinates; never exactly 0,0.
    package var coordinate: Coordinate
    /// The time of the point; `nil` when it is missing or unreadable.
    package var time: Instant?
    /// Elevation in metres above sea level, as measured by the device.
    package var elevation: Double?
    /// Horizontal accuracy in metres, greater than 0; `nil` when unknown.
    ///
    /// Read from `horizontalAccuracy`, or `hAcc` in Apple's workout routes; otherwise the dilution
    /// of precision times 5 m.
    package var horizontalAccuracy: Double?
    /// The index of its segment among all segments of the file.
    ///
    /// Nothing is known of the time between two segments.
    package var segment: Int

    /// Creates a point.
    package init(
        coordinate: Coordinate,
        time: Instant? = nil,
        elevation: Double? = nil,
        horizontalAccuracy: Double? = nil,
        segment: Int = 0
    ) {
        self.coordinate = coordinate
        self.time = time
        self.elevation = elevation
        self.horizontalAccuracy = horizontalAccuracy
        self.segment = segment
    }
}

/// Counts of the elements in a GPX file.
package struct GPXSummary: Sendable, Equatable {
    /// The names of tracks that have one, in order; at most 1,000.
    package internal(set) var trackNames: [String] = []
    /// The number of tracks.
    package internal(set) var tracks = 0
    /// The number of segments in all tracks, including empty ones.
    package internal(set) var segments = 0
    /// The number of track points that were returned.
    package internal(set) var points = 0
    /// The number of track points that were skipped: invalid coordinates, or exactly 0,0, which
    /// receivers write when the position is unknown.
    package internal(set) var misplaced = 0
    /// The number of points of planned routes, which need not have been travelled.
    package internal(set) var routePoints = 0
    /// The number of waypoints.
    package internal(set) var waypoints = 0
}
