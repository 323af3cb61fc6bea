import Testing
import TrendyModel
import TrendyStore

@testable import TrendyPlaces

@Suite("Visits of other devices that this device ends, continues or corrects")
struct RemoteVisitTests {
    private let device: PlaceDevice

    init() throws {
        device = try PlaceDevice()
    }

    @Test(
        "An observed exit adds its weight to an open visit of another device; a return takes it",
        arguments: [(1_001, 2_001, 1_001), (nil, 1_000, 1), (5, 1_005, 5)]
            as [(Int64?, Int64, Int64)]
    )
    func evidence(_ known: Int64?, _ ended: Int64, _ reopened: Int64) async throws {
        let exits = try await device.store.write {
            try $0.entities.create(EventType(name: "Left"))
        }
        let home = try await device.add("Home") { $0.eventTypeExitID = exits }
        try await device.reconcile(.launch, at: 0)
        let visit = try await device.visit(to: home.id, from: 100) { event in
            event.evidence = known.map { Evidence(sampleCount: $0, newest: device.at(200)) }
        }
        let moment = GeofenceEventFactory.exitMomentID(of: visit)

        let away = device.fix(1_000, at: 3_600)
        try await device.report(.crossing(home.region, .outside), at: 3_600, fix: away)
        let closed = try #require(try await device.event(visit))
        #expect(closed.endDate == device.at(3_600))
        #expect(
            closed.evidence == Evidence(sampleCount: ended, newest: device.at(3_600))
        )
        #expect(closed.properties["exit_source"] == .text("crossing"))
        #expect(closed.properties["exit_earliest"] == .instant(device.at(100)))
        #expect(closed.properties["exit_latest"] == .instant(device.at(3_600)))
        #expect(try await device.event(moment)?.timestamp == device.at(3_600))

