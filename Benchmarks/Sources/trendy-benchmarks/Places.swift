#if os(Linux)
import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import TrendyApple
import TrendyModel
import TrendyPlaces
import TrackReplay
import TrendyStore

/// Lives of a week, with more places than the system watches: what is missed and what it costs,
/// beside fixed circles as others draw them; then how long choosing and comparing take.
func measurePlaces(_ directory: String, lives: Int) async throws {
    // As documented; and late, as many phones are.
    var late = CoreLocationBehavior()
    late.exitDistance = 200
    late.crossingDelay = .seconds(60)
    for (name, behavior) in [("", CoreLocationBehavior()), (", told 60 s late", late)] {
        for count in [100, 200] {
            var tallies: [(String, Tally)] = []
            var ours = Tally()
            var peers = Peer.all.map { ($0, Tally()) }
            for seed in 1...lives {
                guard let life = Life(seed: UInt64(seed), places: count) else { continue }
                try await ours.add(
                    replay(life, behavior, in: "\(directory)/\(name.count)-\(count)-\(seed)"),
                    life
                )
                for index in peers.indices {
                    peers[index].1.add(peers[index].0.live(life, behavior), life)
                }
            }
            tallies.append(("adaptive sentinel, re-ranked on each event", ours))
            tallies += peers.map { ($0.0.name, $0.1) }
            print("\(count) places, \(lives) lives of a week\(name)")
            for (name, tally) in tallies { tally.report(name) }
        }
    }
    measureChoice()
}

/// What was noticed in a life.
private struct Noticed {
    /// When the person was noticed to be at a place, by its index.
    var stays: [Int: [ClosedRange<Date>]] = [:]
    var extraWakes = 0
    var mostRegions = 0
    /// Regions that were asked for and for which there was no slot.
    var regionsTooMany = 0
}

private struct Tally {
    private var visits = 0
    private var missed = 0
    private var shortVisits = 0
    private var missedShort = 0
    private var extraWakes = 0
    private var days = 0.0
    private var mostRegions = 0
    private var regionsTooMany = 0

    mutating func add(_ noticed: Noticed, _ life: Life) {
        for (index, place) in life.places.enumerated() {
            for visit in life.visits(to: place, atLeast: 60) {
                // Told late at most by ten minutes.
                let span = visit.lowerBound...visit.upperBound.addingTimeInterval(600)
                let isNoticed = noticed.stays[index]?.contains { $0.overlaps(span) } ?? false
                if visit.upperBound.timeIntervalSince(visit.lowerBound) >= 300 {
                    visits += 1
                    missed += isNoticed ? 0 : 1
                } else {
                    shortVisits += 1
                    missedShort += isNoticed ? 0 : 1
                }
            }
        }
        extraWakes += noticed.extraWakes
        days += Life.week / 86_400
        mostRegions = max(mostRegions, noticed.mostRegions)
        regionsTooMany += noticed.regionsTooMany
    }

    func report(_ name: String) {
        print(
            String(
                format: "  %@: %d of %d visits of 5 min and more missed (%.2f %%), %d of %d of "
                    + "1 to 5 min (%.2f %%), %.1f extra wakes a day, at most %d regions, "
                    + "%d refused",
                name,
                missed,
                visits,
                100 * Double(missed) / Double(max(1, visits)),
                missedShort,
                shortVisits,
                100 * Double(missedShort) / Double(max(1, shortVisits)),
                Double(extraWakes) / days,
                mostRegions,
                regionsTooMany
            )
        )
    }
}

/// A life through the real watch into a real database.
private func replay(
    _ life: Life,
    _ behavior: CoreLocationBehavior,
    in directory: String
) async throws -> Noticed {
    try FileManager.default.createDirectory(
        atPath: directory,
        withIntermediateDirectories: true
    )
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let replay = try PlaceReplay(
        path: directory + "/device.sqlite",
        from: Life.monday,
        along: life.walk,
        behavior: behavior
    )
    var numbers: [EntityID: Int] = [:]
    try await replay.prepare { store in
        for (index, place) in life.places.enumerated() {
            numbers[try await store.create(place)] = index
        }
    }
    let end = Life.monday.addingTimeInterval(Life.week)
    try await replay.run(until: end)
    var noticed = Noticed()
    noticed.extraWakes = replay.outcome.sentinelWakes
    noticed.mostRegions = replay.outcome.mostRegions
    noticed.regionsTooMany = replay.outcome.regionsTooMany
    try await replay.close()
    let store = try DeviceStore(
        path: directory + "/device.sqlite",
        dependencies: replay.dependencies
    )
    for entity in try await store.events(EventFilter(limit: .max)) {
        let event = try Event(document: entity.document())
        guard let id = event.geofenceID, let number = numbers[id] else { continue }
        let start = Date(event.timestamp)
        noticed.stays[number, default: []].append(
            start...max(start, event.endDate.map { Date($0) } ?? end)
        )
    }
    try await store.close()
    return noticed
}

/// A circle of one size around the person: once it is left, those with the nearest centres count.
///
/// Three of them are what other libraries do.
private struct Peer {
    let name: String
    let radius: Double

