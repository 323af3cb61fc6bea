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

@Suite("What is wrong with the watch over places is a finding")
struct FindingTests {
    private let scratch: Scratch
    private let test: WatchedPhone

    init() throws {
        scratch = try Scratch()
        test = try WatchedPhone(scratch.database)
    }

    @Test("The app is not started in the background, or late")
    func conditions() async throws {
        try await test.addRow(1)
        try await test.open()

        test.conditions.now.isBackgroundRefreshOn = false
        #expect(try await test.findings() == [Strings.RegionMonitoring.refreshOff()])
        test.conditions.now.isBackgroundRefreshOn = true
        test.conditions.now.isLowPowerModeOn = true
        #expect(try await test.findings() == [Strings.RegionMonitoring.lowPower()])
    }

    @Test("The device cannot watch regions")
    func cannotWatch() async throws {
        test.phone.location.isMonitoringAvailable = false
        test.phone.location.maximumRegionDistance = -1
        try await test.addRow(1)

        try await test.open()

        #expect(try await test.findings() == [Strings.RegionMonitoring.cannotWatch()])
    }

    @Test("The circle for other places is gone, until the app is opened; then all regions are")
    func regions() async throws {
        try await test.addRow(30)
        try await test.open()
        #expect(try await test.findings().isEmpty)

        test.phone.location.dropRegions([RegionIdentity.sentinelIdentifier])
        #expect(try await test.findings() == [Strings.RegionMonitoring.sentinelGone()])
        try await test.open()
        #expect(try await test.findings().isEmpty)

        test.phone.location.dropRegions()
        #expect(try await test.findings().contains { $0.contains("19 of 19") })
    }