        try await device.report(.crossing(home.region, .inside), at: 3_660)
        let open = try #require(try await device.event(visit))
        #expect(open.endDate == nil)
        #expect(open.evidence?.sampleCount == reopened)
        #expect(open.properties["exit_source"] == nil)
        #expect(try await device.event(moment) == nil)
        #expect(try await device.visits().map(\.id) == [visit])
    }

    @Test("A visit of another device that has ended, or begins later, is not ended again")
    func notOpen() async throws {
        let home = try await device.add("Home")
        let other = try await device.add("Other", at: 3_000)
        try await device.reconcile(.launch, at: 0)
        _ = try await device.visit(to: home.id, 1, from: 100, until: 200)
        _ = try await device.visit(to: home.id, 2, from: 3_600)
        _ = try await device.visit(to: other.id, 3, from: 300)

        let away = device.fix(1_000, at: 3_600)
        try await device.report(.crossing(home.region, .outside), at: 3_600, fix: away)

        let ends = try await device.spans()
        #expect(ends.contains([100, 200]) && ends.contains([3_600, nil]))
        #expect(ends.contains([300, nil]))
    }

    // MARK: earlier exits

    @Test(
        "An entry after an exit that another device observed over 15 minutes before is a new visit",
        arguments: [
            (900, nil, true), (901, nil, false), (1_300, 399, true), (1_300, 400, false),
        ] as [(Int64, Int64?, Bool)]
    )
    func earlierExit(_ gap: Int64, _ seenBefore: Int64?, _ isReopened: Bool) async throws {
        let home = try await device.add("Home")
        try await device.reconcile(.launch, at: 0)
        try await device.report(.crossing(home.region, .inside), at: 60)
        if let seenBefore {
            let seen = 7_260 - seenBefore
            try await device.report(.fix, at: seen, fix: device.fix(0, at: seen))
        }
        try await device.report(.crossing(home.region, .outside), at: 7_260)
        let visit = try #require(try await device.visits().first).id
        try await device.change(visit, end: 7_260 - gap)

        try await device.report(.crossing(home.region, .inside), at: 7_320)

        let expected: [[Int64?]] =
            isReopened ? [[60, nil]] : [[60, 7_260 - gap], [7_320, nil]]
        #expect(try await device.spans() == expected)
    }

    /// Ends the first visit after an hour, as another device observed, and syncs.
    private func endFirstVisit() async throws -> [[Int64?]] {
        let visit = try #require(try await device.visits().first).id
        try await device.change(visit, end: 3_660, ["exit_source": .text("crossing")])
        try await device.reconcile(.sync, at: 30_000)
        return try await device.spans()
    }

    @Test(
        "A person who is seen by a fix just before an exit was back after another device's exit",
        arguments: [true, false]
    )
    func returnSeenByFix(isOwn: Bool) async throws {
        let home = try await device.add("Home")
        try await device.reconcile(.launch, at: 0)
        try await device.report(.crossing(home.region, .inside), at: 60)
        if !isOwn {
            // Another device's visit replaces the one of this device.
            _ = try await device.visit(to: home.id, from: 30)
            try await device.reconcile(.sync, at: 120)
        }
        try await device.report(.fix, at: 21_600, fix: device.fix(0, at: 21_600))
        try await device.report(.crossing(home.region, .outside), at: 21_720)

        #expect(try await endFirstVisit() == [[isOwn ? 60 : 30, 3_660], [21_600, 21_720]])
        let place = try await device.store.read { try $0.places.state(of: home.id) }
        let last = try await device.visits().last
        #expect(place.visit == last?.id)
        #expect(place.isOwn && !place.isOpen)
        // It is recorded once.
        try await device.reconcile(.sync, at: 30_060)
        #expect(try await device.visits().count == 2)
    }

    @Test(
        "A state inside may be stale up to 3 minutes before an exit",
        arguments: [(180 as Int64, false), (181, true)]
    )
    func returnReportedByState(_ seconds: Int64, _ isRecorded: Bool) async throws {
        let home = try await device.add("Home")
        try await device.reconcile(.launch, at: 0)
        try await device.report(.crossing(home.region, .inside), at: 60)
        try await device.report(.state(home.region, .inside), at: 21_600)
        try await device.report(.crossing(home.region, .outside), at: 21_600 + seconds)

        let spans = try await endFirstVisit()

        let back: [[Int64?]] = isRecorded ? [[21_600, 21_600 + seconds]] : []
        #expect(spans == [[60, 3_660]] + back)
    }

    @Test("A return that fixes had ended is recorded beside the visit that follows it")
    func returnBeforeAnotherVisit() async throws {
        let home = try await device.add("Home")
        try await device.reconcile(.launch, at: 0)
        try await device.report(.crossing(home.region, .inside), at: 60)
        try await device.report(.fix, at: 21_600, fix: device.fix(0, at: 21_600))
        try await device.report(.fix, at: 22_200, fix: device.fix(1_000, at: 22_200))
        try await device.report(.crossing(home.region, .inside), at: 22_210)
        try await device.report(.crossing(home.region, .outside), at: 22_330)

        let spans = try await endFirstVisit()

        #expect(spans == [[60, 3_660], [21_600, 21_900], [22_210, 22_330]])
        let place = try await device.store.read { try $0.places.state(of: home.id) }
        let last = try await device.visits().last
        #expect(place.visit == last?.id)
        #expect(
            try await device.store.read { try $0.places.closedStays(since: PlaceDevice.start) }
                == []
        )
    }

    // MARK: duplicates

    @Test("A manual visit with an end replaces all recorded visits in it, with a break in between")
    func manualVisit() async throws {
        let home = try await device.add("Home")
        try await device.reconcile(.launch, at: 0)
        for (seconds, side) in [
            (3_600, .inside), (10_800, .outside), (12_600, .inside), (18_000, .outside),
        ] as [(Int64, RegionSide)] {
            try await device.report(.crossing(home.region, side), at: seconds)
        }
        #expect(try await device.spans() == [[3_600, 10_800], [12_600, 18_000]])
        let manual = try await device.visit(to: home.id, from: 3_600, until: 18_000) { event in
            event.properties["entry_source"] = .text("person")
            event.properties["exit_source"] = .text("person")
        }

        try await device.reconcile(.sync, at: 18_600)

        #expect(try await device.visits().map(\.id) == [manual])
        #expect(try await device.spans() == [[3_600, 18_000]])
    }

    @Test(
        "A deleted visit whose entry was reported is no part of an earlier one",
        arguments: [true, false]
    )
    func deletedVisit(isEntryReported: Bool) async throws {
        let home = try await device.add("Home")
        try await device.reconcile(.launch, at: 0)
        let entry: RegionSignal.Kind =
            isEntryReported ? .crossing(home.region, .inside) : .state(home.region, .inside)
        try await device.report(entry, at: 7_260)
        let better = try await device.visit(to: home.id, 1, from: 7_230)
        try await device.reconcile(.sync, at: 7_300)
        #expect(try await device.visits().map(\.id) == [better])
        try await device.report(.crossing(home.region, .outside), at: 10_860)
        try await device.store.write { try $0.entities.delete(id: better) }
        let long = try await device.visit(to: home.id, 2, from: 60, until: 14_000) { event in
            event.properties["exit_source"] = .text("inferred")
        }

        try await device.reconcile(.sync, at: 20_000)

        #expect(try await device.visits().map(\.id) == [long])
        #expect(try await device.spans() == [[60, isEntryReported ? 14_000 : 10_860]])
    }

    @Test(
        "What was observed of a replaced visit moves to its duplicate, unless a person ended that",
        arguments: [("crossing", true), ("person", false)]
    )
    func closedStay(_ exitSource: String, _ isMoved: Bool) async throws {
        let home = try await device.add("Home")
        try await device.reconcile(.launch, at: 0)
        for (seconds, side) in [
            (60, .inside), (3_600, .outside), (7_200, .inside),
        ] as [(Int64, RegionSide)] {
            try await device.report(.crossing(home.region, side), at: seconds)
        }
        let better = try await device.visit(to: home.id, from: 30, until: 3_590) { event in
            event.properties["exit_source"] = .text(exitSource)
        }

        try await device.reconcile(.sync, at: 7_300)

        #expect(try await device.spans() == [[30, 3_590], [7_200, nil]])
        let stays = try await device.store.read {
            try $0.places.closedStays(since: PlaceDevice.start)
        }
        #expect(stays.map(\.visit) == (isMoved ? [better] : []))
    }
}
