import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing
import TrendyModel
import TrendyPlaces
import TrendyStore

@Suite("Visits that two devices of one person recorded")
struct TwinTests {
    private let scratch: Scratch
    private let first: WatchedPhone
    private let second: WatchedPhone

    init() async throws {
        scratch = try Scratch()
        first = try WatchedPhone(scratch.database)
        second = try WatchedPhone(scratch.path + "/other.sqlite", seed: 2)
        let home = try await first.store.create(try geofence("Home", at: 0))
        try await second.store.create(try geofence("Home", at: 0), id: home)
    }

    @Test(
        "One that was told of an entry, and one that found them there hours later, make one visit"
    )
    func found() async throws {
        try await first.open()
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.walk(to: 0) }
        for device in [first, second] { try await device.pass(2 * 3600) }
        try await second.open()
        for device in [first, second] { try await device.walk(to: 3000) }
        let told = try #require(try await first.visits().last)
        #expect(told.entry.evidenceSource == "crossing")
        #expect(try await second.visits().map(\.entry.evidenceSource) == ["state"])

        try await send(from: first, to: second)
        try await second.reconcile(.sync)

        let (here, there) = (try await first.visits(), try await second.visits())
        #expect(here.map(\.id) == there.map(\.id))
        try await send(from: second, to: first)
        try await first.reconcile(.sync)
        #expect(try await first.visits().contains { $0.id == told.id })
    }

    @Test("A visit that goes on, as far as is known, does not take in one that began hours later")
    func open() async throws {
        try await first.open()
        try await send(from: first, to: second)
        try await second.pass(5 * 3600)

        try await second.open()
        try await second.reconcile(.sync)

        #expect(try await second.visits().count == 2)
    }

    @Test("A visit that goes on, as far as is known, takes in none that was told much later")
    func told() async throws {
        try await second.walk(to: 3000)
        try await second.open()
        try await first.open()
        for place in [3000.0, 0] { try await first.walk(to: place) }
        let open = try #require(try await first.visits().last)
        #expect(open.exit == nil)
        try await send(from: first, to: second)
        for device in [first, second] { try await device.pass(1800) }
        try await second.walk(to: 0)

        try await second.reconcile(.sync)

        #expect(try await second.visits().filter { $0.exit == nil }.count == 2)
        // They had not left in between: now it is known to be one visit.
        for device in [first, second] { try await device.walk(to: 3000) }
        try await send(from: first, to: second)
        try await second.reconcile(.sync)
        #expect(try await second.visits().map(\.id) == (try await first.visits().map(\.id)))
    }

    @Test("A visit of a moment takes in none that goes on long after it")
    func short() async throws {
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        let home = try #require(try await first.store.entities(kind: .geofence).first)
        let region = RegionIdentity.identifier(of: home.id)
        try await first.tell(.crossing(region, .inside))
        try await first.pass(240)
        try await first.tell(.crossing(region, .outside))
        let short = try #require(try await first.visits().last)
        try await second.pass(600)
        try await second.walk(to: 0)
        try await second.pass(1800)
        try await second.walk(to: 3000)
        let long = try #require(try await second.visits().last)

        try await send(from: first, to: second)
        try await second.reconcile(.sync)

        #expect(try await second.visits().map(\.id).contains(long.id))
        #expect(try await second.visits().map(\.id).contains(short.id))
    }

    @Test("Who comes back after exits that all phones missed begins another visit")
    func backAfterMissedExits() async throws {
        // Guards a visit that was taken for the one before, whose end follows from it.
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        let home = try #require(try await first.store.entities(kind: .geofence).first)
        let region = RegionIdentity.identifier(of: home.id)
        for device in [first, second] {
            try await device.tell(.crossing(region, .inside))
            try await device.pass(12 * 3600)
        }
        try await second.tell(.crossing(region, .inside))
        try await first.pass(20)
        try await first.tell(.crossing(region, .inside))

        for device in [first, second] { try await device.reconcile(.sync) }
        #expect(try await first.visits().count == 2)
        try await send(from: first, to: second)
        try await second.reconcile(.sync)
        try await send(from: second, to: first)
        try await first.reconcile(.sync)

        let visits = try await first.visits()
        #expect(visits.count == 2 && visits.filter { $0.exit == nil }.count == 1)
        let stays = Set(try await second.visits().map(\.id))
        #expect(stays.isSuperset(of: visits.map(\.id)))
    }

    @Test("What goes on is not taken back for a visit that others take for over before it began")
    func goesOnAfterGuess() async throws {
        // Guards a stay that was in no visit while it lasted.
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        let home = try #require(try await first.store.entities(kind: .geofence).first)
        let region = RegionIdentity.identifier(of: home.id)
        try await first.tell(.crossing(region, .inside))
        for device in [first, second] { try await device.pass(6 * 3600) }
        try await second.tell(.crossing(region, .inside))
        let own = try #require(try await second.visits().last)
        for device in [first, second] { try await device.pass(300) }
        try await first.tell(.state(region, .outside))
        let guessed = try #require(try await first.visits().first?.exit)
        #expect(guessed.evidenceSource == "inferred" && guessed.instant < own.entry.instant)

        try await send(from: first, to: second)
        try await second.reconcile(.sync)

        let visits = try await second.visits()
        #expect(visits.last == own && visits.count == 2)
    }

    @Test("What goes on after a visit that others take for over takes in what follows on that")
    func takesInAfterGuess() async throws {
        // Guards two visits of one stay, each kept for the one before.
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        let home = try #require(try await first.store.entities(kind: .geofence).first)
        let region = RegionIdentity.identifier(of: home.id)
        try await first.tell(.crossing(region, .inside))
        for device in [first, second] { try await device.pass(12 * 3600) }
        try await second.tell(.crossing(region, .inside))
        for device in [first, second] { try await device.pass(200) }
        try await first.tell(.crossing(region, .inside))
        let stays = try #require(try await second.visits().last)
        let before = try #require(try await first.visits().first)
        #expect(before.exit?.evidenceSource == "inferred")

        try await send(from: second, to: first)
        try await send(from: first, to: second)
        for device in [first, second] { try await device.reconcile(.sync) }

        #expect(try await first.visits().map(\.id) == [before.id, stays.id])
        #expect(try await second.visits().map(\.id).contains(stays.id))
    }

    @Test("Who missed that they left and came back goes on with the visit that began then")
    func missedBoth() async throws {
        // Guards two stays that became one by the end that such a phone saw.
        let region = try await tellFirstOfReturn()
        let ended = try #require(try await first.visits().first)
        #expect(ended.exit?.evidenceSource == "inferred")

        try await send(from: first, to: second)
        try await second.reconcile(.sync)
        try await second.pass(3600)
        try await second.tell(.crossing(region, .outside))

        let visits = try await second.visits()
        #expect(visits.count == 2)
        #expect(visits.first == ended)
        #expect(visits.last?.exit?.evidenceSource == "crossing")
    }

    @Test("Who goes on with a visit that began later does not end it before that")
    func endsNoneBeforeItBegan() async throws {
        let region = try await tellFirstOfReturn()
        try await send(from: first, to: second)
        try await second.reconcile(.sync)
        try await second.pass(3600)
        let now = second.dependencies.wallClock.now()

        try await second.tell(.state(region, .outside))

        let visit = try #require(try await second.visits().last)
        let exit = try #require(visit.exit)
        #expect(exit.evidenceSource == "inferred")
        #expect(exit.instant > visit.entry.instant && exit.instant < now)
        #expect(exit.earliest == visit.entry.instant)
    }

    @Test("An entry that one phone is told late is of the visit that another one has begun by it")
    func entryAfterGoingOn() async throws {
        // Guards a visit that ended as it began, and a third one.
        let region = try await tellFirstOfReturn()
        try await send(from: first, to: second)
        try await second.reconcile(.sync)
        let visits = try await second.visits()
        // A fix of before is nothing new.
        let now = second.dependencies.wallClock.now()
        let home = try #require(try await second.store.entities(kind: .geofence).first)
        let town = try Geofence(document: home.document())
        let coordinate = Coordinate(latitude: town.latitude, longitude: town.longitude)
        let fix = Fix(
            coordinate: try #require(coordinate),
            accuracy: 10,
            instant: now - .seconds(40)
        )
        _ = try await second.monitor.handle(RegionSignal(.fix, at: now, fix: fix))

        try await second.pass(60)
        try await second.tell(.crossing(region, .inside))

        #expect(try await second.visits() == visits)
        #expect(visits.map { $0.exit == nil } == [false, true])
    }

    @Test("A state told just before an exit changes no end that another phone saw")
    func stateBeforeMissedEnd() async throws {
        let end = try await leaveSecondBehind()
        try await second.pass(6 * 3600)
        let home = try #require(try await first.store.entities(kind: .geofence).first)
        let region = RegionIdentity.identifier(of: home.id)

        try await second.tell(.state(region, .outside))
        try await second.pass(60)
        try await second.tell(.crossing(region, .outside))

        #expect(try await second.visits().first?.exit?.instant == end)
    }

    @Test("Who comes back minutes after an end that another phone saw leaves that end alone")
    func backSoonAfterMissedEnd() async throws {
        // Guards an hour that became a moment.
        let end = try await leaveSecondBehind()
        let home = try #require(try await first.store.entities(kind: .geofence).first)
        #expect(second.dependencies.wallClock.now() - end < Event.crossingTolerance)

        try await second.tell(.crossing(RegionIdentity.identifier(of: home.id), .inside))

        #expect(try await second.visits().map(\.exit?.instant) == [end, nil])
    }

    @Test("An end that the person gave on one device is no other one's to change")
    func toldEnd() async throws {
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        for device in [first, second] { try await device.walk(to: 0) }
        try await send(from: first, to: second)
        try await second.reconcile(.sync)
        for device in [first, second] { try await device.pass(3600) }
        let home = try #require(try await first.store.entities(kind: .geofence).first)
        let end = first.dependencies.wallClock.now()
        _ = try await first.monitor.endVisit(to: home.id, at: end)
        try await send(from: first, to: second)
        try await second.pass(360)
        let region = RegionIdentity.identifier(of: home.id)

        try await second.tell(.crossing(region, .outside))
        #expect(try await second.visits().map(\.exit?.instant) == [end])

        try await second.pass(3600)
        try await second.tell(.crossing(region, .inside))
        #expect(try await second.visits().map(\.exit?.instant) == [end, nil])
    }

    @Test("A visit that nobody watches any more has ended after two weeks, for all that is known")
    func abandoned() async throws {
        // Guards a visit that went on for years, since its phone was lost.
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        try await first.walk(to: 0)
        let visit = try #require(try await first.visits().last)
        try await send(from: first, to: second)
        try await second.reconcile(.sync)

        for days in [13, 2] {
            #expect(try await second.visits().map(\.exit?.instant) == [nil])
            second.phone.terminate()
            second.timeline.advance(by: .seconds(days * 86_400))
            try await second.open()
        }

        let ended = try await second.visits()
        #expect(ended.map(\.exit?.instant) == [visit.entry.instant])
        #expect(ended.first?.exit?.evidenceSource == "inferred")

        // The first phone has been there all the time, and says so at its next launch.
        for day in 1...15 {
            first.phone.terminate()
            first.timeline.advance(by: .seconds(86_400))
            if day == 15 { try await send(from: second, to: first) }
            try await first.open()
        }
        #expect(try await first.visits().map(\.exit?.instant) == [nil])
        try await send(from: first, to: second)
        second.phone.terminate()
        try await second.open()
        #expect(try await second.visits().map(\.exit?.instant) == [nil])
    }

    @Test("An end that another phone saw stands, whoever missed it and leaves later")
    func missedEnd() async throws {
        let end = try await leaveSecondBehind()
        try await second.pass(6 * 3600)

        try await second.walk(to: 3000)

        let visits = try await second.visits()
        #expect(visits.count == 2)
        #expect(visits.first?.exit?.instant == end)
        // They were back, nobody knows since when.
        #expect(visits.last?.isEntryMissed == true)
        #expect(visits.last?.entry.earliest == end)
        try await send(from: second, to: first)
        #expect(try await first.visits().first?.exit?.instant == end)
    }

    @Test("Who comes back after an end that another phone saw begins another visit")
    func backAfterMissedEnd() async throws {
        let end = try await leaveSecondBehind()
        try await second.pass(3600)
        let home = try #require(try await first.store.entities(kind: .geofence).first)

        try await second.tell(.crossing(RegionIdentity.identifier(of: home.id), .inside))

        let visits = try await second.visits()
        #expect(visits.map(\.exit?.instant) == [end, nil])
        #expect(visits.last?.entry.earliest == end)
    }

    @Test("Who was found there after an end that another phone saw, and is told that they left")
    func foundAfterMissedEnd() async throws {
        // Guards the end that went with one which a fix had told of just before.
        let end = try await leaveSecondBehind()
        let home = try #require(try await first.store.entities(kind: .geofence).first)
        let region = RegionIdentity.identifier(of: home.id)
        try await second.pass(6 * 3600)
        try await second.reconcile(.activation)
        let inside = try #require(try await second.store.presence(of: home.id).lastInside)
        try await second.pass(5)
        try await second.tell(.state(region, .outside))
        try await second.pass(5)

        try await second.tell(.crossing(region, .outside))

        let visits = try await second.visits()
        #expect(visits.first?.exit?.instant == end && visits.count == 2)
        #expect(visits.last?.entry.earliest == end && visits.last?.entry.instant == inside)
        #expect(visits.last?.exit?.evidenceSource == "crossing")
    }

    @Test("Who was found there after such an end, then elsewhere, and is told of an exit, was back")
    func backAfterFoundElsewhere() async throws {
        // Guards the last of three stays, which went with the second one, as what was left of that.
        let end = try await leaveSecondBehind()
        let home = try #require(try await first.store.entities(kind: .geofence).first)
        let region = RegionIdentity.identifier(of: home.id)
        try await second.pass(6 * 3600)
        try await second.reconcile(.activation)
        let inside = try #require(try await second.store.presence(of: home.id).lastInside)
        try await second.pass(3600)
        let elsewhere = second.dependencies.wallClock.now()
        try await second.tell(.state(region, .outside))
        try await second.pass(24 * 3600)

        try await second.tell(.crossing(region, .outside))

        let visits = try await second.visits()
        #expect(inside > end && visits.count == 2 && visits.first?.exit?.instant == end)
        #expect(visits.last?.entry.earliest == elsewhere)
        #expect(visits.last?.exit?.instant == second.dependencies.wallClock.now())
    }

    @Test("Who is told late that they left, as they come back, was gone since another phone saw it")
    func backAfterLateExit() async throws {
        // Guards an end that went with the visit which went on over it.
        let home = try #require(try await first.store.entities(kind: .geofence).first)
        let region = RegionIdentity.identifier(of: home.id)
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        for device in [first, second] { try await device.walk(to: 0) }
        try await send(from: first, to: second)
        try await second.reconcile(.sync)
        for device in [first, second] { try await device.pass(3600) }
        try await first.walk(to: 3000)
        try await second.pass(5 * 3600)
        try await second.tell(.crossing(region, .outside))
        let told = try #require(try await second.visits().last?.exit?.instant)
        try await send(from: first, to: second)
        try await second.pass(120)

        try await second.tell(.crossing(region, .inside))

        let visits = try await second.visits()
        let end = try #require(try await first.visits().last?.exit?.instant)
        #expect(visits.map(\.exit?.instant) == [end, nil])
        #expect(visits.last?.entry.earliest == told)
    }

    @Test(
        "Who was elsewhere by a fix, and is found there, has not been there as long as another",
        arguments: [false, true]
    )
    func returningFromOutside(isFixFirst: Bool) async throws {
        // Guards two stays that became one for the phone that had missed what was between them.
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        let home = try #require(try await first.store.entities(kind: .geofence).first)
        let region = RegionIdentity.identifier(of: home.id)
        try await first.walk(to: 0)
        for device in [first, second] { try await device.pass(4 * 3600) }
        try await second.reconcile(.activation)
        let elsewhere = Instant(second.timeline.now)
        try await second.pass(3600)
        // As where a region is registered anew, and not set up before the phone's place is known.
        if isFixFirst {
            second.phone.location.place(at: try place(0))
            try await second.reconcile(.activation)
        }
        try await second.tell(.state(region, .inside))
        for device in [first, second] { try await device.pass(3600) }
        try await second.tell(.crossing(region, .outside))
        let found = try #require(try await second.visits().last)
        #expect(found.entry.evidenceSource == "state")
        #expect(found.entry.earliest.map { $0 <= elsewhere } == true)
        for device in [first, second] { try await device.pass(3 * 3600) }
        try await first.walk(to: 3000)
        let whole = try #require(try await first.visits().last)
        #expect(whole.exit?.instant != nil)

        try await send(from: first, to: second)
        try await second.reconcile(.sync)

        #expect(try await second.visits() == [whole, found])
    }

    @Test("A place that is known too roughly to tell is not elsewhere, however large the other one")
    func roughlyElsewhere() async throws {
        // Guards one stay that became two for the phone that was thought to be outside of a district.
        var regions: [String] = []
        for place in [
            try geofence("District", at: 0, radius: 1500), try geofence("Shop", at: 1750),
        ] {
            let id = try await first.store.create(place)
            try await second.store.create(place, id: id)
            regions.append(RegionIdentity.identifier(of: id))
        }
        for device in [first, second] { try await device.walk(to: 6000) }
        for device in [first, second] { try await device.open() }
        try await first.walk(to: 1400)
        for device in [first, second] { try await device.pass(4 * 3600) }
        // Without a fix, they are about where the edge of the shop is.
        try await second.tell(.crossing(regions[1], .inside))
        try await second.pass(3600)
        try await second.tell(.state(regions[0], .inside))
        for device in [first, second] { try await device.pass(3600) }
        for device in [first, second] { try await device.tell(.crossing(regions[0], .outside)) }
        let whole = try #require(try await first.visits().last)
        let found = try await second.visits().filter { $0.place == "District" }
        #expect(found.map(\.entry.evidenceSource) == ["state"])

        try await send(from: first, to: second)
        try await second.reconcile(.sync)

        #expect(try await second.visits().filter { $0.place == "District" } == [whole])
    }

    @Test("Who was outside after an end that another phone saw, and is told of an exit, was back")
    func backUnseen() async throws {
        // Guards the second stay, which went with the first one while that seemed to be longer.
        let home = try #require(try await first.store.entities(kind: .geofence).first)
        let region = RegionIdentity.identifier(of: home.id)
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        try await first.walk(to: 0)
        try await first.pass(3600)
        try await first.walk(to: 3000)
        let seen = try #require(try await first.visits().first)
        let end = try #require(seen.exit?.instant)
        try await second.pass(3 * 3600)
        try await second.tell(.state(region, .outside))
        let outside = Instant(second.timeline.now)
        #expect(outside > end + .seconds(1800))
        try await second.pass(3 * 3600)
        try await second.tell(.crossing(region, .outside))
        let left = try #require(try await second.visits().last?.exit?.instant)
        // A third phone knew of both stays as of one.
        try await send(from: first, to: second)
        let document = try #require(try await second.store.entity(id: seen.id)).document()
        var whole = try Event(document: document)
        whole.endDate = left - .seconds(60)
        whole.properties["exit_latest"] = .instant(left - .seconds(60))
        try await second.store.update(id: seen.id, change: whole.document)
        try await second.reconcile(.sync)
        #expect(try await second.visits().map(\.id) == [seen.id])

        try await send(from: first, to: second)
        try await second.reconcile(.sync)

        let visits = try await second.visits()
        #expect(visits.map(\.exit?.instant) == [end, left])
        #expect(visits.last?.isEntryMissed == true)
        #expect(visits.last?.entry.earliest.map { $0 > end && $0 <= outside } == true)
    }

    @Test("An end that stands although they were back at once leaves no visit that ends before it")
    func seenBeforeLastKnown() async throws {
        // Guards a phone that failed to record what it heard, and watched no region any more.
        let home = try #require(try await second.store.entities(kind: .geofence).first)
        let region = RegionIdentity.identifier(of: home.id)
        try await second.walk(to: 3000)
        try await second.open()
        try await second.walk(to: 0)
        try await second.pass(3600)
        try await second.tell(.crossing(region, .outside))
        let visit = try #require(try await second.visits().last)
        let ended = try #require(try await second.store.entity(id: visit.id)).document()
        try await second.pass(120)
        try await second.tell(.crossing(region, .inside))
        #expect(try await second.visits().last?.exit == nil)
        try await second.pass(2 * 3600)
        try await second.reconcile(.activation)
        // Another phone saw the same end, and nothing of what came after it.
        try await second.store.update(id: visit.id, change: ended)
        try await second.tell(.state(region, .outside))

        try await second.reconcile(.sync)

        #expect(try await second.visits() == [visit])
    }

    @Test("An end that another phone saw stands when nothing is heard for days")
    func silenceAfterMissedEnd() async throws {
        let end = try await leaveSecondBehind()
        let home = try #require(try await first.store.entities(kind: .geofence).first)
        second.timeline.advance(by: .seconds(49 * 3600))

        try await second.tell(.state(RegionIdentity.identifier(of: home.id), nil))

        #expect(try await second.visits().map(\.exit?.instant) == [end])
    }

    @Test(
        "The end that one phone saw stays, also where its visit is taken back for another one's",
        arguments: [false, true]
    )
    func observedExit(isFound: Bool) async throws {
        let left = try await first.store.create(EventType(name: "Left home"))
        try await second.store.create(EventType(name: "Left home"), id: left)
        for device in [first, second] {
            let home = try #require(try await device.store.entities(kind: .geofence).first)
            let change = Document([.init(name: "event_type_exit_id", value: RawJSON(left))])
            try await device.store.update(id: home.id, change: change)
        }
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        try await first.walk(to: 0)
        try await second.pass(60)
        try await second.walk(to: 0)
        for device in [first, second] { try await device.pass(3600) }
        try await second.walk(to: 3000)
        let end = try #require(try await second.visits().last?.exit?.instant)
        if isFound {
            let home = try #require(try await first.store.entities(kind: .geofence).first)
            try await first.pass(4 * 3600)
            try await first.tell(.state(RegionIdentity.identifier(of: home.id), .outside))
            #expect(try await first.visits().last?.exit?.evidenceSource == "inferred")
        }
        try await send(from: first, to: second)

        try await second.reconcile(.sync)

        let visit = try #require(try await second.visits().last)
        #expect(try await second.visits().map(\.id) == (try await first.visits().map(\.id)))
        #expect(visit.exit?.instant == end)
        #expect(visit.exit?.evidenceSource == "crossing")
        // One phone saw it begin, the other one end: no guess of either outweighs that.
        let entity = try #require(try await second.store.entity(id: visit.id))
        #expect(try Event(document: entity.document()).evidence?.sampleCount ?? 0 >= 2000)
        let exits = try await second.store.events().map { try Event(document: $0.document()) }
            .filter { $0.eventTypeID == left }
        #expect(exits.map(\.timestamp) == [end])
    }

    @Test("A visit that will be taken back for an earlier one takes in none that began after that")
    func takenBackItself() async throws {
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        try await first.walk(to: 0)
        try await second.pass(20)
        try await second.walk(to: 0)
        // The second phone hears nothing of their going out and coming back.
        try await first.pass(300)
        try await first.walk(to: 3000)
        try await first.pass(3600)
        try await first.walk(to: 0)
        try await first.pass(900)
        try await first.walk(to: 3000)
        let visits = try await first.visits().map(\.id)
        #expect(visits.count == 2)
        try await second.pass(5100)
        try await second.walk(to: 3000)
        #expect(try await second.visits().count == 1)
        try await send(from: second, to: first)

        try await first.reconcile(.sync)

        #expect(Set(try await first.visits().map(\.id)).isSuperset(of: visits))
        try await send(from: first, to: second)
        try await second.reconcile(.sync)
        #expect(try await second.visits().map(\.id) == visits)
    }

    @Test("A visit whose end was seen by who has taken theirs back takes in none after that end")
    func endsFirst() async throws {
        // Guards a visit that was lost between the entry and the end of one whose exits were missed.
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        try await second.walk(to: 0)
        try await first.pass(20)
        try await first.walk(to: 0)
        // The second phone hears nothing of their going out and coming back.
        try await first.pass(300)
        try await first.walk(to: 3000)
        let end = try #require(try await first.visits().last?.exit?.instant)
        try await first.pass(3600)
        try await first.walk(to: 0)
        try await first.pass(900)
        try await first.walk(to: 3000)
        let later = try #require(try await first.visits().last)
        try await second.pass(5100)
        try await second.walk(to: 3000)
        let vague = try #require(try await second.visits().last)
        try await send(from: second, to: first)

        try await first.reconcile(.sync)
        try await first.reconcile(.sync)

        let visits = try await first.visits()
        #expect(visits.map(\.id) == [vague.id, later.id])
        #expect(visits.map(\.exit?.instant) == [end, later.exit?.instant])
        try await send(from: first, to: second)
        try await second.reconcile(.sync)
        #expect(try await second.visits().map(\.id) == [vague.id, later.id])
    }

    @Test(
        "What one phone alone knows of after an end that another one saw is kept, if it lasted",
        arguments: [600, 60]
    )
    func rest(seconds: Int) async throws {
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        try await first.walk(to: 0)
        try await second.pass(20)
        try await second.walk(to: 0)
        // The second phone hears nothing of their going out and coming back, the first one nothing
        // of what comes after their going out.
        try await first.pass(300)
        try await first.walk(to: 3000)
        let left = try #require(try await first.visits().last?.exit?.instant)
        try await second.pass(5 * 3600)
        try await second.open()
        try await second.pass(seconds)
        try await second.walk(to: 3000)
        let end = try #require(try await second.visits().last?.exit?.instant)
        try await send(from: first, to: second)

        try await second.reconcile(.sync)
        try await second.reconcile(.sync)

        let visits = try await second.visits()
        // What was told a moment before they were found elsewhere may have been kept from long ago.
        guard seconds > 180 else { return #expect(visits.map(\.exit?.instant) == [left]) }
        #expect(visits.map(\.exit?.instant) == [left, end])
        let entry = try #require(visits.last?.entry)
        #expect(entry.evidenceSource == "missed" && entry.earliest == left)
        #expect(entry.instant > left && entry.instant < end)
    }

    @Test("What came after the end of a visit that stays becomes the one that is not needed for it")
    func restOfTheBetter() async throws {
        // Guards an end that was lost as the visit of who had seen it was taken back.
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        try await second.walk(to: 0)
        try await first.pass(20)
        try await first.walk(to: 0)
        // The second phone hears nothing of their going out and coming back, the first one nothing
        // of what comes after their going out.
        try await first.pass(300)
        try await first.walk(to: 3000)
        let seen = try #require(try await first.visits().last)
        try await second.pass(5 * 3600)
        try await second.open()
        try await second.pass(600)
        try await second.walk(to: 3000)
        let better = try #require(try await second.visits().last)
        try await send(from: second, to: first)

        try await first.reconcile(.sync)
        try await first.reconcile(.sync)

        let visits = try await first.visits()
        #expect(visits.map(\.id) == [better.id, seen.id])
        #expect(visits.map(\.exit?.instant) == [seen.exit?.instant, better.exit?.instant])
        let entry = try #require(visits.last?.entry)
        #expect(entry.evidenceSource == "missed" && entry.earliest == seen.exit?.instant)
        try await send(from: first, to: second)
        try await second.reconcile(.sync)
        #expect(try await second.visits().map(\.id) == [better.id, seen.id])
    }

    @Test("An exit that is told alone, and in time, ends the visit that goes on for another phone")
    func exitAlone() async throws {
        // Guards a visit that went on for days, since who had begun it was not told of the exit.
        let open = try await openAtHome(leaving: second)
        try await send(from: first, to: second)
        try await second.pass(3600)

        try await second.walk(to: 3000)

        let visits = try await second.visits()
        #expect(visits.first?.id == open.id && visits.count == 2)
        let end = try #require(visits.last?.exit)
        #expect(visits.first?.exit?.instant == end.instant && end.evidenceSource == "crossing")
        // Another one may have seen an earlier end.
        try await second.reconcile(.sync)
        #expect(try await second.visits().count == 2)
        try await second.accept()
        try await second.reconcile(.sync)
        #expect(try await second.visits().map(\.id) == [open.id])
        try await send(from: second, to: first)
        try await first.reconcile(.sync)
        #expect(try await first.visits().map(\.exit?.instant) == [end.instant])
    }

    @Test("An exit that was told alone is of a stay of its own once an earlier one was seen")
    func exitAloneAfterEarlier() async throws {
        // Guards a stay that went with the end that the visit it was taken back for turned out to have.
        let open = try await openAtHome(leaving: second)
        try await send(from: first, to: second)
        for device in [first, second] { try await device.pass(3600) }
        try await first.walk(to: 3000)
        let end = try #require(try await first.visits().last?.exit?.instant)
        try await second.pass(6 * 3600)
        try await second.walk(to: 3000)
        let left = try #require(try await second.visits().last?.exit?.instant)
        try await second.accept()
        try await second.pass(3600)
        try await second.walk(to: 0)
        try await second.reconcile(.sync)
        #expect(try await second.visits().map(\.exit?.instant) == [left, nil])

        try await send(from: first, to: second)
        try await second.reconcile(.sync)

        let visits = try await second.visits()
        #expect(visits.map(\.exit?.instant) == [end, left, nil])
        #expect(visits.first?.id == open.id && visits[1].isEntryMissed)
    }

    @Test("An exit that was told alone is of another stay where the first one had ended before")
    func exitAloneOfAnother() async throws {
        // Guards the second stay, whose record was given up for the first one while that went on.
        let open = try await openAtHome(leaving: second)
        try await send(from: first, to: second)
        try await first.pass(3600)
        try await second.pass(5 * 3600)
        try await second.walk(to: 3000)
        let left = try #require(try await second.visits().last?.exit?.instant)
        try await second.accept()
        try await second.reconcile(.sync)
        #expect(try await second.visits().map(\.id) == [open.id])
        try await first.walk(to: 3000)
        let end = try #require(try await first.visits().first?.exit?.instant)
        #expect(left - end > .seconds(3600))

        try await send(from: first, to: second)
        try await second.reconcile(.sync)

        let visits = try await second.visits()
        #expect(visits.map(\.exit?.instant) == [end, left])
        #expect(visits.last?.isEntryMissed == true)
    }

    @Test("An exit that was told alone after a fix had them outside is of another stay, too")
    func exitAloneAfterFix() async throws {
        let open = try await openAtHome(leaving: second)
        try await send(from: first, to: second)
        try await first.pass(3600)
        try await second.pass(5 * 3600)
        second.phone.location.behavior.crossingDelay = .seconds(60)
        let way = second.phone.location.travel(to: try place(3000), metersPerSecond: 10)
        try await second.pass(40)
        try await second.reconcile(.activation)
        try await second.pass(Int(way.timeIntervalSince(second.timeline.now)))
        let left = try #require(try await second.visits().last?.exit?.instant)
        try await second.accept()
        try await second.reconcile(.sync)
        #expect(try await second.visits().map(\.id) == [open.id])
        try await first.walk(to: 3000)
        let end = try #require(try await first.visits().first?.exit?.instant)

        try await send(from: first, to: second)
        try await second.reconcile(.sync)

        let visits = try await second.visits()
        #expect(visits.map(\.exit?.instant) == [end, left])
    }

    @Test("Who is back within three minutes of an exit that was told alone has not left")
    func exitAloneOfAMoment() async throws {
        let open = try await openAtHome(leaving: second)
        try await send(from: first, to: second)
        try await second.pass(3600)
        let left = second.phone.location.travel(to: try place(600), metersPerSecond: 10)
        try await second.pass(Int(left.timeIntervalSince(second.timeline.now)) + 30)
        #expect(try await second.visits().allSatisfy { $0.exit != nil })

        let back = second.phone.location.travel(to: try place(0), metersPerSecond: 10)
        try await second.pass(Int(back.timeIntervalSince(second.timeline.now)) + 30)

        let visits = try await second.visits()
        #expect(visits.map(\.id) == [open.id] && visits.allSatisfy { $0.exit == nil })
        // Guards the first phone's visit, which went on for ever when the second one's own ended.
        try await second.walk(to: 3000)
        let ended = try await second.visits()
        #expect(ended.map(\.id) == [open.id] && ended.allSatisfy { $0.exit != nil })
    }

    @Test("What comes after an end that another phone saw is no part of the visit that was deleted")
    func endOfDeleted() async throws {
        // Guards a stay that went with the visit before it, which the person had deleted.
        let end = try await leaveSecondBehind()
        let known = try #require(try await second.visits().last)
        try await second.reconcile(.sync)
        try await second.store.delete(id: known.id)
        try await second.pass(6 * 3600)
        try await second.reconcile(.sync)

        try await second.walk(to: 3000)

        let visits = try await second.visits()
        #expect(visits.count == 1 && visits.first?.id != known.id)
        #expect(visits.first?.isEntryMissed == true && visits.first?.entry.earliest == end)
    }

    @Test("A visit that is deleted while it goes on, as far as is known, does not come back")
    func deletedWhileOpen() async throws {
        for device in [first, second] { try await device.walk(to: 3000) }
        try await second.open()
        try await second.walk(to: 0)
        let open = try #require(try await second.visits().last)
        try await second.reconcile(.sync)
        try await second.store.delete(id: open.id)
        try await second.pass(6 * 3600)

        try await second.walk(to: 3000)

        #expect(try await second.visits().isEmpty)
    }

    @Test("Who missed an exit is told of it also by the visit for which theirs was taken back")
    func endOfAnother() async throws {
        // Guards what came after that end: it went with the visit that was not there any more.
        let end = try await leaveSecondBehind()
        let known = try #require(try await second.visits().last)
        let event = try Event(
            document: try #require(try await second.store.entity(id: known.id)).document()
        )
        try await second.store.create(event)
        try await second.store.delete(id: known.id)
        try await second.pass(6 * 3600)

        try await second.walk(to: 3000)

        let visits = try await second.visits()
        #expect(visits.count == 2 && visits.first?.exit?.instant == end)
        #expect(visits.last?.isEntryMissed == true && visits.last?.entry.earliest == end)
    }

    @Test(
        "An exit that may be of another stay leaves what goes on for another phone alone",
        arguments: [false, true]
    )
    func exitOfAnother(isLate: Bool) async throws {
        let open = try await openAtHome(leaving: second)
        try await send(from: first, to: second)
        try await second.pass(3600)
        let home = try #require(try await first.store.entities(kind: .geofence).first)
        let region = RegionIdentity.identifier(of: home.id)
        if !isLate { try await second.tell(.state(region, .outside)) }
        try await second.pass(3600)

        // What is told late comes without a place of the present.
        if isLate {
            try await second.tell(.crossing(region, .outside))
        } else {
            try await second.walk(to: 3000)
        }

        let visits = try await second.visits()
        #expect(visits.map(\.id).first == open.id && visits.count == 2)
        #expect(visits.first?.exit == nil && visits.last?.isEntryMissed == true)
    }

    @Test("A visit that stands in spite of its better twin keeps no other two from being one")
    func standingTwin() async throws {
        // Guards a visit that two phones kept, since each took the other one's for a third's.
        try await second.walk(to: 3000)
        try await second.open()
        try await second.pass(8 * 3600)
        try await second.walk(to: 0)
        try await second.pass(3600)
        try await second.walk(to: 3000)
        let mine = try #require(try await second.visits().last)
        let (entry, end) = (mine.entry.instant, try #require(mine.exit?.instant))
        let (dayBefore, later) = (entry - .seconds(86_400), Duration.seconds(600))
        // A moment; a visit that its device has taken back for that, which the person undid; and
        // one of a phone that was told of the exit late, and knew nothing in between.
        let moment = try await record(like: mine, 1, dayBefore...dayBefore, after: dayBefore)
        let undone = try await record(like: mine, 2, dayBefore...(end + later), after: dayBefore)
        let late = try await record(like: mine, 3, entry...(end + later * 2), after: dayBefore)

        try await second.reconcile(.sync)

        let visits = try await second.visits()
        #expect(Set(visits.map(\.id)) == [moment, undone, late])
        #expect(visits.first { $0.id == late }?.exit?.instant == end)
    }

    @Test(
        "Who goes on with a visit that its device takes back for another one ends that one",
        arguments: [GoneWhen.there, .left, .backSince]
    )
    func goneMeanwhile(when: GoneWhen) async throws {
        // Guards an end that was put into the visit that was not there any more.
        let third = try WatchedPhone(scratch.path + "/third.sqlite", seed: 3)
        let home = try #require(try await first.store.entities(kind: .geofence).first)
        try await third.store.create(try geofence("Home", at: 0), id: home.id)
        for device in [first, third, second] { try await device.walk(to: 3000) }
        for device in [first, third, second] { try await device.open() }
        for (index, device) in [first, third, second].enumerated() {
            try await device.pass(60 * (index + 1))
            try await device.walk(to: 0)
        }
        try await send(from: third, to: second)
        try await second.reconcile(.sync)
        let gone = try #require(try await third.visits().last)
        #expect(try await second.visits().last?.id == gone.id)
        try await send(from: first, to: third)
        try await third.reconcile(.sync)
        let stays = try #require(try await first.visits().last)
        #expect(try await third.visits().last?.id == stays.id)

        if when == .there { try await hear(of: gone) }
        try await second.pass(3600)
        try await second.walk(to: 3000)
        if when == .backSince {
            try await second.pass(3600)
            try await second.walk(to: 0)
        }
        if when != .there { try await hear(of: gone) }

        let notes = try await second.store.regionLog()
        let left = try #require(notes.first { $0.kind == RegionLogEntry.left })
        let visits = try await second.visits().filter { $0.entry.instant >= stays.entry.instant }
        #expect(visits.map(\.id).first == stays.id)
        #expect(visits.map(\.exit?.instant) == (when == .backSince ? [left.at, nil] : [left.at]))
    }

    /// When a device hears that the visit that it goes on with is taken back.
    enum GoneWhen: Sendable { case there, left, backSince }

    /// The second phone hears that a visit was taken back for the first one's.
    private func hear(of gone: RecordedVisit) async throws {
        try await send(from: first, to: second)
        try await second.store.delete(id: gone.id)
        try await second.reconcile(.sync)
    }

    @Test("Whoever is told of both ends at once knows of neither when it was")
    func keptCrossings() async throws {
        // Guards a visit that ended when another phone was told of one that had been long before.
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        let home = try #require(try await first.store.entities(kind: .geofence).first)
        let region = RegionIdentity.identifier(of: home.id)
        try await first.tell(.crossing(region, .inside))
        for device in [first, second] { try await device.pass(3600) }
        for side in [RegionSide.inside, .outside] {
            try await second.tell(.crossing(region, side))
        }
        for device in [first, second] { try await device.pass(3600) }
        try await first.tell(.crossing(region, .outside))
        let visit = try #require(try await first.visits().last)
        try await send(from: first, to: second)

        try await second.reconcile(.sync)

        #expect(try await second.visits() == [visit])
    }

    @Test(
        "Who hears late of an end that another phone saw keeps what they were told after it",
        arguments: [false, true]
    )
    func afterUnheardEnd(isBackSince: Bool) async throws {
        // Guards a stay that went with an end which lost against an earlier one.
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        for device in [first, second] { try await device.walk(to: 0) }
        try await send(from: first, to: second)
        try await second.reconcile(.sync)
        for device in [first, second] { try await device.pass(3600) }
        try await first.walk(to: 3000)
        let end = try #require(try await first.visits().last?.exit?.instant)
        try await second.pass(5 * 3600)
        // The system had kept that they were gone, and tells it as they are back.
        let home = try #require(try await first.store.entities(kind: .geofence).first)
        let region = RegionIdentity.identifier(of: home.id)
        for side in [RegionSide.outside, .inside] {
            try await second.tell(.crossing(region, side))
        }
        try await second.pass(3600)
        try await second.walk(to: 3000)
        let left = try #require(try await second.visits().last?.exit?.instant)
        #expect(try await second.visits().count == 1)
        if isBackSince {
            try await second.pass(3600)
            try await second.walk(to: 0)
        }
        try await send(from: first, to: second)

        try await second.reconcile(.sync)
        try await second.reconcile(.sync)

        let visits = try await second.visits()
        #expect(visits.map(\.exit?.instant) == [end, left] + (isBackSince ? [nil] : []))
        let rest = try #require(visits.first { $0.exit?.instant == left })
        let entry = rest.entry
        #expect(entry.evidenceSource == "missed" && entry.earliest == end)
        #expect(entry.instant > end && entry.instant < left)

        // What the person deletes does not come back.
        try await second.store.delete(id: rest.id)
        try await second.reconcile(.sync)
        #expect(try await second.visits().count == visits.count - 1)
    }

    /// The first phone has an open visit; the other one, which is there, was told of none.
    private func openAtHome(leaving other: WatchedPhone) async throws -> RecordedVisit {
        for device in [first, other] { try await device.walk(to: 3000) }
        for device in [first, other] { try await device.open() }
        for device in [first, other] { try await device.pass(1800) }
        other.phone.location.loseNextEvents()
        for device in [first, other] { try await device.walk(to: 0) }
        #expect(try await other.visits().isEmpty)
        return try #require(try await first.visits().last)
    }

    /// Both phones were told that the person came, and missed that they left; six hours later the
    /// first one alone is told that they are back.
    ///
    /// - Returns: the region's identifier.
    private func tellFirstOfReturn() async throws -> String {
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        let home = try #require(try await first.store.entities(kind: .geofence).first)
        let region = RegionIdentity.identifier(of: home.id)
        try await first.tell(.crossing(region, .inside))
        try await second.pass(20)
        try await second.tell(.crossing(region, .inside))
        for device in [first, second] { try await device.pass(6 * 3600) }
        try await first.tell(.crossing(region, .inside))
        return region
    }

    /// Both phones have one visit, which ends for the first one alone; returns when.
    private func leaveSecondBehind() async throws -> Instant {
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        for device in [first, second] { try await device.walk(to: 0) }
        try await send(from: first, to: second)
        try await second.reconcile(.sync)
        #expect(try await second.visits().map(\.id) == (try await first.visits().map(\.id)))
        for device in [first, second] { try await device.pass(3600) }
        try await first.walk(to: 3000)
        try await second.pass(600)
        try await send(from: first, to: second)
        return try #require(try await first.visits().last?.exit?.instant)
    }

    /// Another phone has recorded a visit, and the second one was sent it.
    ///
    /// - `number`: the better one has a smaller one.
    /// - `known`: since when they may have been there.
    private func record(
        like visit: RecordedVisit,
        _ number: UInt64,
        _ span: ClosedRange<Instant>,
        after known: Instant
    ) async throws -> EntityID {
        let id = EntityID(high: 0, low: number)
        let document = try #require(try await second.store.entity(id: visit.id)).document()
        var event = try Event(document: document)
        event.naturalKey = "visit/\(id)"
        (event.timestamp, event.endDate) = (span.lowerBound, span.upperBound)
        event.properties["entry_earliest"] = .instant(known)
        event.properties["entry_latest"] = .instant(span.lowerBound)
        event.properties["exit_earliest"] = .instant(span.lowerBound)
        event.properties["exit_latest"] = .instant(span.upperBound)
        try await second.store.create(event, id: id)
        return id
    }

    /// A device gets what the other one has, as by a pull.
    private func send(from device: WatchedPhone, to other: WatchedPhone) async throws {
        for entity in try await device.store.entities(kind: .eventType)
        where try await other.store.entity(id: entity.id) == nil {
            try await other.store.create(EventType(document: entity.document()), id: entity.id)
        }
        for entity in try await device.store.events() {
            let document = try entity.document()
            guard let known = try await other.store.entity(id: entity.id) else {
                try await other.store.create(Event(document: document), id: entity.id)
                continue
            }
            let change = try document.changes(from: known.document())
            guard !change.fields.isEmpty else { continue }
            try await other.store.update(id: entity.id, change: change)
        }
    }
}