    @Test("Where the sentinel told nothing, places are chosen by where the system knows one is")
    func lostSentinel() async throws {
        // Guards places around a place that the app was never told of: the system lost that.
        try await test.addRow(60)
        try await test.open()
        let before = Set(test.watched.keys)
        test.phone.location.loseNextEvents(40)
        try await test.walk(to: 20_000)
        #expect(Set(test.watched.keys) == before)

        try await test.reconcile(.sync)

        let here = try place(20_000)
        let own = test.watched.values.filter { RegionIdentity($0.identifier) != .sentinel }
        let sentinel = try #require(test.watched[RegionIdentity.sentinelIdentifier])
        #expect(
            sentinel.center.distance(
                to: try #require(Coordinate(latitude: here.latitude, longitude: here.longitude))
            ) < 1_000
        )
        #expect(Set(own.map(\.identifier)).isDisjoint(with: before))
    }

    @Test("A region of no place is watched until the app is opened")
    func stray() async throws {
        try await test.addRow(1)
        try await test.open()
        let stray = RegionIdentity.identifier(of: .derived(kind: "geofence", naturalKey: "stray"))
        test.phone.location.addForeignRegions([stray])
        #expect(try await test.findings() == [Strings.RegionMonitoring.orphaned(1)])
        try await test.open()
        try await test.pass(5)
        #expect(test.watched.count == 1)
        #expect(try await test.findings().isEmpty)
    }

    @Test("Only about where the phone is may be known, until that changes")
    func imprecise() async throws {
        try await test.addRow(3)
        test.phone.location.isPrecise = false
        try await test.open()
        #expect(try await test.findings().contains(Strings.Location.imprecise()))
        #expect(test.watched.isEmpty)

        test.phone.location.isPrecise = true
        try await test.pass(30)

        #expect(test.watched.count == 3)
        #expect(try await test.findings().isEmpty)
    }

    @Test("What was allowed for one time can be allowed again; whoever waits for that is told")
    func allowedAgain() async throws {
        try await test.addRow(1)
        test.phone.location.choose(.whileUsing)
        try await test.open()
        test.phone.location.choose(.askNextTime)
        try await test.open()
        test.phone.location.promptDecision = .allowWhileUsing
        let monitor = try test.monitor
        try await test.phone.run { try await monitor.request(.whenInUse) }
        let commits = test.store.commits()
        defer { commits.stop() }

        try await test.pass(5)

        for await _ in commits.notices { break }
        #expect(try await monitor.health().authorization?.state == .whileUsing)
    }

    @Test("It was allowed once; it may be asked for anew; location services are off")
    func permission() async throws {
        try await test.addRow(1)
        test.phone.location.choose(.whileUsing)
        try await test.open()
        test.phone.location.choose(.askNextTime)
        try await test.open()
        #expect(try await test.findings() == [Strings.Location.initialCheck()])

        test.phone.location.choose(.whileUsing)
        try await test.open()
        #expect(try await test.monitor.health().authorization?.state == .whileUsing)
        test.phone.location.alwaysDecision = .keep
        try await test.monitor.request(.always)
        #expect(try await test.monitor.health().authorization?.state == .onlyWhileUsing)

        test.phone.location.areServicesEnabled = false
        #expect(try await test.findings().first == Strings.Location.servicesOff())
    }

    @Test("The phone was carried over an edge, and the system tells nothing")
    func unheard() async throws {
        try await test.addRow(1)
        try await test.open()
        test.phone.location.missNextCrossings(1)

        try await test.walk(to: 5000)
        try await test.open()
        try await test.pass(60)
        #expect(try await test.findings().isEmpty)
        try await test.pass(700)

        #expect(try await test.findings() == [Strings.RegionMonitoring.noSignals()])
        try await test.walk(to: 0)
        try await test.walk(to: 5000)
        #expect(try await test.findings().isEmpty)
    }

    @Test("Slots that others took are ours again when they are free")
    func slots() async throws {
        try await test.addRow(30)
        test.phone.location.occupySlots(12)
        try await test.open()
        try await test.pass(30)
        #expect(test.watched.count == 8)
        // What lies in the circle is watched.
        let circle = try #require(test.sentinel)
        for number in 0..<30 {
            let center = try place(Double(number) * 400)
            let middle = try #require(
                Coordinate(latitude: center.latitude, longitude: center.longitude)
            )
            let isIn = middle.distance(to: circle.center) < circle.radius
            #expect(!isIn || test.watched.values.contains { $0.center.distance(to: middle) < 1 })
        }

        test.phone.location.freeSlots(12)
        try await test.open()
        try await test.pass(30)

        #expect(test.watched.count == 20)
        #expect(try await test.findings().isEmpty)
    }

    @Test("Where only roughly is known where the phone is, what is about there is watched")
    func rough() async throws {
        try await test.addRow(30)
        test.phone.location.behavior.horizontalAccuracy = 1300

        try await test.open()
        try await test.pass(30)

        #expect(test.watched.count == 20)
        #expect((test.sentinel?.radius ?? 0) >= 1300)
        test.phone.location.behavior.horizontalAccuracy = 10
        try await test.reconcile(.activation)
        #expect(test.watched.count == 20)
        #expect((test.sentinel?.radius ?? 0) < 7000)
        #expect(try await test.findings().isEmpty)
    }

    @Test("A phone that is known only roughly is asked at the next sync where it is")
    func roughAtSync() async throws {
        try await test.addRow(30)
        test.phone.location.behavior.horizontalAccuracy = 1300
        try await test.open()
        try await test.pass(30)
        #expect(try await test.store.regionMonitorState().fix?.accuracy == 1300)

        test.phone.location.behavior.horizontalAccuracy = 10
        try await test.reconcile(.sync)

        #expect(try await (test.store.regionMonitorState().fix?.accuracy ?? 1300) < 200)
    }

    @Test("A good fix that could not be stored chooses the regions once it can be")
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

        #expect(try await (test.store.regionMonitorState().fix?.accuracy ?? 1300) < 200)
    }

    @Test("Who leaves the sentinel where only roughly is known where they are is asked for again")
    func roughOutside() async throws {
        try await test.addRow(30)
        try await test.open()
        let before = try #require(try await test.store.regionMonitorState().fix)
        test.phone.location.behavior.horizontalAccuracy = 1300
        try await test.pass(60)
        // What is known roughly lies within it still.
        try await test.tell(.crossing(RegionIdentity.sentinelIdentifier, .outside))
        try await test.pass(60)
        #expect(try await test.store.regionMonitorState().fix == before)

        test.phone.location.behavior.horizontalAccuracy = 10
        try await test.reconcile(.sync)

        let fix = try #require(try await test.store.regionMonitorState().fix)
        #expect(fix.instant - before.instant > .seconds(100))
    }

    @Test("A phone that is known only roughly is asked for again and again")
    func roughForLong() async throws {
        try await watching(prepare: { $0.behavior.horizontalAccuracy = 1300 }) { test in
            while try await test.store.regionMonitorState().fix?.accuracy != 1300 {
                test.timeline.advance(by: .milliseconds(100))
                await Task.yield()
            }
            test.phone.location.behavior.horizontalAccuracy = 10
            while try await test.store.regionMonitorState().fix?.accuracy == 1300 {
                test.timeline.advance(by: .seconds(1))
                await Task.yield()
            }
            #expect(try await (test.store.regionMonitorState().fix?.accuracy ?? 1300) < 200)
        }
    }

    @Test("An open visit is over where the app is looked at elsewhere, allowed only then to know")
    func openedElsewhere() async throws {
        try await test.addRow(1)
        try await test.open()
        try await test.pass(600)
        test.phone.location.missNextCrossings(1)
        try await test.walk(to: 5000)
        #expect(try await test.visits().map(\.exit) == [nil])

        test.phone.location.choose(.whileUsing)
        try await test.open()
        try await test.pass(30)

        #expect(try await test.visits().allSatisfy { $0.exit != nil })
    }

    @Test("Who went far where only roughly is known where they are has the places there watched")
    func roughFarAway() async throws {
        try await test.addRow(60)
        try await test.open()
        let there = try await test.region("Place 40")
        #expect(test.watched[there] == nil)

        test.phone.location.behavior.horizontalAccuracy = 1300
        test.phone.location.place(at: try place(16_000))
        try await test.pass(120)

        #expect(test.watched[there] != nil)
        // The next good fix is not taken for one that tells nothing new.
        let rough = try #require(test.sentinel)
        test.phone.location.behavior.horizontalAccuracy = 10
        try await test.reconcile(.activation)
        try await test.pass(30)
        #expect(test.watched[there] != nil)
        #expect(test.sentinel != rough)
        #expect(try await (test.store.regionMonitorState().fix?.accuracy ?? 1300) < 200)
    }

    @Test("A place that the system refuses for reasons of its own costs no others")
    func refusedAlone() async throws {
        try await test.addRow(30)
        test.phone.location.behavior.refusedRegions = [try await test.region("Place 1")]

        try await test.open()
        try await test.pass(300)

        #expect(test.sentinel != nil)
        #expect(test.watched.count >= 18)
        #expect(try await !test.findings().isEmpty)
        test.phone.location.behavior.refusedRegions = []
        try await test.open()
        try await test.pass(30)
        #expect(test.watched.count == 20)
        #expect(try await test.findings().isEmpty)
    }

    @Test("Where the phone was long ago is not where it is: that is asked for until it is known")
    func longAgo() async throws {
        try await withoutSignal { test in
            let now = test.dependencies.wallClock.now()
            let old = Fix(
                coordinate: try #require(Coordinate(latitude: 48, longitude: 11)),
                accuracy: 30,
                instant: now - .seconds(2 * 3600)
            )
            _ = try await test.monitor.handle(RegionSignal(.noFix, at: now, fix: old))
            #expect(try await test.store.regionMonitorState().fix?.instant == old.instant)

            test.phone.location.hasSignal = true
            // Until a circle is drawn around where it is.
            while test.sentinel?.center.distance(to: old.coordinate) ?? 0 < 100_000 {
                test.timeline.advance(by: .milliseconds(500))
                await Task.yield()
            }
            #expect(try await (test.store.regionMonitorState().fix?.accuracy ?? 1000) < 200)
        }
    }

    @Test("Where nobody knows where the phone is, some are watched, and it is asked for again")
    func nowhere() async throws {
        try await withoutSignal { test in
            for _ in 0..<200 {
                test.timeline.advance(by: .seconds(1))
                await Task.yield()
            }
            #expect(test.watched.count == 19)
            #expect(test.sentinel == nil)

            test.phone.location.hasSignal = true
            while test.sentinel == nil {
                test.timeline.advance(by: .seconds(1))
                await Task.yield()
            }
        }
    }

    /// A phone without a signal that has more places than slots, once some of them are watched; its
    /// watch runs while `body` does.
    private func withoutSignal(_ body: (WatchedPhone) async throws -> Void) async throws {
        try await watching(prepare: { $0.hasSignal = false }, body)
    }

    /// A phone that has more places than slots, once some of them are watched; its watch runs while
    /// `body` does.
    private func watching(
        prepare: (SimulatedLocation) -> Void,
        _ body: (WatchedPhone) async throws -> Void
    ) async throws {
        let test = try WatchedPhone(
            scratch.path + "/lost.sqlite",
            clock: { PatientClock(timeline: $0) }
        )
        try await test.addRow(30)
        prepare(test.phone.location)
        test.begin()
        let monitor = try test.monitor
        let running = Task { await monitor.run() }
        while test.watched.count < 19 {
            test.timeline.advance(by: .milliseconds(100))
            await Task.yield()
        }
        try await body(test)
        running.cancel()
        await running.value
    }

    @Test(
        "A visit that goes on is in doubt at the first launch at which nobody knows",
        arguments: [true, false]
    )
    func unproven(isAllowed: Bool) async throws {
        try await test.addRow(1)
        try await test.open()
        try await test.pass(600)
        #expect(try await test.visits().map(\.isUnconfirmed) == [false])

        test.powerOff()
        test.phone.location.hasSignal = false
        test.phone.location.behavior.regionsSurviveReboot = false
        if !isAllowed { test.phone.location.choose(.whileUsing) }
        test.phone.powerOn()
        test.phone.unlock()
        try await test.open()
        try await test.pass(60)
        #expect(try await test.visits().map(\.isUnconfirmed) == [true])

        test.phone.location.hasSignal = true
        test.phone.location.choose(.always)
        try await test.open()
        try await test.pass(60)
        #expect(try await test.visits().map(\.isUnconfirmed) == [false])
    }

    @Test(
        "A visit to a place that cannot be watched any more once the phone was off is in doubt",
        arguments: [true, false]
    )
    func unwatched(isRefused: Bool) async throws {
        try await test.addRow(1)
        try await test.open()
        try await test.pass(600)

        test.powerOff()
        test.phone.location.behavior.regionsSurviveReboot = false
        if isRefused {
            test.phone.location.hasSignal = false
            test.phone.location.behavior.refusedRegions = [try await test.region("Place 0")]
        } else {
            test.phone.location.isPrecise = false
        }
        test.phone.powerOn()
        test.phone.unlock()
        try await test.open()
        try await test.pass(300)

        #expect(test.watched.isEmpty)
        #expect(try await test.visits().map(\.isUnconfirmed) == [true])
    }

    /// What becomes of a phone while it is off, and after.
    struct Aftermath: CustomTestStringConvertible {
        var keepsRegions: Bool
        var isElsewhere: Bool
        var isAllowed: Bool
        var isPrecise: Bool
        var hasSignal: Bool
        var isRefused: Bool

        static var all: [Aftermath] {
            (0..<64).map { number in
                let isSet = { (bit: Int) in number >> bit & 1 == 1 }
                return Aftermath(
                    keepsRegions: isSet(0),
                    isElsewhere: isSet(1),
                    isAllowed: isSet(2),
                    isPrecise: isSet(3),
                    hasSignal: isSet(4),
                    isRefused: isSet(5)
                )
            }
        }

        var testDescription: String {
            [
                keepsRegions ? "regions kept" : "regions lost", isElsewhere ? "elsewhere" : "there",
                isAllowed ? "always" : "while using", isPrecise ? "precise" : "rough",
                hasSignal ? "signal" : "no signal", isRefused ? "refused" : "taken",
            ].joined(separator: ", ")
        }
    }

    @Test(
        "At the first launch after the phone was off, each visit is proven, in doubt or closed",
        arguments: Aftermath.all
    )
    func orphan(_ what: Aftermath) async throws {
        try await test.addRow(1)
        try await test.open()
        try await test.pass(600)
        let last = Instant(test.timeline.now)

        test.powerOff()
        let location = test.phone.location
        location.behavior.regionsSurviveReboot = what.keepsRegions
        if what.isElsewhere { try await test.walk(to: 5000) }
        let left = Instant(test.timeline.now)
        if !what.isAllowed { location.choose(.whileUsing) }
        location.isPrecise = what.isPrecise
        location.hasSignal = what.hasSignal
        if what.isRefused { location.behavior.refusedRegions = [try await test.region("Place 0")] }
        try await test.pass(3600)
        test.phone.powerOn()
        test.phone.unlock()
        try await test.open()
        try await test.pass(300)

        let visits = try await test.visits()
        #expect(visits.count == 1)
        let visit = try #require(visits.first)
        let isProven = !what.isElsewhere && what.hasSignal
        #expect(visit.exit != nil || visit.isUnconfirmed || isProven)
        if let exit = visit.exit {
            #expect(what.isElsewhere)
            #expect((exit.earliest.map { $0 <= left } ?? true) && exit.instant >= last)
        }
    }

    @Test("Who left without a word left between the last that is known and now, not just now")
    func missedExit() async throws {
        try await test.addRow(1)
        try await test.open()
        test.phone.location.missNextCrossings(1)
        try await test.walk(to: 5000)
        let away = Instant(test.timeline.now)
        try await test.pass(8 * 3600)

        try await test.open()
        try await test.pass(60)

        // The system says from memory that they are there; the fix says where they are.
        let exit = try #require(try await test.visits().first?.exit)
        #expect(exit.evidenceSource == "inferred")
        #expect(exit.earliest.map { $0 < away } == true)
        #expect(exit.latest.map { $0 > away } == true)
        #expect(exit.instant < Instant(test.timeline.now) - .seconds(3600))
    }

    @Test("A state that may be of before an entry is asked for again when it cannot be")
    func lateEntry() async throws {
        test.phone.location.place(at: try place(5000))
        try await test.addRow(1)
        try await test.open()
        test.phone.location.hasSignal = false
        let region = try await test.region("Place 0")

        // The system had kept the entry for hours, and nobody is there any more.
        try await test.tell(.crossing(region, .inside))
        try await test.tell(.state(region, .outside))
        #expect(try await test.visits().map(\.exit?.evidenceSource) == [nil])
        try await test.pass(30)

        #expect(try await test.visits().map(\.exit?.evidenceSource) == ["state"])
    }

    @Test("Near the edge, what a phone without a signal could not say is asked for again")
    func signalRegained() async throws {
        try await test.addRow(30)
        try await test.open()
        test.phone.location.missNextCrossings(1)
        // Outside, and too near for a fix to tell.
        try await test.walk(to: 165)
        let location = test.phone.location
        location.behavior.regionsSurviveReboot = true
        location.behavior.reportsStateOnRegistration = false
        location.hasSignal = false
        // Registered anew, each region is of an unknown state as the next process begins.
        location.dropRegions(Set(location.watchedIdentifiers))
        try await test.open()
        try await test.pass(60)
        test.powerOff()
        test.phone.powerOn()
        test.phone.unlock()
        try await test.open()
        try await test.pass(60)
        #expect(try await test.visits().map(\.isUnconfirmed) == [true])

        location.hasSignal = true
        try await test.pass(60)
        #expect(try await test.visits().map(\.isUnconfirmed) == [true])
        let now = test.dependencies.wallClock.now()
        let there = try place(165)
        let fix = Fix(
            coordinate: try #require(
                Coordinate(latitude: there.latitude, longitude: there.longitude)
            ),
            accuracy: 30,
            instant: now
        )
        _ = try await test.monitor.handle(RegionSignal(.fix, at: now, fix: fix))
        try await test.pass(10)

        #expect(try await test.visits().map(\.exit?.evidenceSource) == ["inferred"])
    }

    @Test(
        "The event of an exit is there also where the state was told before the crossing",
        arguments: [200, 3600]
    )
    func exitEvent(inside seconds: Int) async throws {
        let left = try await test.store.create(EventType(name: "Left home"))
        var home = try geofence("Home", at: 0)
        home.eventTypeExitID = left
        let id = try await test.store.create(home)
        try await test.open()
        try await test.pass(seconds)
        let region = RegionIdentity.identifier(of: id)

        try await test.tell(.state(region, .outside))
        try await test.pass(30)
        try await test.tell(.crossing(region, .outside))

        let exit = try #require(try await test.visits().first?.exit)
        let moments = try await test.store.events().map { try Event(document: $0.document()) }
            .filter { $0.eventTypeID == left }
        #expect(moments.map(\.timestamp) == [exit.instant])
        #expect(exit.evidenceSource == "crossing")
    }

    @Test("The circle that is drawn around where the phone last was is told as it is")
    func blindCircle() async throws {
        try await test.addRow(30)
        try await test.open()
        let before = try #require(try await test.store.regionMonitorState().sentinel)
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

        let sentinel = try #require(try await test.store.regionMonitorState().sentinel)
        #expect(sentinel.center == old.coordinate)
        #expect(sentinel.placedAt > before.placedAt)
    }

    @Test("Places of one name that two devices made are both watched, each with its visits")
    func namesakes() async throws {
        for key in ["phone", "tablet"] {
            try await test.store.create(
                try geofence("Home", at: 0),
                id: .derived(kind: "geofence", naturalKey: key)
            )
        }
        try await test.open()
        try await test.walk(to: 3000)

        #expect(test.watched.count == 2)
        #expect(try await test.visits().map(\.place) == ["Home", "Home"])
        #expect(try await test.visits().allSatisfy { $0.exit != nil })
    }

    @Test("Midnight and a clock that is put forward are nothing special", arguments: [0, 1])
    func nights(index: Int) async throws {
        try await test.addRow(1)
        try await test.open()
        let start = try #require(try await test.visits().first).entry.instant
        // Up to the last hour before a midnight in Berlin, or before the clocks go forward there.
        let dates = ["2026-01-05T22:30:00Z", "2026-03-29T00:30:00Z"]
        let before = Date(try #require(Instant(rfc3339: dates[index])))
        test.timeline.run(until: before)
        try await test.pass(1)

        try await test.pass(3600)
        try await test.walk(to: 3000)

        let visits = try await test.visits()
        #expect(visits.count == 1)
        #expect(visits.first?.entry.instant == start)
        let exit = try #require(visits.first?.exit)
        #expect(exit.instant > Instant(before) + .seconds(3600))
        #expect(exit.evidenceSource == "crossing")
    }
}

/// Waits until the phone's time has come.
private struct PatientClock: Clock {
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
