import SimulatedCoreLocation
import SimulatedPhone
import Testing
import TrendyModel
import TrendyPlaces
import TrendyStore

@Suite("Manual visits on a phone that monitors regions")
struct ManualVisitTests {
    private let scratch: Scratch
    private let test: MonitoredPhone

    init() throws {
        scratch = try Scratch()
        test = try MonitoredPhone(scratch.database)
    }

    private var now: Instant { Instant(test.timeline.now) }

    @Test("A manual visit during a recorded one is that visit")
    func recorded() async throws {
        let id = try await test.store.write { try $0.entities.create(try geofence("Home", at: 0)) }
        try await test.open()
        try await test.pass(3600)
        let recorded = try #require(try await test.visits().first)

        let manual = try await test.monitor.record(
            ManualVisit(id, from: now - .seconds(1800), notes: "reading")
        )

        #expect(manual.event == recorded.id)
        #expect(!manual.isNew)
        #expect(try await test.visits() == [recorded])
        let entity = try #require(
            try await test.store.read { try $0.entities.fetch(id: recorded.id) }
        )
        #expect(try Event(document: entity.document()).notes == "reading")
    }

    @Test(
        "A manual visit late in a recorded stay of several days is that stay",
        arguments: [30, 47, 25 * 24],
        [true, false]
    )
    func longStay(hours: Int64, isOver: Bool) async throws {
        let id = try await test.store.write { try $0.entities.create(try geofence("Home", at: 0)) }
        try await test.open()
        try await test.wait(hours: hours + 4)
        if isOver { try await test.walk(to: 3000) }
        let recorded = try await test.visits()
        let first = try #require(recorded.first)
        let start = first.entry.instant + .seconds(hours * 3600)

        let manual = try await test.monitor.record(
            ManualVisit(id, from: start, until: start + .seconds(3600))
        )

        #expect(recorded.count == 1 && (first.exit != nil) == isOver)
        #expect(manual.event == first.id && !manual.isNew)
        #expect(try await test.visits() == recorded)
    }

    @Test("A manual stay of two days on one device replaces a visit within it of another")
    func longManualStay() async throws {
        let id = try await test.store.write { try $0.entities.create(try geofence("Home", at: 0)) }
        try await test.walk(to: 3000)
        try await test.open()
        try await test.wait(hours: 36)
        for east in [0.0, 3000] {
            try await test.walk(to: east)
            try await test.pass(3600)
        }
        let recorded = try #require(try await test.visits().first)
        let other = try MonitoredPhone(scratch.path + "/other.sqlite", seed: 2)
        try await other.store.write { try $0.entities.create(try geofence("Home", at: 0), id: id) }
        other.phone.location.place(at: try place(5000))
        try await other.open()
        try await other.wait(hours: 40)
        let manual = try await other.monitor.record(
            ManualVisit(
                id,
                from: recorded.entry.instant - .seconds(30 * 3600),
                until: now - .seconds(600)
            )
        )

        // As a pull applies it.
        let entity = try #require(
            try await other.store.read { try $0.entities.fetch(id: manual.event) }
        )
        try await test.store.write {
            try $0.entities.create(try Event(document: entity.document()), id: manual.event)
        }
        try await test.reconcile(.sync)

        #expect(recorded.entry.evidenceSource == "crossing" && recorded.exit != nil)
        #expect(try await test.visits().map(\.id) == [manual.event])
    }

    @Test("The monitor closes a visit that the person opened, and opens no other")
    func closedByWatch() async throws {
        try await test.open()
        try await test.pass(600)
        // The geofence is new, and the app has not reconciled the regions yet.
        let id = try await test.store.write { try $0.entities.create(try geofence("Home", at: 0)) }
        let start = now - .seconds(300)
        let manual = try await test.monitor.record(ManualVisit(id, from: start))
        #expect(manual.isNew)
        try await test.reconcile(.edit)
        try await test.pass(600)
        #expect(try await test.visits().map(\.id) == [manual.event])

        try await test.walk(to: 3000)

        let visit = try #require(try await test.visits().first)
        #expect(try await test.visits().count == 1)
        #expect(visit.id == manual.event)
        #expect(visit.entry.instant == start)
        #expect(visit.entry.evidenceSource == "person")
        #expect(visit.exit?.evidenceSource == "crossing")
    }

    @Test("A visit that the person ended stays ended; the next visit is another one")
    func closedByPerson() async throws {
        let id = try await test.store.write { try $0.entities.create(try geofence("Home", at: 0)) }
        try await test.open()
        try await test.pass(3600)
        let end = now - .seconds(600)

        let left = try await test.monitor.endVisit(to: id, at: end)
        try await test.walk(to: 3000)
        let ended = try #require(try await test.visits().first)
        try await test.walk(to: 0)

        #expect(ended.id == left)
        #expect(ended.exit?.instant == end)
        #expect(ended.exit?.evidenceSource == "person")
        let visits = try await test.visits()
        #expect(visits.count == 2)
        #expect(visits.first == ended)
        #expect(visits.last?.exit == nil)
    }

    @Test("A late manual visit without an end matches only the first recorded one")
    func manualWithoutEnd() async throws {
        // Regression: the visit of the afternoon became a part of the morning's visit.
        let id = try await test.store.write { try $0.entities.create(try geofence("Home", at: 0)) }
        try await test.open()
        let start = now
        for east in [3000.0, 0, 3000] {
            try await test.pass(7200)
            try await test.walk(to: east)
        }
        let recorded = try await test.visits()
        #expect(recorded.count == 2)
        let other = try MonitoredPhone(scratch.path + "/other.sqlite", seed: 2)
        try await other.store.write { try $0.entities.create(try geofence("Home", at: 0), id: id) }
        other.phone.location.place(at: try place(5000))
        try await other.open()
        try await other.pass(7200)
        let manual = try await other.monitor.record(ManualVisit(id, from: start))
        let entity = try #require(
            try await other.store.read { try $0.entities.fetch(id: manual.event) }
        )
        try await test.store.write {
            try $0.entities.create(try Event(document: entity.document()), id: manual.event)
        }

        for _ in 0..<2 { try await test.reconcile(.sync) }

        let visits = try await test.visits()
        #expect(visits.map(\.id) == [manual.event, recorded.last?.id])
        #expect(visits.map(\.exit?.instant) == recorded.map(\.exit?.instant))
    }

    @Test(
        "A manual visit and a recorded one that overlaps its end are both kept",
        arguments: [true, false]
    )
    func edge(isHere: Bool) async throws {
        // Regression: the afternoon was lost to a visit that ended when it began.
        let id = try await test.store.write { try $0.entities.create(try geofence("Home", at: 0)) }
        try await test.open()
        for east in [3000.0, 0] {
            try await test.walk(to: east)
            try await test.pass(7200)
        }
        let recorded = try #require(try await test.visits().last)
        let start = recorded.entry.instant
        let visit = ManualVisit(id, from: start - .seconds(3600), until: start + .seconds(60))
        let manual: EntityID
        if isHere {
            manual = try await test.monitor.record(visit).event
        } else {
            let other = try MonitoredPhone(scratch.path + "/other.sqlite", seed: 2)
            try await other.store.write {
                try $0.entities.create(try geofence("Home", at: 0), id: id)
            }
            other.phone.location.place(at: try place(5000))
            try await other.open()
            try await other.pass(16_000)
            manual = try await other.monitor.record(visit).event
            // As a pull applies it.
            let entity = try #require(
                try await other.store.read { try $0.entities.fetch(id: manual) }
            )
            try await test.store.write {
                try $0.entities.create(try Event(document: entity.document()), id: manual)
            }
        }

        try await test.reconcile(.sync)
        try await test.walk(to: 3000)

        let visits = try await test.visits().suffix(2)
        #expect(recorded.entry.evidenceSource == "crossing" && recorded.exit == nil)
        #expect(visits.map(\.id) == [manual, recorded.id])
        #expect(visits.map { $0.exit?.evidenceSource } == ["person", "crossing"])
    }

    @Test("A manual visit from before a fix outside does not match a later inferred one")
    func foundAfterElsewhere() async throws {
        // Regression: the manual visit was not recorded, since an inferred visit may be long.
        let id = try await test.store.write { try $0.entities.create(try geofence("Home", at: 0)) }
        try await test.walk(to: 3000)
        try await test.open()
        try await test.pass(4 * 3600)
        try await test.reconcile(.activation)
        try await test.pass(3600)
        try await test.report(.state(RegionIdentity.identifier(of: id), .inside))
        let found = try #require(try await test.visits().last)
        let start = found.entry.instant
        try await test.pass(600)
        let visit = ManualVisit(id, from: start - .seconds(4 * 3600), until: start + .seconds(300))

        let manual = try await test.monitor.record(visit)

        #expect(found.entry.evidenceSource == "state")
        #expect(manual.isNew)
        #expect(try await test.visits().map(\.id) == [manual.event, found.id])
    }

    @Test("A manual visit on one device replaces the recorded one of another")
    func manualOnAnotherDevice() async throws {
        let id = try await test.store.write { try $0.entities.create(try geofence("Home", at: 0)) }
        try await test.open()
        try await test.pass(7200)
        let recorded = try #require(try await test.visits().first)
        let other = try MonitoredPhone(scratch.path + "/other.sqlite", seed: 2)
        try await other.store.write { try $0.entities.create(try geofence("Home", at: 0), id: id) }
        other.phone.location.place(at: try place(5000))
        try await other.open()
        try await other.pass(7200)
        let manual = try await other.monitor.record(
            ManualVisit(id, from: now - .seconds(5400), until: now - .seconds(600))
        )
        #expect(manual.isNew)

        // As a pull applies it.
        let entity = try #require(
            try await other.store.read { try $0.entities.fetch(id: manual.event) }
        )
        let event = try Event(document: entity.document())
        let type = try await test.store.read { try $0.entities.fetch(id: event.eventTypeID) }
        #expect(type != nil, "both have the same type for visits")
        try await test.store.write { try $0.entities.create(event, id: manual.event) }
        try await test.reconcile(.sync)
        try await test.walk(to: 3000)

        #expect(try await test.store.read { try $0.entities.fetch(id: recorded.id) } == nil)
        let visits = try await test.visits()
        #expect(visits.map(\.id) == [manual.event])
        let stored = try #require(
            try await test.store.read { try $0.entities.fetch(id: manual.event) }
        )
        #expect(try Event(document: stored.document()) == event)
    }
}
