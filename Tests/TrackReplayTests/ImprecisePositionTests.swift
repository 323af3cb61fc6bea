import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing
import TrendyApple
import TrendyLocalization
import TrendyModel
import TrendyPlaces
import TrendyStore

@Suite("Region selection with an old, rough or unknown position")
struct ImprecisePositionTests {
    private let scratch: Scratch
    private let test: MonitoredPhone

    init() throws {
        scratch = try Scratch()
        test = try MonitoredPhone(scratch.database)
    }

    @Test(
        "When the exit from the sentinel was missed, regions are selected by the system's last fix"
    )
    func lostSentinel() async throws {
        // Regression: regions were selected around the old position, since the system lost the
        // event.
        try await test.addRow(60)
        try await test.open()
        let before = Set(test.monitored.keys)
        test.phone.location.loseNextEvents(40)
        try await test.walk(to: 20_000)
        #expect(Set(test.monitored.keys) == before)

        try await test.reconcile(.sync)

        let here = try place(20_000)
        let own = test.monitored.values.filter { RegionIdentity($0.identifier) != .sentinel }
        let sentinel = try #require(test.monitored[RegionIdentity.sentinelIdentifier])
        #expect(
            sentinel.center.distance(
                to: try #require(Coordinate(latitude: here.latitude, longitude: here.longitude))
            ) < 1_000
        )
        #expect(Set(own.map(\.identifier)).isDisjoint(with: before))
    }

    @Test("With a rough position, the regions around it are monitored")
    func rough() async throws {
        try await test.addRow(30)
        test.phone.location.behavior.horizontalAccuracy = 1300

        try await test.open()
        try await test.pass(30)

        #expect(test.monitored.count == 20)
        #expect((test.sentinel?.radius ?? 0) >= 1300)
        test.phone.location.behavior.horizontalAccuracy = 10
        try await test.reconcile(.activation)
        #expect(test.monitored.count == 20)
        #expect((test.sentinel?.radius ?? 0) < 7000)
        #expect(try await test.findings().isEmpty)
    }

    @Test("After a rough position, the next sync requests a fix")
    func roughAtSync() async throws {
        try await test.addRow(30)
        test.phone.location.behavior.horizontalAccuracy = 1300
        try await test.open()
        try await test.pass(30)
        #expect(
            try await test.store.read { try $0.places.regionMonitorState() }.fix?.accuracy == 1300
        )

        test.phone.location.behavior.horizontalAccuracy = 10
        try await test.reconcile(.sync)

        #expect(
            try await (test.store.read { try $0.places.regionMonitorState() }.fix?.accuracy ?? 1300)
                < 200
        )
    }

    @Test("A good fix that could not be stored selects regions once the store works")
    func roughUnstored() async throws {
        try await test.addRow(30)
        test.phone.location.behavior.horizontalAccuracy = 1300
        try await test.open()
        try await test.pass(30)
        test.phone.location.behavior.horizontalAccuracy = 10
        try await test.store.refuse("region_monitor_state")
        var errors = 0
        _ = try await test.monitor.reconcile(.sync)
        try await test.pass(10) { _ in errors += 1 }
        #expect(errors > 0)

        try await test.store.refuse(nil)
        try await test.pass(60)

        #expect(
            try await (test.store.read { try $0.places.regionMonitorState() }.fix?.accuracy ?? 1300)
                < 200
        )
    }

    @Test("After an exit from the sentinel at a rough position, a fix is requested again")
    func roughOutside() async throws {
        try await test.addRow(30)
        try await test.open()
        let before = try #require(
            try await test.store.read { try $0.places.regionMonitorState() }.fix
        )
        test.phone.location.behavior.horizontalAccuracy = 1300
        try await test.pass(60)
        // The rough position still lies inside the sentinel.
        try await test.report(.crossing(RegionIdentity.sentinelIdentifier, .outside))
        try await test.pass(60)
        #expect(try await test.store.read { try $0.places.regionMonitorState() }.fix == before)

        test.phone.location.behavior.horizontalAccuracy = 10
        try await test.reconcile(.sync)

        let fix = try #require(try await test.store.read { try $0.places.regionMonitorState() }.fix)
        #expect(fix.instant - before.instant > .seconds(100))
    }

    @Test("With a rough position, fixes are requested repeatedly")
    func roughForLong() async throws {
        try await monitoring(prepare: { $0.behavior.horizontalAccuracy = 1300 }) { test in
            while try await test.store.read({ try $0.places.regionMonitorState() }).fix?.accuracy
                != 1300
            {
                test.timeline.advance(by: .milliseconds(100))
                await Task.yield()
            }
            test.phone.location.behavior.horizontalAccuracy = 10
            while try await test.store.read({ try $0.places.regionMonitorState() }).fix?.accuracy
                == 1300
            {
                test.timeline.advance(by: .seconds(1))
                await Task.yield()
            }
            #expect(
                try await
                    (test.store.read { try $0.places.regionMonitorState() }.fix?.accuracy ?? 1300)
                    < 200
            )
        }
    }

    @Test("A rough position far away selects the regions there")
    func roughFarAway() async throws {
        try await test.addRow(60)
        try await test.open()
        let there = try await test.region("Place 40")
        #expect(test.monitored[there] == nil)

        test.phone.location.behavior.horizontalAccuracy = 1300
        test.phone.location.place(at: try place(16_000))
        try await test.pass(120)

        #expect(test.monitored[there] != nil)
        // The next good fix selects regions although it lies inside the sentinel.
        let rough = try #require(test.sentinel)
        test.phone.location.behavior.horizontalAccuracy = 10
        try await test.reconcile(.activation)
        try await test.pass(30)
        #expect(test.monitored[there] != nil)
        #expect(test.sentinel != rough)
        #expect(
            try await (test.store.read { try $0.places.regionMonitorState() }.fix?.accuracy ?? 1300)
                < 200
        )
    }

    @Test("With an old position, fixes are requested until the position is known")
    func longAgo() async throws {
        try await withoutSignal { test in
            let now = test.dependencies.wallClock.now()
            let old = Fix(
                coordinate: try #require(Coordinate(latitude: 48, longitude: 11)),
                accuracy: 30,
                instant: now - .seconds(2 * 3600)
            )
            _ = try await test.monitor.handle(RegionSignal(.noFix, at: now, fix: old))
            #expect(
                try await test.store.read { try $0.places.regionMonitorState() }.fix?.instant
                    == old.instant
            )

            test.phone.location.hasSignal = true
            // Until the sentinel is placed around the current position.
            while test.sentinel?.center.distance(to: old.coordinate) ?? 0 < 100_000 {
                test.timeline.advance(by: .milliseconds(500))
                await Task.yield()
            }
            #expect(
                try await
                    (test.store.read { try $0.places.regionMonitorState() }.fix?.accuracy ?? 1000)
                    < 200
            )
        }
    }

    @Test("Without a position, some regions are monitored, and fixes are requested")
    func nowhere() async throws {
        try await withoutSignal { test in
            for _ in 0..<200 {
                test.timeline.advance(by: .seconds(1))
                await Task.yield()
            }
            #expect(test.monitored.count == 19)
            #expect(test.sentinel == nil)

            test.phone.location.hasSignal = true
            while test.sentinel == nil {
                test.timeline.advance(by: .seconds(1))
                await Task.yield()
            }
        }
    }

    /// Runs `body` on a phone without a signal that has more geofences than slots, once some are
    /// monitored.
    private func withoutSignal(_ body: (MonitoredPhone) async throws -> Void) async throws {
        try await monitoring(prepare: { $0.hasSignal = false }, body)
    }

    /// Runs `body` on a phone that has more geofences than slots, once some are monitored; the
    /// monitor runs meanwhile.
    private func monitoring(
        prepare: (SimulatedLocation) -> Void,
        _ body: (MonitoredPhone) async throws -> Void
    ) async throws {
        let test = try MonitoredPhone(
            scratch.path + "/lost.sqlite",
            clock: { YieldingClock(timeline: $0) }
        )
        try await test.addRow(30)
        prepare(test.phone.location)
        test.begin()
        let monitor = try test.monitor
        let running = Task { await monitor.run() }
        while test.monitored.count < 19 {
            test.timeline.advance(by: .milliseconds(100))
            await Task.yield()
        }
        try await body(test)
        running.cancel()
        await running.value
    }

    @Test("The stored sentinel is the one around the last position")
    func sentinelAroundOldPosition() async throws {
        try await test.addRow(30)
        try await test.open()
        let before = try #require(
            try await test.store.read { try $0.places.regionMonitorState() }.sentinel
        )
        try await test.pass(4 * 3600)
        let now = test.dependencies.wallClock.now()
        let far = try place(40_000)
        let old = Fix(
            coordinate: try #require(
                Coordinate(latitude: far.latitude, longitude: far.longitude)
            ),
            accuracy: 30,
            instant: now - .seconds(7200)
        )

        _ = try await test.monitor.handle(RegionSignal(.noFix, at: now, fix: old))

        let sentinel = try #require(
            try await test.store.read { try $0.places.regionMonitorState() }.sentinel
        )
        #expect(sentinel.center == old.coordinate)
        #expect(sentinel.placedAt > before.placedAt)
    }
}

/// A clock of the phone's time that yields until the deadline.
private struct YieldingClock: Clock {
    struct Instant: InstantProtocol {
        let date: Date

        func advanced(by duration: Duration) -> Instant {
            Instant(date: date.addingTimeInterval(Double(duration.wholeMilliseconds) / 1000))
        }

        func duration(to other: Instant) -> Duration {
            .seconds(other.date.timeIntervalSince(date))
        }

        static func < (left: Instant, right: Instant) -> Bool { left.date < right.date }
    }

    let timeline: ManualTimeline

    var now: Instant { Instant(date: timeline.now) }
    var minimumResolution: Duration { .milliseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        while now < deadline {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
