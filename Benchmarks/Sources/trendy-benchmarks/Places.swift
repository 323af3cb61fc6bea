import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import TrackReplay
import TrendyApple
import TrendyModel
import TrendyPlaces
import TrendyStore

/// Simulates weeks with more geofences than the system monitors; with 0 weeks, one day.
///
/// Measures missed visits and cost, in comparison with fixed circles as in other libraries; then
/// the time of region selection and reconciliation.
func measurePlaces(_ directory: String, weeks: Int, rounds: Int) async throws {
    // The documented behaviour, and late delivery as on many phones.
    var late = CoreLocationBehavior()
    late.exitDistance = 200
    late.crossingDelay = .seconds(60)
    for (name, behavior) in [("", CoreLocationBehavior()), (", delivered 60 s late", late)] {
        for count in [100, 200] {
            var tallies: [(String, Tally)] = []
            var ours = Tally()
            var peers = Peer.all.map { ($0, Tally()) }
            for seed in 1...max(1, weeks) {
                let seed = UInt64(seed)
                let days = weeks == 0 ? 1 : 7
                guard let week = GeneratedWeek(seed: seed, places: count, days: days)
                else { continue }
                try await ours.add(
                    replay(week, behavior, in: "\(directory)/\(name.count)-\(count)-\(seed)"),
                    week
                )
                for index in peers.indices {
                    peers[index].1.add(peers[index].0.replay(week, behavior), week)
                }
            }
            tallies.append(("adaptive sentinel, re-ranked on each event", ours))
            tallies += peers.map { ($0.0.name, $0.1) }
            print("\(count) places, \(weeks) weeks\(name)")
            for (name, tally) in tallies { tally.report(name) }
        }
    }
    measureChoice(rounds: rounds)
}

/// The detections in a simulated week.
private struct Detections {
    /// The detected stays at each place, by its index.
    var stays: [Int: [ClosedRange<Date>]] = [:]
    var extraWakes = 0
    var mostRegions = 0
    /// Requested regions for which no slot was free.
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

    mutating func add(_ detections: Detections, _ week: GeneratedWeek) {
        for (index, place) in week.places.enumerated() {
            for visit in week.visits(to: place, atLeast: 60) {
                // At most ten minutes late.
                let span = visit.lowerBound...visit.upperBound.addingTimeInterval(600)
                let isNoticed = detections.stays[index]?.contains { $0.overlaps(span) } ?? false
                if visit.upperBound.timeIntervalSince(visit.lowerBound) >= 300 {
                    visits += 1
                    missed += isNoticed ? 0 : 1
                } else {
                    shortVisits += 1
                    missedShort += isNoticed ? 0 : 1
                }
            }
        }
        extraWakes += detections.extraWakes
        days += week.end.timeIntervalSince(GeneratedWeek.monday) / 86_400
        mostRegions = max(mostRegions, detections.mostRegions)
        regionsTooMany += detections.regionsTooMany
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

/// Replays a week through the real region monitor into a real database.
private func replay(
    _ week: GeneratedWeek,
    _ behavior: CoreLocationBehavior,
    in directory: String
) async throws -> Detections {
    try FileManager.default.createDirectory(
        atPath: directory,
        withIntermediateDirectories: true
    )
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let replay = try PlaceReplay(
        path: directory + "/device.sqlite",
        from: GeneratedWeek.monday,
        along: week.walk,
        behavior: behavior
    )
    var numbers: [EntityID: Int] = [:]
    try await replay.prepare { store in
        for (index, place) in week.places.enumerated() {
            numbers[try await store.write { try $0.entities.create(place) }] = index
        }
    }
    try await replay.run(until: week.end)
    var detections = Detections()
    detections.extraWakes = replay.outcome.sentinelWakes
    detections.mostRegions = replay.outcome.mostRegions
    detections.regionsTooMany = replay.outcome.regionsTooMany
    try await replay.close()
    let store = try DeviceStore(
        path: directory + "/device.sqlite",
        dependencies: replay.dependencies
    )
    for entity in try await store.read({ try $0.entities.events(EventFilter(limit: .max)) }) {
        let event = try Event(document: entity.document())
        guard let id = event.geofenceID, let number = numbers[id] else { continue }
        let start = Date(event.timestamp)
        detections.stays[number, default: []].append(
            start...max(start, event.endDate.map { Date($0) } ?? week.end)
        )
    }
    try await store.close()
    return detections
}

/// A circle of constant size around the person; when it is left, the regions with the nearest
/// centres are selected.
///
/// Three of them correspond to other libraries.
private struct Peer {
    let name: String
    let radius: Double

    static let all = [
        Peer(name: "sentinel of 1,000 m", radius: 1000),
        Peer(name: "sentinel of 2,000 m", radius: 2000),
        Peer(name: "bubble of 100 m", radius: 100),
    ]

    func replay(_ week: GeneratedWeek, _ behavior: CoreLocationBehavior) -> Detections {
        let timeline = ManualTimeline(now: GeneratedWeek.monday)
        let phone = Phone(timeline: timeline, randomness: SeededRandomness(seed: 1))
        phone.location.behavior = behavior
        phone.location.walk = week.walk
        phone.location.choose(.always)
        phone.launch(.user)
        let adapter = phone.run {
            CLLocationManagerRegionMonitor(CLLocationManager(), now: { Instant(timeline.now) })
        }
        let regions = week.places.enumerated().compactMap { index, place -> MonitoredRegion? in
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
        var detections = Detections()
        var pending: [MonitoredRegion] = []
        adapter.requestFix()
        phone.enterBackground()
        while timeline.now < week.end {
            timeline.advance(by: .seconds(1))
            for region in pending { adapter.monitor(region) }
            pending = []
            for signal in adapter.takeSignals() {
                switch signal.kind {
                case .crossing(let identifier, let side):
                    if RegionIdentity(identifier) == .sentinel {
                        guard side == .outside else { continue }
                        detections.extraWakes += 1
                        adapter.requestFix()
                    } else if let number = numbers[identifier] {
                        detections.stays[number, default: []].append(timeline.now...timeline.now)
                    }
                case .state(let identifier, let side):
                    if RegionIdentity(identifier) == .sentinel, side == .outside {
                        adapter.requestFix()
                    } else if side == .inside, let number = numbers[identifier] {
                        detections.stays[number, default: []].append(timeline.now...timeline.now)
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
                    for identifier in difference.removals { adapter.stopMonitoring(identifier) }
                    // A second later, when the slots are free.
                    pending = difference.additions
                case .noFix: adapter.requestFix()
                case .failure, .authorization: continue
                }
            }
        }
        detections.mostRegions = phone.location.counters.highWaterMark
        detections.regionsTooMany = phone.location.counters.refusalsForLackOfSlots
        return detections
    }

    private static func id(_ index: Int) -> EntityID {
        .derived(kind: "geofence", naturalKey: "\(index)")
    }
}

private func measureChoice(rounds: Int) {
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
        let times = (0..<rounds).map { _ in
            let span = clock.measure(work).components
            return Double(span.seconds) * 1e3 + Double(span.attoseconds) * 1e-15
        }
        return median(times)
    }
    let many = regions(10_000)
    let rotation = RegionSelection(many)
    let monitored = Set(many.prefix(19).map(\.identifier))
    guard let place = Coordinate(latitude: 52.51, longitude: 13.41) else { return }
    var sum = 0
    report(
        "re-rank of 10,000 geofences, p50",
        milliseconds {
            sum +=
                rotation.plan(
                    at: .init(place, uncertainty: 10),
                    monitored: monitored,
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
