public import TrendyModel

/// The fixes of recorded tracks in the order of time, to be replayed.
///
/// ```swift
/// let walk = try FixSequence(paths: ["monday.gpx", "tuesday.gpx"])
/// for fix in walk.fixes { print(fix.instant, fix.coordinate) }
/// ```
///
/// Points that do not tell their time get one from the points around them in the same segment.
/// Between segments nothing is known, and nothing is made up.
public struct FixSequence: Sendable, Equatable {
    /// The most points that are kept, of all files together: 57 days of one each second.
    public static let maximumPoints = 5_000_000
    /// Metres of accuracy that are believed of points that do not tell theirs.
    public static let assumedAccuracy = 10.0

    /// What became of the points.
    public struct Counts: Sendable, Equatable {
        /// The tracks of all files.
        public internal(set) var tracks = 0
        /// Their segments.
        public internal(set) var segments = 0
        /// The points at a place on the earth; each became a fix or is counted below.
        public internal(set) var points = 0
        /// Fixes whose time is that of a device going evenly between the points around it.
        public internal(set) var interpolated = 0
        /// Points left out since neither they nor points on both sides tell a time.
        public internal(set) var untimed = 0
        /// Points left out since time would go back within a segment.
        public internal(set) var backward = 0
        /// Points left out since the same place at the same time is there already.
        public internal(set) var repeated = 0
        /// Points left out at no place on the earth, or at exactly 0,0; not among ``points``.
        public internal(set) var misplaced = 0
        /// Points of planned routes, which are not read.
        public internal(set) var routePoints = 0
        /// Marked places, which are not read.
        public internal(set) var waypoints = 0
    }

    /// The fixes; times never go back.
    public private(set) var fixes: [Fix] = []
    /// What became of the points.
    public private(set) var counts = Counts()
    /// The names of the tracks that have one.
    public private(set) var trackNames: [String] = []

    /// Reads the tracks of files.
    ///
    /// - `paths`: GPX files in any order; what two of them share is taken once.
    ///
    /// Throws ``ImportError`` like ``GPXReader``, `noPoints` for a file none of whose points has a
    /// time, and `tooLarge` beyond ``maximumPoints``. Takes 32 bytes of memory a point, and while it
    /// reads 40 more for each of the longest segment.
    public init(paths: [String]) throws(ImportError) {
        for path in paths { try read(path) }
        sortByTime()
        dropRepeated()
    }

    private mutating func read(_ path: String) throws(ImportError) {
        var reader = try GPXReader(path: path)
        var segment = TrackSegment()
        var place = 0
        let before = fixes.count
        while let point = try reader.next() {
            guard fixes.count + segment.count < Self.maximumPoints else {
                throw ImportError(
                    .tooLarge,
                    path: path,
                    "There are more than \(Self.maximumPoints) points with what was read before. "
                        + "Give fewer files at a time."
                )
            }
            if point.segment != place { take(&segment) }
            place = point.segment
            segment.append(point, assumedAccuracy: Self.assumedAccuracy)
        }
        take(&segment)
        guard fixes.count > before else {
            throw ImportError(
                .noPoints,
                path: path,
                "None of its \(reader.summary.points) points tells a time, so it is a planned route "
                    + "or was stripped of them. Leave it out, or export the track with times."
            )
        }
        add(reader.summary)
    }

    private mutating func take(_ segment: inout TrackSegment) {
        let result = segment.finish(into: &fixes)
        counts.interpolated += result.interpolated
        counts.untimed += result.untimed
        counts.backward += result.backward
    }

    private mutating func add(_ summary: GPXSummary) {
        counts.tracks += summary.tracks
        counts.segments += summary.segments
        counts.points += summary.points
        counts.misplaced += summary.misplaced
        counts.routePoints += summary.routePoints
        counts.waypoints += summary.waypoints
        trackNames += summary.trackNames
    }

    /// Puts segments in order that overlap or stand in another one; fixes of the same time keep
    /// theirs.
    private mutating func sortByTime() {
        let isSorted = zip(fixes, fixes.dropFirst()).allSatisfy { $0.instant <= $1.instant }
        guard !isSorted else { return }
        let order = fixes.indices.sorted {
            (fixes[$0].instant, $0) < (fixes[$1].instant, $1)
        }
        fixes = order.map { fixes[$0] }
    }

    private mutating func dropRepeated() {
        /// How many fixes of the same time are compared at most.
        let maximumCompared = 16
        var kept = 0
        for index in fixes.indices {
            let fix = fixes[index]
            var other = kept - 1
            while other >= 0, kept - other <= maximumCompared,
                fixes[other].instant == fix.instant, fixes[other].coordinate != fix.coordinate
            {
                other -= 1
            }
            if other >= 0, fixes[other].instant == fix.instant,
                fixes[other].coordinate == fix.coordinate
            {
                counts.repeated += 1
            } else {
                fixes[kept] = fix
                kept += 1
            }
        }
        fixes.removeLast(fixes.count - kept)
    }
}
