public import TrendyModel

/// Chooses the regions that the system watches: it takes twenty, however many geofences there are.
///
/// First the sentinel, a circle that cannot be left without telling so, and within which no region
/// is that is not watched; then regions with an open visit; then those whose edges are nearest.
/// Measured against fixed circles in the benchmarks.
public struct RegionRotation: Sendable {
    /// How many regions the system watches for an app.
    public static let systemLimit = 20
    /// Metres that a sentinel keeps away from the first region that is not watched: a crossing is
    /// told late, after some metres and some time.
    public static let cushion = 200.0
    /// The smallest sentinel, in metres: the system tells of no smaller ones.
    public static let smallestSentinel = 150.0
    /// The largest sentinel, in metres.
    public static let largestSentinel = 5_000.0
    /// A watched region gives way only to one that is nearer by this share.
    public static let hysteresis = 0.15
    /// The smallest radius that regions work with, in metres.
    public static let smallestRadius = 100.0

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

    /// What is to be watched.
    public struct Plan: Sendable, Equatable {
        /// The circle around the person; `nil` when all regions are watched.
        public var sentinel: WatchedRegion?
        /// The geofences' regions, the most important first.
        public var regions: [WatchedRegion] = []

        /// All of it, in the order in which it is to be registered.
        public var all: [WatchedRegion] { (sentinel.map { [$0] } ?? []) + regions }

        /// A plan of nothing.
        public init() {}
    }

    private let regions: [WatchedRegion]
    /// Points on the unit sphere, apart from the rest: ten thousand are gone over at each wake.
    private let points: [SIMD4<Double>]
    private let positions: [String: Int]

    /// A choice among regions.
    public init(_ regions: [WatchedRegion]) {
        self.regions = regions
        points = regions.map { Self.point($0.center, radius: $0.radius) }
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
    ///   - largestRadius: the largest radius that the system takes, in metres.
    public func plan(
        at position: Position?,
        watched: Set<String>,
        pinned: Set<String>,
        budget: Int,
        largestRadius: Double = largestSentinel
    ) -> Plan {
        var plan = Plan()
        guard budget > 0 else { return plan }
        guard regions.count > budget else {
            plan.regions = regions
            return plan
        }
        let slots = budget - 1
        let pins = pinned.compactMap { positions[$0] }.sorted()
        guard let position else {
            // Nobody knows what is near: what is watched stays.
            let kept = watched.subtracting(pinned).compactMap { positions[$0] }.sorted()
            plan.regions = (pins + kept).prefix(slots).map { regions[$0] }
            return plan
        }
        let ranking = ranked(at: position.coordinate, pins, slots, watched)
        plan.regions = ranking.chosen.map { regions[$0] }
        let reach = ranking.firstLeftOut - Self.cushion - position.uncertainty
        let longest = max(Self.smallestSentinel, min(Self.largestSentinel, largestRadius))
        plan.sentinel = WatchedRegion(
            identifier: RegionIdentity.sentinelIdentifier,
            center: position.coordinate,
            radius: min(max(reach, Self.smallestSentinel), longest).rounded(.down)
        )
        return plan
    }

    private struct Near {
        var distance: Double
        var index: Int

        static func < (left: Near, right: Near) -> Bool {
            (left.distance, left.index) < (right.distance, right.index)
        }
    }

    /// The pinned ones and the nearest, and how far the nearest of the others is.
    private func ranked(
        at place: Coordinate,
        _ pins: [Int],
        _ slots: Int,
        _ watched: Set<String>
    ) -> (chosen: [Int], firstLeftOut: Double) {
        let pinned = Set(pins)
        let free = max(0, slots - pins.count)
        // Kept one beyond the slots, and as many as may be passed over for those that are watched.
        var nearest = Heap(limit: free * 2 + 1)
        let here = Self.point(place, radius: 0)
        for index in points.indices where !pinned.contains(index) {
            let difference = points[index] - here
            let chord = (difference * difference).xyzSum.squareRoot()
            // Shorter than the arc by less than a millimetre up to 10 km, and in the same order.
            let distance = max(0, chord * Coordinate.earthRadius - points[index].w)
            nearest.insert(Near(distance: distance, index: index))
        }
        let candidates = nearest.sorted
        var chosen = Array(candidates.prefix(free))
        var left = Array(candidates.dropFirst(free))
        // The last slots: a newcomer must be clearly nearer than who is there.
        for incumbent in left where watched.contains(regions[incumbent.index].identifier) {
            guard
                let last = chosen.lastIndex(where: {
                    !watched.contains(regions[$0.index].identifier)
                }),
                incumbent.distance * (1 - Self.hysteresis) <= chosen[last].distance
            else { break }
            left.append(chosen.remove(at: last))
            left.removeAll { $0.index == incumbent.index }
            chosen.append(incumbent)
        }
        let first = left.map(\.distance).min() ?? Self.largestSentinel * 2
        let kept = pins.prefix(slots)
        return (kept + chosen.map(\.index), kept.count < pins.count ? 0 : first)
    }

    /// The smallest few of many.
    private struct Heap {
        let limit: Int
        /// The largest first.
        private var items: [Near] = []

        init(limit: Int) {
            self.limit = limit
            items.reserveCapacity(limit)
        }

        var sorted: [Near] { items.sorted { $0 < $1 } }

        mutating func insert(_ item: Near) {
            if items.count < limit {
                items.append(item)
                var child = items.count - 1
                while child > 0, items[(child - 1) / 2] < items[child] {
                    items.swapAt(child, (child - 1) / 2)
                    child = (child - 1) / 2
                }
            } else if limit > 0, item < items[0] {
                items[0] = item
                sink()
            }
        }

        private mutating func sink() {
            var parent = 0
            while true {
                var largest = parent
                for child in [parent * 2 + 1, parent * 2 + 2]
                where child < items.count && items[largest] < items[child] {
                    largest = child
                }
                guard largest != parent else { return }
                items.swapAt(parent, largest)
                parent = largest
            }
        }
    }

    /// A place on the unit sphere, and a radius in metres.
    private static func point(_ place: Coordinate, radius: Double) -> SIMD4<Double> {
        let unit = place.onUnitSphere
        return SIMD4(unit.x, unit.y, unit.z, radius)
    }
}

extension SIMD4<Double> {
    fileprivate var xyzSum: Double { x + y + z }
}
