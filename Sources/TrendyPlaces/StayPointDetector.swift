package import TrendyModel

/// A stay of a device in one place.
package struct Stay: Sendable, Equatable {
    /// The mean position over that time, weighted by the accuracy of the fixes.
    package var center: Coordinate
    /// The first fix there.
    package var start: Instant
    /// The last fix there.
    package var end: Instant
    /// The range of its fixes in the sequence; some of them may lie elsewhere.
    package var fixes: Range<Int>

    /// Its duration.
    package var duration: Duration { end - start }
}

/// Detects stay points in the fixes of a track.
///
/// A stay is at least 20 minutes within 200 m (Li et al., "Mining user similarity based on location
/// history", 2008), around a centre that follows the fixes rather than around the first fix.
/// Neither an inaccurate fix nor a short excursion, such as a wrong fix, interrupts a stay.
package struct StayPointDetector: Sendable {
    /// The radius of a stay, in metres; less accurate fixes are ignored.
    package var radiusMeters = 200.0
    /// The shortest stay.
    package var minimumDuration = Duration.seconds(20 * 60)
    /// The longest gap between fixes in a stay: a night of a phone that database only while it
    /// moves.
    package var longestGap = Duration.seconds(12 * 3600)
    /// The longest excursion in a stay.
    package var maximumExcursion = Duration.seconds(5 * 60)

    /// A detector of stays of 20 minutes within 200 m.
    package init() {}

    /// Detects stays, in linear time.
    ///
    /// - Parameter fixes: in the order of time; fixes that go back are skipped.
    /// - Returns: the stays in order; empty when there are no fixes.
    package func stays(in fixes: [Fix]) -> [Stay] {
        var stays: [Stay] = []
        var candidate: StayCandidate?
        /// The index of the first fix outside since the last one inside.
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
                // The excursion may be the beginning of the next stay.
                guard index < fixes.count || excursion != nil else { return stays }
                index = excursion ?? index
                excursion = nil
            }
        }
        return stays
    }

    private enum Step {
        /// The fix is ignored.
        case pass
        /// The fix may begin a stay.
        case begin
        /// The fix continues the stay.
        case stay
        /// The fix lies outside; the device may come back.
        case leave
        /// The stay ended before the fix, or before the excursion that the fix continues.
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
        // A short candidate has no excursions: the device passes by.
        guard candidate.duration >= maximumExcursion, absence <= maximumExcursion else {
            return .end
        }
        return .leave
    }
}

/// A possible stay, which may turn out to be too short.
private struct StayCandidate {
    /// The best accuracy that adds weight, in metres.
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

    /// Extends the stay; half of the time since the last fix counts for each of the two.
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
    /// The degrees to another place, the shorter way around the earth.
    func degrees(to other: Coordinate) -> (north: Double, east: Double) {
        let east = other.longitude - longitude
        return (
            other.latitude - latitude,
            east > 180 ? east - 360 : east < -180 ? east + 360 : east
        )
    }

    /// The place some degrees away, across the date line if necessary.
    func moved(north: Double, east: Double) -> Coordinate {
        let longitude = self.longitude + east
        return Coordinate(
            latitude: min(max(latitude + north, -90), 90),
            longitude: longitude > 180
                ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
        ) ?? self
    }
}
