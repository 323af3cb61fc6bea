import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing
import TrendyModel
import TrendyPlaces
import TrendyStore

@Suite("Which visits of two devices are duplicates")
struct DuplicateVisitTests {
    private let devices: DevicePair
    private var first: MonitoredPhone { devices.first }
    private var second: MonitoredPhone { devices.second }

    init() async throws {
        devices = try await DevicePair()
    }

    @Test(
        "A reported entry and a state found hours later are one visit"
    )
    func found() async throws {
        try await first.open()
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.walk(to: 0) }
        for device in [first, second] { try await device.pass(2 * 3600) }
        try await second.open()
        for device in [first, second] { try await device.walk(to: 3000) }
        let reported = try #require(try await first.visits().last)
        #expect(reported.entry.evidenceSource == "crossing")
        #expect(try await second.visits().map(\.entry.evidenceSource) == ["state"])

        try await devices.send(from: first, to: second)
        try await second.reconcile(.sync)

        let (here, there) = (try await first.visits(), try await second.visits())
        #expect(here.map(\.id) == there.map(\.id))
        try await devices.send(from: second, to: first)
        try await first.reconcile(.sync)
        #expect(try await first.visits().contains { $0.id == reported.id })
    }

    @Test("An open visit is not a duplicate of one that began hours later")
    func open() async throws {
        try await first.open()
        try await devices.send(from: first, to: second)
        try await second.pass(5 * 3600)

        try await second.open()
        try await second.reconcile(.sync)

        #expect(try await second.visits().count == 2)
    }

    @Test("An open visit is not a duplicate of one whose entry was reported much later")
    func reportedLate() async throws {
        try await second.walk(to: 3000)
        try await second.open()
        try await first.open()
        for place in [3000.0, 0] { try await first.walk(to: place) }
        let open = try #require(try await first.visits().last)
        #expect(open.exit == nil)
        try await devices.send(from: first, to: second)
        for device in [first, second] { try await device.pass(1800) }
        try await second.walk(to: 0)

        try await second.reconcile(.sync)

        #expect(try await second.visits().filter { $0.exit == nil }.count == 2)
        // There was no exit in between: the ends now show that it is one visit.
        for device in [first, second] { try await device.walk(to: 3000) }
        try await devices.send(from: first, to: second)
        try await second.reconcile(.sync)
        #expect(try await second.visits().map(\.id) == (try await first.visits().map(\.id)))
    }

    @Test("A short visit is not a duplicate of a longer one after it")
    func short() async throws {
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        let home = try #require(
            try await first.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
        )
        let region = RegionIdentity.identifier(of: home.id)
        try await first.report(.crossing(region, .inside))
        try await first.pass(240)
        try await first.report(.crossing(region, .outside))
        let short = try #require(try await first.visits().last)
        try await second.pass(600)
        try await second.walk(to: 0)
        try await second.pass(1800)
        try await second.walk(to: 3000)
        let long = try #require(try await second.visits().last)

        try await devices.send(from: first, to: second)
        try await second.reconcile(.sync)

        #expect(try await second.visits().map(\.id).contains(long.id))
        #expect(try await second.visits().map(\.id).contains(short.id))
    }

    @Test("An entry after exits that all devices missed begins another visit")
    func backAfterMissedExits() async throws {
        // Regression: the visit was merged with the one before, whose end is inferred from it.
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        let home = try #require(
            try await first.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
        )
        let region = RegionIdentity.identifier(of: home.id)
        for device in [first, second] {
            try await device.report(.crossing(region, .inside))
            try await device.pass(12 * 3600)
        }
        try await second.report(.crossing(region, .inside))
        try await first.pass(20)
        try await first.report(.crossing(region, .inside))

        for device in [first, second] { try await device.reconcile(.sync) }
        #expect(try await first.visits().count == 2)
        try await devices.send(from: first, to: second)
        try await second.reconcile(.sync)
        try await devices.send(from: second, to: first)
        try await first.reconcile(.sync)

        let visits = try await first.visits()
        #expect(visits.count == 2 && visits.filter { $0.exit == nil }.count == 1)
        let stays = Set(try await second.visits().map(\.id))
        #expect(stays.isSuperset(of: visits.map(\.id)))
    }

    @Test("An open visit is kept when the duplicate's inferred end is before its beginning")
    func openAfterInferredEnd() async throws {
        // Regression: the stay was in no visit while it lasted.
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        let home = try #require(
            try await first.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
        )
        let region = RegionIdentity.identifier(of: home.id)
        try await first.report(.crossing(region, .inside))
        for device in [first, second] { try await device.pass(6 * 3600) }
        try await second.report(.crossing(region, .inside))
        let own = try #require(try await second.visits().last)
        for device in [first, second] { try await device.pass(300) }
        try await first.report(.state(region, .outside))
        let guessed = try #require(try await first.visits().first?.exit)
        #expect(guessed.evidenceSource == "inferred" && guessed.instant < own.entry.instant)

        try await devices.send(from: first, to: second)
        try await second.reconcile(.sync)

        let visits = try await second.visits()
        #expect(visits.last == own && visits.count == 2)
    }

    @Test("An open visit after one with an inferred end replaces the visit that continues that one")
    func replacesAfterInferredEnd() async throws {
        // Regression: two visits of one stay were kept, each because of the one before.
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        let home = try #require(
            try await first.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
        )
        let region = RegionIdentity.identifier(of: home.id)
        try await first.report(.crossing(region, .inside))
        for device in [first, second] { try await device.pass(12 * 3600) }
        try await second.report(.crossing(region, .inside))
        for device in [first, second] { try await device.pass(200) }
        try await first.report(.crossing(region, .inside))
        let stays = try #require(try await second.visits().last)
        let before = try #require(try await first.visits().first)
        #expect(before.exit?.evidenceSource == "inferred")

        try await devices.send(from: second, to: first)
        try await devices.send(from: first, to: second)
        for device in [first, second] { try await device.reconcile(.sync) }

        #expect(try await first.visits().map(\.id) == [before.id, stays.id])
        #expect(try await second.visits().map(\.id).contains(stays.id))
    }

    @Test("A device that missed an exit and an entry continues the visit that began then")
    func missedBoth() async throws {
        // Regression: two stays became one by the exit that this device observed.
        let region = try await devices.missExitAndReportEntryToFirst()
        let ended = try #require(try await first.visits().first)
        #expect(ended.exit?.evidenceSource == "inferred")

        try await devices.send(from: first, to: second)
        try await second.reconcile(.sync)
        try await second.pass(3600)
        try await second.report(.crossing(region, .outside))

        let visits = try await second.visits()
        #expect(visits.count == 2)
        #expect(visits.first == ended)
        #expect(visits.last?.exit?.evidenceSource == "crossing")
    }

    @Test("A continued visit does not end before it began")
    func endsNoneBeforeItBegan() async throws {
        let region = try await devices.missExitAndReportEntryToFirst()
        try await devices.send(from: first, to: second)
        try await second.reconcile(.sync)
        try await second.pass(3600)
        let now = second.dependencies.wallClock.now()

        try await second.report(.state(region, .outside))

        let visit = try #require(try await second.visits().last)
        let exit = try #require(visit.exit)
        #expect(exit.evidenceSource == "inferred")
        #expect(exit.instant > visit.entry.instant && exit.instant < now)
        #expect(exit.earliest == visit.entry.instant)
    }

    @Test("A late entry belongs to the visit that another device began with it")
    func lateEntryAfterContinuing() async throws {
        // Regression: a visit ended when it began, and a third visit was recorded.
        let region = try await devices.missExitAndReportEntryToFirst()
        try await devices.send(from: first, to: second)
        try await second.reconcile(.sync)
        let visits = try await second.visits()
        // A fix from before adds nothing.
        let now = second.dependencies.wallClock.now()
        let home = try #require(
            try await second.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
        )
        let town = try Geofence(document: home.document())
        let coordinate = Coordinate(latitude: town.latitude, longitude: town.longitude)
        let fix = Fix(
            coordinate: try #require(coordinate),
            accuracy: 10,
            instant: now - .seconds(40)
        )
        _ = try await second.monitor.handle(RegionSignal(.fix, at: now, fix: fix))

        try await second.pass(60)
        try await second.report(.crossing(region, .inside))

        #expect(try await second.visits() == visits)
        #expect(visits.map { $0.exit == nil } == [false, true])
    }

    @Test(
        "A fix outside separates an inferred visit from an earlier one of another device",
        arguments: [false, true]
    )
    func returningFromOutside(isFixFirst: Bool) async throws {
        // Regression: two stays became one on the device that had missed the exit and the entry.
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        let home = try #require(
            try await first.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
        )
        let region = RegionIdentity.identifier(of: home.id)
        try await first.walk(to: 0)
        for device in [first, second] { try await device.pass(4 * 3600) }
        try await second.reconcile(.activation)
        let elsewhere = Instant(second.timeline.now)
        try await second.pass(3600)
        // As when a region is registered again, and set up after the device was located.
        if isFixFirst {
            second.phone.location.place(at: try place(0))
            try await second.reconcile(.activation)
        }
        try await second.report(.state(region, .inside))
        for device in [first, second] { try await device.pass(3600) }
        try await second.report(.crossing(region, .outside))
        let found = try #require(try await second.visits().last)
        #expect(found.entry.evidenceSource == "state")
        #expect(found.entry.earliest.map { $0 <= elsewhere } == true)
        for device in [first, second] { try await device.pass(3 * 3600) }
        try await first.walk(to: 3000)
        let whole = try #require(try await first.visits().last)
        #expect(whole.exit?.instant != nil)

        try await devices.send(from: first, to: second)
        try await second.reconcile(.sync)

        #expect(try await second.visits() == [whole, found])
    }

    @Test("A rough fix is not outside, however large the geofence is")
    func roughFixIsNotOutside() async throws {
        // Regression: one stay became two on the device that seemed to be outside of a district.
        var regions: [String] = []
        for place in [
            try geofence("District", at: 0, radius: 1500), try geofence("Shop", at: 1750),
        ] {
            let id = try await first.store.write { try $0.entities.create(place) }
            try await second.store.write { try $0.entities.create(place, id: id) }
            regions.append(RegionIdentity.identifier(of: id))
        }
        for device in [first, second] { try await device.walk(to: 6000) }
        for device in [first, second] { try await device.open() }
        try await first.walk(to: 1400)
        for device in [first, second] { try await device.pass(4 * 3600) }
        // Without a fix, the position is about the edge of the shop.
        try await second.report(.crossing(regions[1], .inside))
        try await second.pass(3600)
        try await second.report(.state(regions[0], .inside))
        for device in [first, second] { try await device.pass(3600) }
        for device in [first, second] { try await device.report(.crossing(regions[0], .outside)) }
        let whole = try #require(try await first.visits().last)
        let found = try await second.visits().filter { $0.place == "District" }
        #expect(found.map(\.entry.evidenceSource) == ["state"])

        try await devices.send(from: first, to: second)
        try await second.reconcile(.sync)

        #expect(try await second.visits().filter { $0.place == "District" } == [whole])
    }

    @Test("A visit that is kept despite a better duplicate does not keep two others from merging")
    func keptDespiteBetterDuplicate() async throws {
        // Regression: two devices kept a visit each, since a third one seemed to replace both.
        try await second.walk(to: 3000)
        try await second.open()
        try await second.pass(8 * 3600)
        try await second.walk(to: 0)
        try await second.pass(3600)
        try await second.walk(to: 3000)
        let mine = try #require(try await second.visits().last)
        let (entry, end) = (mine.entry.instant, try #require(mine.exit?.instant))
        let (dayBefore, later) = (entry - .seconds(86_400), Duration.seconds(600))
        // A visit without duration; one that was deleted in its favour and restored by the person;
        // and one of a device that received the exit late, without observations in between.
        let moment = try await devices.addVisit(
            like: mine,
            1,
            dayBefore...dayBefore,
            after: dayBefore
        )
        let undone = try await devices.addVisit(
            like: mine,
            2,
            dayBefore...(end + later),
            after: dayBefore
        )
        let late = try await devices.addVisit(
            like: mine,
            3,
            entry...(end + later * 2),
            after: dayBefore
        )

        try await second.reconcile(.sync)

        let visits = try await second.visits()
        #expect(Set(visits.map(\.id)) == [moment, undone, late])
        #expect(visits.first { $0.id == late }?.exit?.instant == end)
    }

    @Test("Two crossings that are delivered at once do not date the visit")
    func keptCrossings() async throws {
        // Regression: the visit ended when another device received crossings of long before.
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        let home = try #require(
            try await first.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
        )
        let region = RegionIdentity.identifier(of: home.id)
        try await first.report(.crossing(region, .inside))
        for device in [first, second] { try await device.pass(3600) }
        for side in [RegionSide.inside, .outside] {
            try await second.report(.crossing(region, side))
        }
        for device in [first, second] { try await device.pass(3600) }
        try await first.report(.crossing(region, .outside))
        let visit = try #require(try await first.visits().last)
        try await devices.send(from: first, to: second)

        try await second.reconcile(.sync)

        #expect(try await second.visits() == [visit])
    }
}
