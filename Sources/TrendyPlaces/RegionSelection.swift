package import TrendyModel

/// Selects the regions to monitor: the system monitors twenty, however many geofences there are.
///
/// First the sentinel, a circle whose exit wakes the app and that contains no unmonitored region;
/// then regions with an open visit; then those whose edges are nearest to the centre of the
/// sentinel. The sentinel is shifted so that the routes to the person's usual places lie inside it
/// as far as possible, which saves wakes. Measured against fixed circles in the benchmarks.
package struct RegionSelection: Sendable {
    /// How many regions the system monitors for an app.
    package static let systemLimit = 20
    /// The distance, in metres, of a sentinel to the nearest unmonitored region: the system reports
    /// an exit some metres and some time late.
    package static let boundaryMargin = 200.0
    /// The radius of the smallest sentinel that the system reports exits of, in metres.
    package static let minimumSentinelRadius = 150.0
    /// The radius of the largest sentinel, in metres.
    package static let maximumSentinelRadius = 5_000.0
    /// A region replaces a monitored one only if it is nearer by this share.
    package static let hysteresis = 0.15
    /// The smallest radius that region monitoring works with, in metres.
    package static let minimumRadius = 100.0
    /// The distance, in metres, of the device to the edge of a shifted sentinel: with less, it
    /// would leave at once.
    static let margin = 600.0
    /// The distances that a sentinel is shifted by, in metres.
    private static let shifts = [700.0, 1_400, 2_100, 2_800, 3_500, 4_200]
    /// How many regions are considered when the sentinel is shifted.
    private static let neighbourhood = 400

    /// A position with an uncertainty.
    package struct Position: Sendable, Equatable {
        /// The coordinate.
        package var coordinate: Coordinate
        /// The distance that it may be off, in metres.
        package var uncertainty: Double

        /// A position.
        package init(_ coordinate: Coordinate, uncertainty: Double) {
            self.coordinate = coordinate
            self.uncertainty = uncertainty
        }
    }

    /// A place that the person may be going to.
    package struct Destination: Sendable, Equatable {
        /// Where it is.
        package var coordinate: Coordinate
        /// Its likelihood, relative to the others.
        package var weight: Double

        /// A destination.
        package init(_ coordinate: Coordinate, weight: Double) {
            self.coordinate = coordinate
            self.weight = weight
        }
    }

    /// The selected regions.
    package struct Plan: Sendable, Equatable {
        /// The sentinel; `nil` when all regions are monitored.
        package var sentinel: MonitoredRegion?
        /// The geofences' regions, the most important first.
        package var regions: [MonitoredRegion] = []

        /// All regions, in the order of registration.
        package var all: [MonitoredRegion] { (sentinel.map { [$0] } ?? []) + regions }

        /// An empty plan.
        package init() {}
    }

    private let regions: [MonitoredRegion]
    /// The centres on the unit sphere, with the radii; apart from the rest, since ten thousand are
    /// scanned at each wake.
    private let points: [SIMD4<Double>]
    private let positions: [String: Int]

    /// A selection among regions.
    package init(_ regions: [MonitoredRegion]) {
        self.regions = regions
        points = regions.map { region in
            let unit = region.center.onUnitSphere
            return SIMD4(unit.x, unit.y, unit.z, region.radius)
        }
        positions = Dictionary(
            regions.indices.map { (regions[$0].identifier, $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The number of regions to select from.
    package var count: Int { regions.count }

    /// The regions to monitor.
    ///
    /// - Parameters:
    ///   - position: where the device is; `nil` when it is unknown.
    ///   - monitored: the identifiers that are monitored now.
    ///   - pinned: the identifiers to select in any case, since their visits are open.
    ///   - budget: how many regions the system accepts.
    ///   - maximumRegionRadius: the largest radius that the system accepts, in metres.
    ///   - destinations: where the person may be going.
    /// - Returns: the selected regions, with a sentinel unless all fit.
    package func plan(
        at position: Position?,
        monitored: Set<String>,
        pinned: Set<String>,
        budget: Int,
        maximumRegionRadius: Double = maximumSentinelRadius,
        destinations: [Destination] = []
    ) -> Plan {
        var plan = Plan()
        guard budget > 0 else { return plan }
        guard regions.count > budget else {
            plan.regions = regions
            return plan
        }
        let slots = budget - 1
        let pins = Array(pinned.compactMap { positions[$0] }.sorted().prefix(slots))
        guard let position else {
            // Without a position, monitored regions stay, and others fill the slots.
            let kept = monitored.subtracting(pinned).compactMap { positions[$0] }.sorted()
            let known = Set(pins + kept)
            let others = regions.indices.filter { !known.contains($0) }
            plan.regions = (pins + kept + others).prefix(slots).map { regions[$0] }
            return plan
        }
        let near = neighbours(of: position.coordinate, without: Set(pins))
        let limits = Limits(
            free: slots - pins.count,
            slack: Self.boundaryMargin + position.uncertainty,
            longest: max(
                Self.minimumSentinelRadius,
                min(Self.maximumSentinelRadius, maximumRegionRadius)
            ),
            horizon: near.count < Self.neighbourhood ? .infinity : near.last?.distance ?? 0
        )
        let map = LocalMap(around: position.coordinate)
        let circles = near.map { map.circle(of: regions[$0.index], index: $0.index) }
        var middle = Self.middle(
            of: circles,
            limits,
            destinations.map { (map.point($0.coordinate), $0.weight) }
        )
        var choice = choose(among: circles, around: middle, limits, monitored)
        if length(middle) + Self.margin / 2 > choice.firstLeftOut - limits.slack {
            // Monitored regions that are kept make it so small that the device would be outside at
            // once.
            middle = .zero
            choice = choose(among: circles, around: middle, limits, monitored)
        }
        plan.regions = (pins + choice.chosen).map { regions[$0] }
        let reach = choice.firstLeftOut - limits.slack
        // A sentinel smaller than the uncertainty would be left at once.
        let least = max(Self.minimumSentinelRadius, position.uncertainty)
        plan.sentinel = MonitoredRegion(
            identifier: RegionIdentity.sentinelIdentifier,
            center: position.coordinate.offset(east: middle.x, north: middle.y),
            radius: min(max(reach, least), limits.longest).rounded(.down)
        )
        return plan
    }

    // MARK: distances

    private struct Near {
        var distance: Double
        var index: Int

        static func < (left: Near, right: Near) -> Bool {
            (left.distance, left.index) < (right.distance, right.index)
        }
    }

    private struct Limits {
        /// Slots beside those of the pinned regions.
        var free: Int
        /// The distance of a sentinel to an unmonitored region, in metres.
        var slack: Double
        /// The largest radius of a sentinel, in metres.
        var longest: Double
        /// The distance from the device within which all regions are considered, in metres.
        var horizon: Double
    }

    /// The regions with the nearest edges, in order.
    private func neighbours(of place: Coordinate, without excluded: Set<Int>) -> [Near] {
        let unit = place.onUnitSphere
        let here = SIMD4(unit.x, unit.y, unit.z, 0)
        var nearest = NearestFew<Near>(limit: Self.neighbourhood, isBefore: <)
        for index in points.indices where excluded.isEmpty || !excluded.contains(index) {
            let difference = points[index] - here
            let square =
                difference.x * difference.x + difference.y * difference.y
                + difference.z * difference.z
            // The chord is shorter than the arc by less than a metre up to 30 km, in the same
            // order.
            let distance = square.squareRoot() * Coordinate.earthRadius - points[index].w
            nearest.insert(Near(distance: max(0, distance), index: index))
        }
        return nearest.sorted
    }

    /// A plane in metres east and north of the device, exact enough for the few kilometres of a
    /// sentinel.
    private struct LocalMap {
        private let origin: Coordinate
        private let perDegreeEast: Double
        private let perDegreeNorth: Double

        init(around origin: Coordinate) {
            self.origin = origin
            perDegreeNorth = Coordinate.earthRadius * .pi / 180
            let there = Coordinate(latitude: origin.latitude, longitude: 0)
            let east = there?.offset(east: 1000, north: 0).longitude ?? 0
            perDegreeEast = east > 0 ? 1000 / east : 0
        }

        func point(_ place: Coordinate) -> SIMD2<Double> {
            var east = place.longitude - origin.longitude
            if east > 180 { east -= 360 }
            if east < -180 { east += 360 }
            return SIMD2(
                east * perDegreeEast,
                (place.latitude - origin.latitude) * perDegreeNorth
            )
        }

        func circle(of region: MonitoredRegion, index: Int) -> LocalCircle {
            LocalCircle(center: point(region.center), radius: region.radius, index: index)
        }
    }

    private struct LocalCircle {
        var center: SIMD2<Double>
        var radius: Double
        var index: Int

        func distanceToEdge(from point: SIMD2<Double>) -> Double {
            max(0, length(center - point) - radius)
        }
    }

    // MARK: the sentinel

    /// The centre of the sentinel, relative to the device.
    ///
    /// Of several circles that the device is well inside of, the one that contains the largest
    /// share of the routes to the destinations; around the device when none is better.
    private static func middle(
        of circles: [LocalCircle],
        _ limits: Limits,
        _ destinations: [(point: SIMD2<Double>, weight: Double)]
    ) -> SIMD2<Double> {
        var best = SIMD2<Double>.zero
        var bestScore = score(.zero, radius(around: .zero, circles, limits), destinations)
        for destination in destinations {
            let distance = length(destination.point)
            guard distance > margin else { continue }
            for shift in shifts where shift < distance + margin {
                let middle = destination.point * (shift / distance)
                let radius = radius(around: middle, circles, limits)
                guard shift + margin <= radius else { continue }
                let score = score(middle, radius, destinations)
                // A small gain is not worth a change.
                if score > bestScore * 1.02 { (best, bestScore) = (middle, score) }
            }
        }
        return best
    }

    /// The largest radius of a sentinel around a point.
    private static func radius(
        around middle: SIMD2<Double>,
        _ circles: [LocalCircle],
        _ limits: Limits
    ) -> Double {
        var nearest = NearestFew<Double>(limit: limits.free + 1, isBefore: <)
        for circle in circles { nearest.insert(circle.distanceToEdge(from: middle)) }
        let first = nearest.count <= limits.free ? .infinity : nearest.largest ?? 0
        return min(first - limits.slack, limits.longest, limits.horizon - length(middle))
    }

    /// The weighted share of the routes to the destinations that lies inside a circle.
    private static func score(
        _ middle: SIMD2<Double>,
        _ radius: Double,
        _ destinations: [(point: SIMD2<Double>, weight: Double)]
    ) -> Double {
        destinations.reduce(0) { sum, destination in
            let distance = length(destination.point)
            guard distance > 0 else { return sum + destination.weight }
            let direction = destination.point / distance
            // The point where the ray from the device leaves the circle.
            let along = (direction * middle).sum()
            let aside = (middle * middle).sum() - along * along
            let half = (max(0, radius * radius - aside)).squareRoot()
            return sum + destination.weight * min(1, max(0, along + half) / distance)
        }
    }

    // MARK: the selection

    /// The nearest regions, and the distance of the nearest one that is left out.
    private func choose(
        among circles: [LocalCircle],
        around middle: SIMD2<Double>,
        _ limits: Limits,
        _ monitored: Set<String>
    ) -> (chosen: [Int], firstLeftOut: Double) {
        let ranking = circles.map {
            Near(distance: $0.distanceToEdge(from: middle), index: $0.index)
        }.sorted { $0 < $1 }
        var chosen = Array(ranking.prefix(limits.free))
        var left = Array(ranking.dropFirst(limits.free).prefix(limits.free + 1))
        // For the last slots, another region must be clearly nearer than a monitored one.
        for candidate in left where monitored.contains(regions[candidate.index].identifier) {
            let replaced = chosen.lastIndex {
                !monitored.contains(regions[$0.index].identifier)
            }
            guard let replaced,
                candidate.distance * (1 - Self.hysteresis) <= chosen[replaced].distance
            else { break }
            left.removeAll { $0.index == candidate.index }
            left.append(chosen.remove(at: replaced))
            chosen.append(candidate)
        }
        let first = left.map(\.distance).min() ?? .infinity
        return (chosen.map(\.index), min(first, limits.horizon - length(middle)))
    }
}

private func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }

/// The smallest elements of a sequence, kept in a heap with the largest of them first.
private struct NearestFew<Element> {
    private let limit: Int
    private let isBefore: (Element, Element) -> Bool
    private var items: [Element] = []

    init(limit: Int, isBefore: @escaping (Element, Element) -> Bool) {
        self.limit = limit
        self.isBefore = isBefore
        items.reserveCapacity(limit)
    }

    var count: Int { items.count }

    /// The largest of them; `nil` when there are none.
    var largest: Element? { items.first }

    var sorted: [Element] { items.sorted(by: isBefore) }

    mutating func insert(_ item: Element) {
        if items.count < limit {
            items.append(item)
            var child = items.count - 1
            while child > 0, isBefore(items[(child - 1) / 2], items[child]) {
                items.swapAt(child, (child - 1) / 2)
                child = (child - 1) / 2
            }
        } else if limit > 0, isBefore(item, items[0]) {
            items[0] = item
            sink()
        }
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var largest = parent
            for child in [parent * 2 + 1, parent * 2 + 2]
            where child < items.count && isBefore(items[largest], items[child]) {
                largest = child
            }
            guard largest != parent else { return }
            items.swapAt(parent, largest)
            parent = largest
        }
    }
}