    static let all = [
        Peer(name: "sentinel of 1,000 m", radius: 1000),
        Peer(name: "sentinel of 2,000 m", radius: 2000),
        Peer(name: "bubble of 100 m", radius: 100),
    ]

    func live(_ life: Life, _ behavior: CoreLocationBehavior) -> Noticed {
        let timeline = ManualTimeline(now: Life.monday)
        let phone = Phone(timeline: timeline, randomness: SeededRandomness(seed: 1))
        phone.location.behavior = behavior
        phone.location.walk = life.walk
        phone.location.choose(.always)
        phone.launch(.user)
        let adapter = phone.run {
            CLLocationManagerRegionMonitor(CLLocationManager(), now: { Instant(timeline.now) })
        }
        let regions = life.places.enumerated().compactMap { index, place -> MonitoredRegion? in
            guard
                let center = Coordinate(latitude: place.latitude, longitude: place.longitude)
            else { return nil }
            return MonitoredRegion(
                identifier: RegionIdentity.identifier(of: Self.id(index)),
                center: center,
                radius: place.radiusMeters
            )
        }
        let numbers = Dictionary(
            regions.enumerated().map { ($0.element.identifier, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
        var noticed = Noticed()
        var pending: [MonitoredRegion] = []
        adapter.requestFix()
        phone.enterBackground()
        let end = Life.monday.addingTimeInterval(Life.week)
        while timeline.now < end {
            timeline.advance(by: .seconds(1))
            for region in pending { adapter.watch(region) }
            pending = []
            for signal in adapter.takeSignals() {
                switch signal.kind {
                case .crossing(let identifier, let side):
                    if RegionIdentity(identifier) == .sentinel {
                        guard side == .outside else { continue }
                        noticed.extraWakes += 1
                        adapter.requestFix()
                    } else if let number = numbers[identifier] {
                        noticed.stays[number, default: []].append(timeline.now...timeline.now)
                    }
                case .state(let identifier, let side):
                    if RegionIdentity(identifier) == .sentinel, side == .outside {
                        adapter.requestFix()
                    } else if side == .inside, let number = numbers[identifier] {
                        noticed.stays[number, default: []].append(timeline.now...timeline.now)
                    }
                case .fix:
                    guard let fix = signal.fix else { continue }
                    let near = regions.sorted {
                        $0.center.distance(to: fix.coordinate)
                            < $1.center.distance(to: fix.coordinate)
                    }.prefix(RegionSelection.systemLimit - 1)
                    let sentinel = MonitoredRegion(
                        identifier: RegionIdentity.sentinelIdentifier,
                        center: fix.coordinate,
                        radius: radius
                    )
                    let difference = GeofenceReconciler.difference(
                        from: adapter.monitoredRegions(),
                        to: [sentinel] + near
                    )
                    for identifier in difference.removals { adapter.unwatch(identifier) }
                    // A moment later, when the slots are free.
                    pending = difference.additions
                case .noFix: adapter.requestFix()
                case .failure, .authorization: continue
                }
            }
        }
        noticed.mostRegions = phone.location.counters.highWaterMark
        noticed.regionsTooMany = phone.location.counters.refusalsForLackOfSlots
        return noticed
    }

    private static func id(_ index: Int) -> EntityID {
        .derived(kind: "geofence", naturalKey: "\(index)")
    }
}

private func measureChoice() {
    func regions(_ count: Int) -> [MonitoredRegion] {
        (0..<count).compactMap { index in
            let angle = Double(index) * 2.399963
            let distance = Double(index).squareRoot() * 150
            return Coordinate(latitude: 52.5, longitude: 13.4).map { middle in
                MonitoredRegion(
                    identifier: RegionIdentity.identifier(
                        of: .derived(kind: "geofence", naturalKey: "\(index)")
                    ),
                    center: middle.offset(
                        east: cos(angle) * distance,
                        north: sin(angle) * distance
                    ),
                    radius: 150
                )
            }
        }
    }
    func milliseconds(_ work: () -> Void) -> Double {
        let clock = ContinuousClock()
        let times = (0..<101).map { _ in
            let span = clock.measure(work).components
            return Double(span.seconds) * 1e3 + Double(span.attoseconds) * 1e-15
        }
        return median(times)
    }
    let many = regions(10_000)
    let rotation = RegionSelection(many)
    let watched = Set(many.prefix(19).map(\.identifier))
    guard let place = Coordinate(latitude: 52.51, longitude: 13.41) else { return }
    var sum = 0
    report(
        "re-rank of 10,000 geofences, p50",
        milliseconds {
            sum +=
                rotation.plan(
                    at: .init(place, uncertainty: 10),
                    monitored: watched,
                    pinned: [],
                    budget: 20
                ).regions.count
        },
        "ms"
    )
    let wanted = regions(1_000)
    let there = wanted.dropFirst(10).map { region in
        var region = region
        if region.identifier.hashValue % 7 == 0 { region.radius += 50 }
        return region
    }
    report(
        "reconcile of 1,000 wanted geofences, p50",
        milliseconds {
            sum += GeofenceReconciler.difference(from: there, to: wanted).additions.count
        },
        "ms"
    )
    precondition(sum > 0)
}
#endif
