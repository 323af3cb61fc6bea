import Testing
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore

@Suite("Recording health values and visits manually")
struct ManualEntryTests {
    private let world: ScreenWorld

    init() throws {
        world = try ScreenWorld()
    }

    private func event(_ id: EntityID) async throws -> Event {
        let entity = try #require(try await world.store.read { try $0.entities.fetch(id: id) })
        return try Event(document: entity.document())
    }

    private func invalid(_ body: () async throws -> Void) async throws {
        let before = try await world.store.read { try $0.queue.status() }.pending
        let error = await #expect(throws: StoreError.self) { try await body() }
        #expect(error?.code == .invalid)
        #expect(try await world.store.read { try $0.queue.status() }.pending == before)
    }

    // MARK: Health

    @Test("A health value is an event with its category's type, and is on today's card")
    func measure() async throws {
        let time = try world.instant("08:00")

        let receipt = try await world.engine.recordHealthEvent(
            .water(milliliters: 250, at: time + .milliseconds(300)),
            notes: "cold"
        )

        #expect(receipt.isNew)
        let stored = try await event(receipt.eventID)
        #expect(stored.eventTypeID == HealthMetric.water.eventTypeID)
        #expect(stored.timestamp == time)
        #expect(stored.sourceType == .manual)
        #expect(stored.naturalKey == nil)
        #expect(stored.notes == "cold")
        #expect(stored.properties["milliliters"] == .number(250))
        #expect(try await world.store.read { try $0.queue.status() }.pending == 2)
        let today = try await FetchToday(store: world.store)(
            [.water],
            on: world.day(),
            in: world.zones
        )
        #expect(today.map { $0.today.count } == [1])
    }

    @Test("Two drinks in one minute are two events, and sessions keep both ends")
    func several() async throws {
        let time = try world.instant("08:00")
        let record = world.engine.recordHealthEvent
        let first = try await record(.water(milliliters: 250, at: time))
        let second = try await record(.water(milliliters: 250, at: time))
        let run = try await record(
            .workout(activity: "Running", from: time, until: time + .seconds(1800))
        )

        #expect(first.eventID != second.eventID)
        let stored = try await event(run.eventID)
        #expect(stored.endDate == time + .seconds(1800))
        #expect(stored.properties["activity"] == .text("Running"))
        #expect(stored.properties["duration"] == .duration(seconds: 1800))
    }

    @Test("A value that capture has is not recorded again; its note is added unless there is one")
    func captured() async throws {
        let time = try world.instant("08:00")
        var result = Event(
            eventTypeID: HealthMetric.water.eventTypeID,
            timestamp: time,
            sourceType: .healthKit
        )
        result.healthKitCategory = "water"
        result.properties["milliliters"] = .number(250)
        let type = HealthMetric.water
        try await world.store.write { try $0.entities.create(type.eventType, id: type.eventTypeID) }
        let id = try await world.store.write { [result] in try $0.entities.create(result) }

        let receipt = try await world.engine.recordHealthEvent(
            .water(milliliters: 250, at: time),
            notes: "cold"
        )
        let again = try await world.engine.recordHealthEvent(
            .water(milliliters: 250, at: time),
            notes: "warm"
        )
        let other = try await world.engine.recordHealthEvent(.water(milliliters: 300, at: time))

        #expect([receipt.eventID, again.eventID] == [id, id])
        #expect(!receipt.isNew && !again.isNew && other.isNew)
        #expect(try await event(id).notes == "cold")
    }

    @Test("The type that the person chose is used, and a deleted type is created again")
    func types() async throws {
        let chosen = try await world.store.write {
            try $0.entities.create(
                EventType(name: "Drink", color: "#000000", icon: "star")
            )
        }
        try await world.store.write { transaction in
            try transaction.health.changeSettings(category: "water") { $0.eventTypeID = chosen }
        }
        let time = try world.instant("08:00")
        let record = world.engine.recordHealthEvent

        let drink = try await record(.water(milliliters: 250, at: time))
        #expect(try await event(drink.eventID).eventTypeID == chosen)
        try await world.store.write { try $0.entities.delete(id: chosen, cascade: true) }
        let next = try await record(.water(milliliters: 250, at: time))
        let own = HealthMetric.water.eventTypeID
        #expect(try await event(next.eventID).eventTypeID == own)
        try await world.store.write { try $0.entities.delete(id: own, cascade: true) }
        #expect(try await world.store.read { try $0.entities.fetch(id: own) } == nil)
        let last = try await record(.water(milliliters: 250, at: time))
        #expect(try await event(last.eventID).eventTypeID == own)
        #expect(try await world.store.read { try $0.entities.fetch(id: own) } != nil)
    }

