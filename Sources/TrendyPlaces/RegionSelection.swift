public import TrendyModel

/// Chooses the regions that the system watches: it takes twenty, however many geofences there are.
///
/// First the sentinel, a circle that cannot be left without telling so, and within which no region
/// is that is not watched; then regions with an open visit; then those whose edges are nearest to
/// the middle of the sentinel. The sentinel lies so that the ways to where the person usually goes
/// lie in it as far as possible: that saves wakes. Measured against fixed circles in the
/// benchmarks.
public struct RegionSelection: Sendable {
    /// How many regions the system watches for an app.
    public static let systemLimit = 20
    /// Metres that a sentinel keeps away from the first region that is not watched: a crossing is
    /// told late, after some metres and some time.
    public static let cushion = 200.0
    /// The smallest sentinel, in metres: the system tells of no smaller ones.
    public static let minimumSentinelRadius = 150.0
    /// The largest sentinel, in metres.
    public static let maximumSentinelRadius = 5_000.0
    /// A watched region gives way only to one that is nearer by this share.
    public static let hysteresis = 0.15
    /// The smallest radius that regions work with, in metres.
    public static let minimumRadius = 100.0
    /// Metres that the device is inside of a sentinel at least that does not lie around it: less
    /// would be left at once.
    static let margin = 600.0
    /// How far a sentinel's middle may lie from the device, in metres.
    private static let shifts = [700.0, 1_400, 2_100, 2_800, 3_500, 4_200]
    /// Regions that are looked at when the sentinel is shifted.
    private static let neighbourhood = 400

    /// Where the device is, and how many metres it may be off.
    public struct Position: Sendable, Equatable {
        /// The place.
        public var coordinate: Coordinate
        /// Metres.
        public var uncertainty: Double

        /// A place that may be off.
        public init(_ coordinate: Coordinate, uncertainty: Double) {
            self.coordinate = coordinate
            self.uncertainty = uncertainty
        }
    }

    /// Somewhere the person may be going.
    public struct Destination: Sendable, Equatable {
        /// Where it is.
        public var coordinate: Coordinate
        /// How likely it is, compared with the others.
        public var weight: Double

        /// A place of a weight.
        public init(_ coordinate: Coordinate, weight: Double) {
            self.coordinate = coordinate
            self.weight = weight
        }
    }

    /// What is to be watched.
    public struct Plan: Sendable, Equatable {
        /// The circle around the person; `nil` when all regions are watched.
        public var sentinel: MonitoredRegion?
        /// The geofences' regions, the most important first.
        public var regions: [MonitoredRegion] = []

        /// All of it, in the order in which it is to be registered.
        public var all: [MonitoredRegion] { (sentinel.map { [$0] } ?? []) + regions }

        /// A plan of nothing.
        public init() {}
    }

    private let regions: [MonitoredRegion]
    /// Points on the unit sphere with their radii, apart from the rest: ten thousand are gone over
    /// at each wake.
    private let points: [SIMD4<Double>]
    private let positions: [String: Int]

