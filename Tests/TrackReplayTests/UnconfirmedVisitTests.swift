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

@Suite("Open visits after missed crossings")
struct UnconfirmedVisitTests {
    private let scratch: Scratch
    private let test: MonitoredPhone

    init() throws {
        scratch = try Scratch()
        test = try MonitoredPhone(scratch.database)
    }

    @Test("With 'While Using', opening the app elsewhere ends the open visit")
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

    @Test(
        "An open visit is unconfirmed at the first launch without an answer",
        arguments: [true, false]
    )
    func unconfirmed(isAllowed: Bool) async throws {
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
        "An open visit is unconfirmed when its region cannot be monitored after a restart",
        arguments: [true, false]
    )
    func unmonitored(isRefused: Bool) async throws {
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

        #expect(test.monitored.isEmpty)
        #expect(try await test.visits().map(\.isUnconfirmed) == [true])
    }

    /// The conditions of a phone after a restart.
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
        "At the first launch after a restart, each open visit is confirmed, unconfirmed or closed",
        arguments: Aftermath.all
    )
    func afterRestart(_ what: Aftermath) async throws {
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

    @Test("A missed exit lies between the last evidence and now")
    func missedExit() async throws {
        try await test.addRow(1)
        try await test.open()
        test.phone.location.missNextCrossings(1)
        try await test.walk(to: 5000)
        let away = Instant(test.timeline.now)
        try await test.pass(8 * 3600)

        try await test.open()
        try await test.pass(60)

        // The system's answer is stale; the fix shows where the device is.
        let exit = try #require(try await test.visits().first?.exit)
        #expect(exit.evidenceSource == "inferred")
        #expect(exit.earliest.map { $0 < away } == true)
        #expect(exit.latest.map { $0 > away } == true)
        #expect(exit.instant < Instant(test.timeline.now) - .seconds(3600))
    }

    @Test("A state that may be older than an entry is requested again after the hysteresis")
    func lateEntry() async throws {
        test.phone.location.place(at: try place(5000))
        try await test.addRow(1)
        try await test.open()
        test.phone.location.hasSignal = false
        let region = try await test.region("Place 0")

        // The entry is delivered hours late, after the exit.
        try await test.report(.crossing(region, .inside))
        try await test.report(.state(region, .outside))
        #expect(try await test.visits().map(\.exit?.evidenceSource) == [nil])
        try await test.pass(30)

        #expect(try await test.visits().map(\.exit?.evidenceSource) == ["state"])
    }

    @Test("Near the edge, the state is requested again when the phone has a signal")
    func signalRegained() async throws {
        try await test.addRow(30)
        try await test.open()
        test.phone.location.missNextCrossings(1)
        // Outside, and too near to the edge for a fix to decide.
        try await test.walk(to: 165)
        let location = test.phone.location
        location.behavior.regionsSurviveReboot = true
        location.behavior.reportsStateOnRegistration = false
        location.hasSignal = false
        // After a new registration each region has an unknown state when the next process begins.
        location.dropRegions(Set(location.monitoredIdentifiers))
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
        "The event of an exit is created also when a state precedes the crossing",
        arguments: [200, 3600]
    )
    func exitEvent(inside seconds: Int) async throws {
        let left = try await test.store.write {
            try $0.entities.create(EventType(name: "Left home"))
        }
        var home = try geofence("Home", at: 0)
        home.eventTypeExitID = left
        let id = try await test.store.write { [home] in try $0.entities.create(home) }
        try await test.open()
        try await test.pass(seconds)
        let region = RegionIdentity.identifier(of: id)

        try await test.report(.state(region, .outside))
        try await test.pass(30)
        try await test.report(.crossing(region, .outside))

        let exit = try #require(try await test.visits().first?.exit)
        let moments = try await test.store.read { try $0.entities.events() }.map {
            try Event(document: $0.document())
        }
        .filter { $0.eventTypeID == left }
        #expect(moments.map(\.timestamp) == [exit.instant])
        #expect(exit.evidenceSource == "crossing")
    }

    @Test("Two geofences of the same name are both monitored, each with its visits")
    func namesakes() async throws {
        for key in ["phone", "tablet"] {
            try await test.store.write {
                try $0.entities.create(
                    try geofence("Home", at: 0),
                    id: .derived(kind: "geofence", naturalKey: key)
                )
            }
        }
        try await test.open()
        try await test.walk(to: 3000)

        #expect(test.monitored.count == 2)
        #expect(try await test.visits().map(\.place) == ["Home", "Home"])
        #expect(try await test.visits().allSatisfy { $0.exit != nil })
    }

    @Test("Midnight and a clock change do not end a visit", arguments: [0, 1])
    func midnight(index: Int) async throws {
        try await test.addRow(1)
        try await test.open()
        let start = try #require(try await test.visits().first).entry.instant
        // To the last hour before a midnight in Berlin, or before the clocks go forward there.
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