    @Test("Zero amounts and impossible sessions are rejected")
    func impossible() async throws {
        let time = try world.instant("08:00")
        let record = world.engine.recordHealthEvent
        for amount in [0, -1, Double.nan, .infinity] {
            try await invalid { _ = try await record(.water(milliliters: amount, at: time)) }
            try await invalid { _ = try await record(.bodyMass(kilograms: amount, at: time)) }
        }
        try await invalid { _ = try await record(.mindfulness(from: time, until: time)) }
        try await invalid {
            _ = try await record(.workout(activity: "", from: time, until: time + .seconds(60)))
        }
        try await invalid {
            _ = try await record(
                .workout(activity: "Jogging", from: time, until: time + .seconds(60))
            )
        }
        let now = world.clock.now()
        let day = Duration.seconds(86_400)
        try await invalid {
            _ = try await record(.mindfulness(from: now - day - .seconds(1), until: now))
        }
        try await invalid {
            _ = try await record(.mindfulness(from: now - .seconds(60), until: now + .seconds(1)))
        }
        let longest = try await record(.mindfulness(from: now - day, until: now))
        #expect(longest.isNew)
    }

    // MARK: Places

    private func place() async throws -> EntityID {
        try await world.store.write {
            try $0.entities.create(
                Geofence(name: "Office", latitude: 47, longitude: 8, radiusMeters: 150)
            )
        }
    }

