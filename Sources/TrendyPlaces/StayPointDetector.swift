public import TrendyModel

/// A time that a device spent in one place.
public struct Stay: Sendable, Equatable {
    /// Where it was on average over that time, its more accurate fixes counting for more.
    public var center: Coordinate
    /// The first fix there.
    public var start: Instant
    /// The last fix there.
    public var end: Instant
    /// The fixes from the first to the last, by their places in the sequence; some in between may
    /// lie elsewhere.
    public var fixes: Range<Int>

    /// How long it was.
    public var duration: Duration { end - start }
}

/// Finds where a device stayed, in the fixes of a track.
///
/// A stay is a time of at least 20 minutes within 200 m (Li et al., "Mining user similarity based on
/// location history", 2008), but around a centre that follows the fixes instead of the first one.
/// A fix that tells nothing, since it is too inaccurate, does not break a stay, and neither does a
/// short excursion, such as a wrong fix.
public struct StayPointDetector: Sendable {
    /// Metres around the centre within which a device stays; fixes less accurate than this are not
    /// looked at.
    public var radiusMeters = 200.0
    /// The shortest time that is a stay.
    public var minimumDuration = Duration.seconds(20 * 60)
    /// The longest time without fixes in a stay: a night of a phone that records only while it
    /// moves.
    public var longestGap = Duration.seconds(12 * 3600)
    /// The longest time elsewhere in a stay.
    public var maximumExcursion = Duration.seconds(5 * 60)

    /// A finder of stays of 20 minutes within 200 m.
    public init() {}

    /// Looks for stays; at each fix a few times at most.
    ///
    /// - Parameter fixes: in the order of time; one that goes back is passed over.
    /// - Returns: the stays in order; none when there are no fixes.
    public func stays(in fixes: [Fix]) -> [Stay] {
        var stays: [Stay] = []
        var candidate: StayCandidate?
        /// The first of the fixes that lie elsewhere since the last one within.
        var excursion: Int?
        var index = 0
        while index <= fixes.count {
            let step = self.step(at: index, of: fixes, candidate, isAway: excursion != nil)
            switch step {
            case .pass:
                index += 1
            case .begin:
                candidate = StayCandidate(fixes[index], at: index)
                index += 1
            case .stay:
                candidate?.extend(to: fixes[index], at: index)
                excursion = nil
                index += 1
            case .leave:
                excursion = excursion ?? index
                index += 1
            case .end:
                if let stay = candidate?.stay, stay.duration >= minimumDuration {
                    stays.append(stay)
                }
                candidate = nil
                // What was an excursion may be the beginning of the next stay.
                guard index < fixes.count || excursion != nil else { return stays }
                index = excursion ?? index
                excursion = nil
            }
        }
        return stays
    }

    private enum Step {
        /// The fix tells nothing.
        case pass
        /// It may begin a stay.
        case begin
        /// It goes on with the stay.
        case stay
        /// It lies elsewhere; the device may come back.
        case leave
        /// The stay has ended before it, or before the excursion that it goes on with.
        case end
    }

    private func step(
        at index: Int,
        of fixes: [Fix],
        _ candidate: StayCandidate?,
        isAway: Bool
    ) -> Step {
        guard index < fixes.count else { return .end }
        let fix = fixes[index]
        guard let candidate else { return fix.accuracy <= radiusMeters ? .begin : .pass }
        guard fix.accuracy <= radiusMeters, fix.instant >= candidate.end else { return .pass }
        let absence = fix.instant - candidate.end
        if absence > longestGap || isAway && absence > maximumExcursion { return .end }
        let distance = candidate.center.distance(to: fix.coordinate)
        if distance <= radiusMeters { return .stay }
        if distance - fix.accuracy <= radiusMeters { return .pass }
        // Who goes by has no excursions.
        guard candidate.duration >= maximumExcursion, absence <= maximumExcursion else {
            return .end
        }
        return .leave
    }
}

/// A stay as long as it may turn out to be none.
private struct StayCandidate {
    /// Fixes that claim to be better than this count for no more.
    private static let bestAccuracy = 10.0

    private let first: Fix
    private let firstIndex: Int
    private var last: Fix
    private var lastIndex: Int
    private var north = 0.0
    private var east = 0.0
    private var weight = 0.0
    private(set) var center: Coordinate

    init(_ fix: Fix, at index: Int) {
        (first, firstIndex, last, lastIndex) = (fix, index, fix, index)
        center = fix.coordinate
    }

    var end: Instant { last.instant }
    var duration: Duration { last.instant - first.instant }
    var stay: Stay {
        Stay(
            center: center,
            start: first.instant,
            end: last.instant,
            fixes: firstIndex..<lastIndex + 1
        )
    }

    /// The time between two fixes was spent half at each.
    mutating func extend(to fix: Fix, at index: Int) {
        let share = Double(fix.instant.milliseconds - last.instant.milliseconds) / 2
        add(last, share)
        add(fix, share)
        (last, lastIndex) = (fix, index)
        guard weight > 0 else { return }
        center = first.coordinate.moved(north: north / weight, east: east / weight)
    }

    private mutating func add(_ fix: Fix, _ share: Double) {
        let weight = share / max(fix.accuracy, Self.bestAccuracy)
        let offset = first.coordinate.degrees(to: fix.coordinate)
        north += weight * offset.north
        east += weight * offset.east
        self.weight += weight
    }
}

extension Coordinate {
    /// Degrees from here to another place, the shorter way around the earth.
    func degrees(to other: Coordinate) -> (north: Double, east: Double) {
        let east = other.longitude - longitude
        return (
            other.latitude - latitude,
            east > 180 ? east - 360 : east < -180 ? east + 360 : east
        )
    }

    /// The place some degrees away, over the date line if need be.
    func moved(north: Double, east: Double) -> Coordinate {
        let longitude = self.longitude + east
        return Coordinate(
            latitude: min(max(latitude + north, -90), 90),
            longitude: longitude > 180
                ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
        ) ?? self
    }
}
