public import TrendyModel

/// A point of a track, as a GPX tells it.
public struct GPXPoint: Sendable, Equatable {
    /// The place; never exactly 0,0.
    public var coordinate: Coordinate
    /// When the device was there; `nil` when the file does not tell, or not in a way that can be
    /// read.
    public var time: Instant?
    /// Metres above the sea, as the device measured them.
    public var elevation: Double?
    /// Metres around the place in which the device was, greater than 0; `nil` when the file does
    /// not tell.
    ///
    /// From `horizontalAccuracy`, or `hAcc` as Apple's routes of workouts have it; else the dilution
    /// of precision times 5 m.
    public var horizontalAccuracy: Double?
    /// The place of its segment among all segments of the file, from 0; what lies between two
    /// segments is not known.
    public var segment: Int

    /// Bundles a point.
    public init(
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

/// What a GPX held.
public struct GPXSummary: Sendable, Equatable {
    /// The names of tracks that have one, in order; no more than 1,000.
    public internal(set) var trackNames: [String] = []
    /// The tracks.
    public internal(set) var tracks = 0
    /// The segments of all tracks, empty ones included.
    public internal(set) var segments = 0
    /// The points of tracks that were handed out.
    public internal(set) var points = 0
    /// The points of tracks that were kept out: at no place on the earth, or at exactly 0,0, which
    /// receivers write when they do not know.
    public internal(set) var misplaced = 0
    /// The points of planned routes, which nobody need have gone.
    public internal(set) var routePoints = 0
    /// The marked places.
    public internal(set) var waypoints = 0
}
