// TrackReplay: replays a walk through the simulated CoreLocation into the real geofence monitor.

import CoreLocation
package import Foundation
package import SimulatedCoreLocation
import SimulatedPhone
import TrendyApple
package import TrendyModel
package import TrendyPlaces
package import TrendyStore

/// Replays a walk on a simulated phone, and records the visits that Trendy would have recorded.
///
/// CoreLocation is simulated; the code from its delegate on is the code of a phone. The app is
/// opened once at the beginning, and is in the background from then on.
package final class PlaceReplay {
    /// Counts of a replay.
    package struct Outcome: Sendable, Equatable {
        /// How often a region event woke the app.
        package var wakes = 0
        /// How many of these events were exits from the sentinel: the cost of more than twenty
        /// geofences.
        package var sentinelWakes = 0
        /// The largest number of regions that were monitored at a time.
        package var mostRegions = 0
        /// How many registrations the system refused for lack of a slot.
        package var regionsTooMany = 0
    }

    /// The app's clock, which shows the time of the walk.
    private final class VirtualClock: WallClock {
        let timeline: ManualTimeline

        init(_ timeline: ManualTimeline) {
            self.timeline = timeline
        }

        func now() -> Instant { Instant(timeline.now) }
    }

    /// A random source that gives the same numbers in each replay.
    private struct SeededRNG: RandomSource {
        let source: SeededRandomness

        func next() -> UInt64 { source.next() }
    }

    private let timeline: ManualTimeline
    private let phone: Phone
    private let store: DeviceStore
    private let adapter: CLLocationManagerRegionMonitor
    private let monitor: GeofenceMonitor
    /// The app's dependencies: the time of the walk, and seeded random numbers.
    package let dependencies: Dependencies
    /// The counts so far.
    package private(set) var outcome = Outcome()
    private var retry: Date?
    private var hasBegun = false

    /// A phone with the app, before its first launch.
    ///
    /// - Parameters:
    ///   - path: the app's database; created when it does not exist.
    ///   - start: when the replay begins, such as the walk's first moment.
    ///   - walk: the path of the phone.
    ///   - behavior: how CoreLocation behaves.
    ///   - zone: the IANA name of the zone that visits are recorded in.
    ///   - seed: the seed of all random numbers.
    /// - Throws: `StoreError` when the database cannot be opened.
    package init(
        path: String,
        from start: Date,
        along walk: Walk,
        behavior: CoreLocationBehavior = CoreLocationBehavior(),
        zone: String = "GMT",
        seed: UInt64 = 1
    ) throws {
        timeline = ManualTimeline(now: start)
        let chance = SeededRandomness(seed: seed)
        phone = Phone(timeline: timeline, randomness: chance)
        phone.location.behavior = behavior
        phone.location.walk = walk
        phone.location.choose(.always)
        let clock = VirtualClock(timeline)
        let random = SeededRNG(source: chance)
        dependencies = Dependencies(
            wallClock: clock,
            random: random,
            ids: UUIDv7Source(clock: clock, random: random),
            clock: ContinuousClock()
        )
        store = try DeviceStore(path: path, dependencies: dependencies)
        phone.launch(.user)
        adapter = phone.run {
            CLLocationManagerRegionMonitor(CLLocationManager(), now: { clock.now() })
        }
        monitor = GeofenceMonitor(
            store: store,
            monitor: adapter,
            dependencies: dependencies,
            zone: { zone }
        )
    }

    /// Prepares the store before the launch, for example with geofences.
    package func prepare(_ body: (DeviceStore) async throws -> Void) async throws {
        try await body(store)
    }

    /// Continues the walk until a moment.
    ///
    /// - `onProgress`: called once an hour of the walk, with its time.
    package func run(
        until end: Date,
        onProgress: (Date) -> Void = { _ in }
    ) async throws {
        if !hasBegun {
            hasBegun = true
            note(try await monitor.reconcile(.launch))
            try await advance(for: 60)
            phone.enterBackground()
        }
        var reported = timeline.now
        while timeline.now < end {
            try Task.checkCancellation()
            timeline.run(
                until: min(end, timeline.now.addingTimeInterval(idleSeconds(until: end) + 1))
            )
            try await takeSignals()
            guard timeline.now.timeIntervalSince(reported) >= 3600 else { continue }
            reported = timeline.now
            onProgress(reported)
        }
        outcome.mostRegions = phone.location.counters.highWaterMark
        outcome.regionsTooMany = phone.location.counters.refusalsForLackOfSlots
    }

    /// Opens the app again at the end, which verifies open visits.
    package func open() async throws {
        phone.launch(.user)
        note(try await monitor.reconcile(.launch))
        try await advance(for: 60)
    }

    /// Closes the database.
    package func close() async throws { try await store.close() }

    /// The health of region monitoring now.
    package func health() async throws -> GeofenceHealth { try await monitor.health() }

    /// The visits so far, newest first.
    package func visits() async throws -> [RecordedVisit] {
        try await RecordedVisit.newest(in: store)
    }

    /// The whole seconds until the next event.
    private func idleSeconds(until end: Date) -> TimeInterval {
        let next = min(timeline.nextDue ?? end, retry ?? end, end)
        return max(0, next.timeIntervalSince(timeline.now).rounded(.up) - 1)
    }

    private func advance(for seconds: TimeInterval) async throws {
        let end = timeline.now.addingTimeInterval(seconds)
        while timeline.now < end {
            timeline.advance(by: .milliseconds(250))
            try await takeSignals()
        }
    }

    private func takeSignals() async throws {
        for signal in adapter.takeSignals() {
            if case .crossing(let identifier, let side) = signal.kind {
                outcome.wakes += 1
                if RegionIdentity(identifier) == .sentinel, side == .outside {
                    outcome.sentinelWakes += 1
                }
            }
            note(try await monitor.handle(signal))
        }
        if let retry, retry <= timeline.now {
            self.retry = nil
            note(try await monitor.catchUp())
        }
    }

    private func note(_ wait: Duration?) {
        guard let wait else { return }
        let (seconds, attoseconds) = wait.components
        let date = timeline.now.addingTimeInterval(
            Double(seconds) + Double(attoseconds) / 1e18
        )
        retry = min(retry ?? date, date)
    }
}