    /// A choice among regions.
    public init(_ regions: [MonitoredRegion]) {
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

    /// How many regions there are to choose among.
    public var count: Int { regions.count }

    /// The regions to be watched.
    ///
    /// - Parameters:
    ///   - position: where the device is; `nil` when nobody knows.
    ///   - watched: the identifiers that are watched now.
    ///   - pinned: those that stay in any case: their visits are open.
    ///   - budget: how many the system takes from us.
    ///   - maximumRegionRadius: the largest radius that the system takes, in metres.
    ///   - destinations: where the person may be going.
    /// - Returns: what is to be watched.
    public func plan(
        at position: Position?,
        watched: Set<String>,
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
            // Nobody knows what is near: what is watched stays, and others fill the slots.
            let kept = watched.subtracting(pinned).compactMap { positions[$0] }.sorted()
            let known = Set(pins + kept)
            let others = regions.indices.filter { !known.contains($0) }
            plan.regions = (pins + kept + others).prefix(slots).map { regions[$0] }
            return plan
        }
        let near = neighbours(of: position.coordinate, without: Set(pins))
        let limits = Limits(
            free: slots - pins.count,
            slack: Self.cushion + position.uncertainty,
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
        var choice = choose(among: circles, around: middle, limits, watched)
        if length(middle) + Self.margin / 2 > choice.firstLeftOut - limits.slack {
            // What is watched already makes it smaller: the device would be outside at once.
            middle = .zero
            choice = choose(among: circles, around: middle, limits, watched)
        }
        plan.regions = (pins + choice.chosen).map { regions[$0] }
        let reach = choice.firstLeftOut - limits.slack
        // A smaller one than the device may be off would be left at once.
        let least = max(Self.minimumSentinelRadius, position.uncertainty)
        plan.sentinel = MonitoredRegion(
            identifier: RegionIdentity.sentinelIdentifier,
            center: position.coordinate.offset(east: middle.x, north: middle.y),
            radius: min(max(reach, least), limits.longest).rounded(.down)
        )
        return plan
    }

    // MARK: what is near

    private struct Near {
        var distance: Double
        var index: Int

        static func < (left: Near, right: Near) -> Bool {
            (left.distance, left.index) < (right.distance, right.index)
        }
    }

    private struct Limits {
        /// Regions that may be watched beside those that are pinned.
        var free: Int
        /// Metres that a sentinel keeps away from a region that is not watched.
        var slack: Double
        /// The largest radius of a sentinel.
        var longest: Double
        /// Metres from the device within which all regions are known here.
        var horizon: Double
    }

    /// The regions with the nearest edges, the nearest first.
    private func neighbours(of place: Coordinate, without excluded: Set<Int>) -> [Near] {
        let unit = place.onUnitSphere
        let here = SIMD4(unit.x, unit.y, unit.z, 0)
        var nearest = NearestFew<Near>(limit: Self.neighbourhood, isBefore: <)
        for index in points.indices where excluded.isEmpty || !excluded.contains(index) {
            let difference = points[index] - here
            let square =
                difference.x * difference.x + difference.y * difference.y
                + difference.z * difference.z
            // The chord: shorter than the arc by less than a metre up to 30 km, in the same order.
            let distance = square.squareRoot() * Coordinate.earthRadius - points[index].w
            nearest.insert(Near(distance: max(0, distance), index: index))
        }
        return nearest.sorted
    }

    /// Metres east and north of the device; exact enough for the few kilometres of a sentinel.
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

    // MARK: where the sentinel lies

    /// Where the middle of the sentinel lies, from the device.
    ///
    /// Of some circles that the device is well inside of, the one in which the largest share of
    /// the ways to the destinations lies; around the device where there is no better one.
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
                // A little better is not worth the change.
                if score > bestScore * 1.02 { (best, bestScore) = (middle, score) }
            }
        }
        return best
    }

    /// How large a sentinel around a point can be.
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

    /// The share of the ways to the destinations that lies in a circle, by their weights.
    private static func score(
        _ middle: SIMD2<Double>,
        _ radius: Double,
        _ destinations: [(point: SIMD2<Double>, weight: Double)]
    ) -> Double {
        destinations.reduce(0) { sum, destination in
            let distance = length(destination.point)
            guard distance > 0 else { return sum + destination.weight }
            let direction = destination.point / distance
            // Where the ray from the device leaves the circle.
            let along = (direction * middle).sum()
            let aside = (middle * middle).sum() - along * along
            let half = (max(0, radius * radius - aside)).squareRoot()
            return sum + destination.weight * min(1, max(0, along + half) / distance)
        }
    }

    // MARK: which regions are watched

    /// The nearest ones, and how far the nearest of the others is.
    private func choose(
        among circles: [LocalCircle],
        around middle: SIMD2<Double>,
        _ limits: Limits,
        _ watched: Set<String>
    ) -> (chosen: [Int], firstLeftOut: Double) {
        let ranking = circles.map {
            Near(distance: $0.distanceToEdge(from: middle), index: $0.index)
        }.sorted { $0 < $1 }
        var chosen = Array(ranking.prefix(limits.free))
        var left = Array(ranking.dropFirst(limits.free).prefix(limits.free + 1))
        // The last slots: a newcomer must be clearly nearer than who is there.
        for incumbent in left where watched.contains(regions[incumbent.index].identifier) {
            let newcomer = chosen.lastIndex {
                !watched.contains(regions[$0.index].identifier)
            }
            guard let newcomer,
                incumbent.distance * (1 - Self.hysteresis) <= chosen[newcomer].distance
            else { break }
            left.removeAll { $0.index == incumbent.index }
            left.append(chosen.remove(at: newcomer))
            chosen.append(incumbent)
        }
        let first = left.map(\.distance).min() ?? .infinity
        return (chosen.map(\.index), min(first, limits.horizon - length(middle)))
    }
}

private func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }

/// The smallest few of many, by a heap whose first is the largest of them.
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

    /// The last of the few; `nil` when there are none.
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
