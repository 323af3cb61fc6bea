package import TrendyModel

/// A place of one or more stays, with the circle of a geofence for it.
package struct SuggestedPlace: Sendable, Equatable {
    /// The range of a geofence's radius, in metres.
    package static let radiusRange = 100.0...10_000.0

    /// The centre of the stays, weighted by their durations.
    package var center: Coordinate
    /// The radius that contains four of five fixes of the stays, in metres, rounded up to tens;
    /// within ``radiusRange``.
    package var radiusMeters: Double
    /// The stays, in order of time; never empty.
    package var stays: [Stay]
    /// Their total duration.
    package var total: Duration
    /// The beginning of the first stay.
    package var first: Instant
    /// The end of the last stay.
    package var last: Instant
}

extension StayPointDetector {
    /// The maximum number of places; further stays elsewhere are ignored.
    package static let maximumPlaces = 1000

    /// Groups stays into places: stays whose centres lie within ``radiusMeters`` are at one place.
    ///
    /// - Parameters:
    ///   - stays: the result of ``stays(in:)``.
    ///   - fixes: the fixes that the stays were detected in.
    /// - Returns: the places, the longest total first.
    package func places(of stays: [Stay], in fixes: [Fix]) -> [SuggestedPlace] {
        var clusters: [StayCluster] = []
        // The longest stays locate a place best.
        for stay in stays.sorted(by: { ($1.duration, $0.start) < ($0.duration, $1.start) }) {
            let nearest = nearest(of: clusters, to: stay.center)
            if let nearest {
                clusters[nearest].add(stay)
            } else if clusters.count < Self.maximumPlaces {
                clusters.append(StayCluster(stay))
            }
        }
        return clusters.map { $0.place(within: radiusMeters, of: fixes) }
            .sorted { ($1.total, $0.first) < ($0.total, $1.first) }
    }

    private func nearest(of clusters: [StayCluster], to center: Coordinate) -> Int? {
        // A degree of latitude is 111 km everywhere: a cheap test for far places.
        let degrees = radiusMeters / 110_000
        var nearest: Int?
        var nearestDistance = radiusMeters
        for (index, cluster) in clusters.enumerated()
        where abs(cluster.center.latitude - center.latitude) <= degrees {
            let distance = cluster.center.distance(to: center)
            if distance <= nearestDistance { (nearest, nearestDistance) = (index, distance) }
        }
        return nearest
    }
}

/// The stays at one place.
private struct StayCluster {
    private var stays: [Stay]
    private(set) var center: Coordinate
    private var total: Duration

    init(_ stay: Stay) {
        (stays, center, total) = ([stay], stay.center, stay.duration)
    }

    mutating func add(_ stay: Stay) {
        stays.append(stay)
        total += stay.duration
        let whole = Double(total.wholeMilliseconds)
        guard whole > 0 else { return }
        let share = Double(stay.duration.wholeMilliseconds) / whole
        let offset = center.degrees(to: stay.center)
        center = center.moved(north: offset.north * share, east: offset.east * share)
    }

    func place(within radius: Double, of fixes: [Fix]) -> SuggestedPlace {
        var distances: [Double] = []
        for fix in stays.flatMap({ fixes[$0.fixes.clamped(to: fixes.indices)] })
        where fix.accuracy <= radius {
            let distance = center.distance(to: fix.coordinate)
            if distance <= 2 * radius { distances.append(distance) }
        }
        distances.sort()
        let spread = distances.isEmpty ? 0 : distances[(distances.count - 1) * 4 / 5]
        let range = SuggestedPlace.radiusRange
        let sorted = stays.sorted { $0.start < $1.start }
        return SuggestedPlace(
            center: center,
            radiusMeters: min(
                max((spread / 10).rounded(.up) * 10, range.lowerBound),
                range.upperBound
            ),
            stays: sorted,
            total: total,
            first: sorted.first?.start ?? Instant(seconds: 0),
            last: sorted.map(\.end).max() ?? Instant(seconds: 0)
        )
    }
}
