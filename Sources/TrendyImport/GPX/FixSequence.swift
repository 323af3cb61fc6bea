package import TrendyModel

/// The location fixes of recorded GPX tracks, sorted by time, for replay.
///
/// ```swift
/// let walk = try FixSequence(paths: ["monday.gpx", "tuesday.gpx"])
/// for fix in walk.fixes { print(fix.instant, fix.coordinate) }
/// ```
///
/// A point without a time gets an interpolated time from the points around it in the same segment.
/// Nothing is interpolated between segments.
package struct FixSequence: Sendable, Equatable {
    /// The maximum number of points in all files: 57 days at one point a second.
    package static let maximumPoints = 5_000_000
    /// The assumed accuracy in metres of points without an accuracy.
    package static let assumedAccuracy = 10.0

    /// Counts of points by outcome.
    package struct Counts: Sendable, Equatable {
        /// The number of tracks in all files.
        package internal(set) var tracks = 0
        /// The number of segments.
        package internal(set) var segments = 0
        /// The number of points with valid coordinates; each became a fix or is counted below.
        package internal(set) var points = 0
        /// The number of fixes with an interpolated time.
        package internal(set) var interpolated = 0
        /// The number of points without a time that cannot be interpolated.
        package internal(set) var untimed = 0
        /// The number of points that were dropped because time would run backwards within a
        /// segment.
        package internal(set) var backward = 0
        /// The number of points that repeat the coordinates and time of another point.
        package internal(set) var repeated = 0
        /// The number of points with invalid coordinates or exactly 0,0; not included in
        /// ``points``.
        package internal(set) var misplaced = 0
        /// The number of points of planned routes, which are not read.
        package internal(set) var routePoints = 0
        /// The number of waypoints, which are not read.
        package internal(set) var waypoints = 0
    }

    /// The fixes, sorted by time.
    package private(set) var fixes: [Fix] = []
    /// Counts of points by outcome.
    package private(set) var counts = Counts()
    /// The names of the tracks that have one.
    package private(set) var trackNames: [String] = []

    /// Reads the tracks of files.
    ///
    /// - `paths`: GPX files in any order. Points that two files share are used once.
    ///
    /// Throws the ``ImportError`` codes of ``GPXReader``, `noPoints` for a file without any point
    /// with a time, and `tooLarge` beyond ``maximumPoints``. Uses 32 bytes of memory a point, and
    /// during reading 40 more for each point of the longest segment.
    package init(paths: [String]) throws(ImportError) {
        for path in paths { try read(path) }
        sortByTime()
        dropRepeated()
    }

    private mutating func read(_ path: String) throws(ImportError) {
        var reader = try GPXReader(path: path)
        var segment = TrackSegment()
        var segmentIndex = 0
        let before = fixes.count
        while let point = try reader.next() {
            guard fixes.count + segment.count < Self.maximumPoints else {
                throw ImportError(
                    .tooLarge,
                    path: path,
                    "The files have more than \(Self.maximumPoints) points together. "
                        + "Provide fewer files at a time."
                )
            }
            if point.segment != segmentIndex { take(&segment) }
            segmentIndex = point.segment
            segment.append(point, assumedAccuracy: Self.assumedAccuracy)
        }
        take(&segment)
        guard fixes.count > before else {
            throw ImportError(
                .noPoints,
                path: path,
                "None of its \(reader.summary.points) points has a time: it is a planned route, "
                    + "or its times were removed. Leave it out, or export the track with times."
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

    /// Sorts segments that overlap or are nested.
    ///
    /// Fixes of the same time keep their order.
    private mutating func sortByTime() {
        let isSorted = zip(fixes, fixes.dropFirst()).allSatisfy { $0.instant <= $1.instant }
        guard !isSorted else { return }
        let order = fixes.indices.sorted {
            (fixes[$0].instant, $0) < (fixes[$1].instant, $1)
        }
        fixes = order.map { fixes[$0] }
    }

    private mutating func dropRepeated() {
        /// The maximum number of fixes of the same time that are compared.
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