    @Test("A visit with both ends is an ordinary visit with manual sources")
    func visit() async throws {
        let office = try await place()
        let (start, end) = (try world.instant("09:00"), try world.instant("12:00"))

        let receipt = try await world.engine.recordGeofenceEvent(
            ManualVisit(office, from: start, until: end, notes: "alone")
        )

        #expect(receipt.isNew)
        let visit = try #require(try await RecordedVisit.newest(in: world.store).first)
        #expect(visit.id == receipt.eventID)
        #expect(visit.place == "Office")
        let exit = try #require(visit.exit)
        #expect([visit.entry.evidenceSource, exit.evidenceSource] == ["person", "person"])
        #expect(
            [visit.entry.earliest, visit.entry.instant, visit.entry.latest] == [
                start, start, start,
            ]
        )
        #expect([exit.earliest, exit.instant, exit.latest] == [end, end, end])
        #expect(try await event(visit.id).notes == "alone")
        #expect(try await !world.store.read { try $0.places.state(of: office) }.isOpen)
    }

    @Test("Overlapping visits are one visit; consecutive ones are two, in any order")
    func overlapping() async throws {
        let office = try await place()
        let record = world.engine.recordGeofenceEvent
        func manualVisit(_ start: String, _ end: String) throws -> ManualVisit {
            ManualVisit(office, from: try world.instant(start), until: try world.instant(end))
        }

        let first = try await record(manualVisit("09:00", "12:00"))
        let within = try await record(manualVisit("10:00", "11:00"))
        let around = try await record(manualVisit("08:00", "13:00"))
        let after = try await record(manualVisit("12:00", "13:00"))
        let before = try await record(manualVisit("07:00", "08:00"))

        #expect([within.eventID, around.eventID] == [first.eventID, first.eventID])
        #expect(!within.isNew && !around.isNew && after.isNew && before.isNew)
        let visits = try await RecordedVisit.newest(in: world.store)
        #expect(visits.map(\.id) == [after.eventID, first.eventID, before.eventID])
        #expect(visits.allSatisfy { $0.exit != nil })
    }

    @Test("A visit with little overlap is another visit, open or closed")
    func hardlyOverlapping() async throws {
        let office = try await place()
        let record = world.engine.recordGeofenceEvent
        func manualVisit(_ start: String, _ end: String? = nil) throws -> ManualVisit {
            ManualVisit(
                office,
                from: try world.instant(start),
                until: try end.map { try world.instant($0) }
            )
        }

        let first = try await record(manualVisit("09:00", "12:00"))
        let before = try await record(manualVisit("07:00", "09:10"))
        let most = try await record(manualVisit("10:00", "13:00"))
        let open = try await record(manualVisit("11:50"))

        #expect(before.isNew && !most.isNew && open.isNew)
        #expect(most.eventID == first.eventID)
        let visits = try await RecordedVisit.newest(in: world.store)
        #expect(visits.map(\.id) == [open.eventID, first.eventID, before.eventID])
        #expect(visits.map { $0.exit == nil } == [true, false, false])
    }

    @Test("A visit stays open until the person leaves, and reopens when they return")
    func openAndClose() async throws {
        let office = try await place()
        let record = world.engine.recordGeofenceEvent
        let start = try world.instant("09:00")

        let opened = try await record(ManualVisit(office, from: start))
        let left = try await record.endVisit(office, at: start + .seconds(3600))
        #expect(left.eventID == opened.eventID)
        #expect(try await event(opened.eventID).endDate == start + .seconds(3600))
        let error = await #expect(throws: StoreError.self) { try await record.endVisit(office) }
        #expect(error?.code == .notFound)
        let back = try await record(ManualVisit(office, from: start + .seconds(7200)))
        #expect(back.isNew)
        #expect(try await event(opened.eventID).endDate == start + .seconds(3600))
    }

    @Test("A visit that ended on another device is not continued by later entries")
    func endedElsewhere() async throws {
        // Regression: on a device without monitoring, all visits of a week merged into the first.
        let office = try await place()
        let record = world.engine.recordGeofenceEvent
        let start = try world.instant("09:00")
        let opened = try await record(ManualVisit(office, from: start))
        var change = Document()
        change["end_date"] = RawJSON(start + .seconds(3600))
        try await world.store.write { [change] in
            try $0.entities.update(id: opened.eventID, change: change)
        }

        let error = await #expect(throws: StoreError.self) { try await record.endVisit(office) }
        #expect(error?.code == .notFound)
        let back = try await record(ManualVisit(office, from: start + .seconds(7200)))
        #expect(back.isNew && back.eventID != opened.eventID)
        #expect(try await event(opened.eventID).endDate == start + .seconds(3600))
    }

    @Test("After the open visit was deleted, another one can be recorded")
    func deleted() async throws {
        let office = try await place()
        let record = world.engine.recordGeofenceEvent
        let start = try world.instant("09:00")
        let mistake = try await record(ManualVisit(office, from: start))
        try await world.store.write { try $0.entities.delete(id: mistake.eventID) }

        let visit = try await record(ManualVisit(office, from: start))

        #expect(visit.isNew)
        #expect(visit.eventID != mistake.eventID)
        #expect(try await RecordedVisit.newest(in: world.store).map(\.id) == [visit.eventID])
    }

    @Test("Visits in the future, reversed ones, and visits to deleted places are rejected")
    func impossibleVisits() async throws {
        let office = try await place()
        let record = world.engine.recordGeofenceEvent
        let now = world.clock.now()
        try await invalid { _ = try await record(ManualVisit(office, from: now + .seconds(1))) }
        try await invalid {
            _ = try await record(ManualVisit(office, from: now, until: now - .seconds(1)))
        }
        try await invalid {
            _ = try await record(
                ManualVisit(office, from: now - .seconds(60), until: now + .seconds(1))
            )
        }
        _ = try await record(ManualVisit(office, from: now - .seconds(60)))
        try await invalid { _ = try await record.endVisit(office, at: now - .seconds(61)) }
        try await world.store.write { try $0.entities.delete(id: office) }
        let error = await #expect(throws: StoreError.self) {
            try await record(ManualVisit(office, from: now))
        }
        #expect(error?.code == .notFound)
    }
}
