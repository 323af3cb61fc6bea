import Testing
import TrendyModel
import TrendyStore

@Suite("Reading entities")
struct EntityReadingTests: RecordingSuite {
    private let fixture: StoreFixture
    let store: DeviceStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private func remote(_ id: EntityID, _ name: String, isDeleted: Bool = false) -> Entity {
        let now = fixture.clock.now()
        return Entity(
            kind: .eventType,
            id: id,
            version: 9,
            createdAt: now,
            updatedAt: now,
            deletedAt: isDeleted ? now : nil,
            content: EventType(name: name).document.json
        )
    }

    @Test("Named entities are ordered by name, and found by it without regard to case")
    func names() async throws {
        let water = try await type("Water")
        let coffee = try await type("coffee")
        let tea = try await type("Tea")

        let all = try await store.read { try $0.entities.fetchAll(kind: .eventType) }
        #expect(all.map(\.id) == [coffee, tea, water])
        let found = try await store.read { try $0.entities.fetch(kind: .eventType, named: "TEA") }
        #expect(found?.id == tea)
        let place = try await store.read { try $0.entities.fetch(kind: .geofence, named: "Tea") }
        #expect(place == nil)
    }

    @Test("The name of a deleted entity is free, even if the server sends its content")
    func nameOfDeleted() async throws {
        try await store.pull(remote(EntityID(high: 1, low: 1), "Tea", isDeleted: true))

        #expect(
            try await store.read { try $0.entities.fetch(kind: .eventType, named: "Tea") } == nil
        )
        #expect(try await store.read { try $0.entities.fetchAll(kind: .eventType) }.isEmpty)
        let live = try await type("Tea")
        let found = try await store.read { try $0.entities.fetch(kind: .eventType, named: "Tea") }
        #expect(found?.id == live)
    }

    @Test("Of several ids, only live events are read, in the order of the ids")
    func eventsByID() async throws {
        let type = try await type("Coffee")
        let first = try await event(of: type)
        let deleted = try await event(of: type)
        let last = try await event(of: type)
        try await store.acceptBatch(version: 1)
        try await store.write { try $0.entities.delete(id: deleted) }

        let ids = [last, type, deleted, first, EntityID(high: 7, low: 7)]
        let events = try await store.read { try $0.entities.events(ids: ids) }

        #expect(events.map(\.id) == [last, first])
    }

    /// Events of two types with the seconds of their times; of equal times, in descending order of
    /// their ids.
    private func timeline() async throws -> (ids: [EntityID], type: EntityID, other: EntityID) {
        let (type, other) = (try await type("Coffee"), try await type("Tea"))
        let rows: [(UInt64, Int64, EntityID)] = [
            (1, 30, type), (5, 20, type), (4, 20, other), (3, 20, type), (2, 10, type),
        ]
        for (number, second, type) in rows {
            let time = Instant(seconds: second)
            let event = Event(eventTypeID: type, timestamp: time, sourceType: .manual)
            try await store.write {
                try $0.entities.create(event, id: EntityID(high: 1, low: number))
            }
        }
        return (rows.map { EntityID(high: 1, low: $0.0) }, type, other)
    }

    private func ids(_ filter: EventFilter) async throws -> [EntityID] {
        try await store.read { try $0.entities.events(filter) }.map(\.id)
    }

    @Test("A filter includes its first moment and excludes its last one")
    func bounds() async throws {
        let (events, type, other) = try await timeline()
        let (start, end) = (Instant(seconds: 20), Instant(seconds: 30))

        #expect(try await ids(EventFilter()) == events)
        #expect(try await ids(EventFilter(from: start)) == Array(events[..<4]))
        #expect(try await ids(EventFilter(to: end)) == Array(events[1...]))
        #expect(try await ids(EventFilter(from: start, to: end)) == Array(events[1..<4]))
        #expect(try await ids(EventFilter(from: end, to: end)).isEmpty)
        #expect(try await ids(EventFilter(eventTypeID: other)) == [events[2]])
        let ofType = EventFilter(from: start, to: end, eventTypeID: type)
        #expect(try await ids(ofType) == [events[1], events[3]])
    }

    @Test("Pages continue after their last event, also between events of the same time")
    func pages() async throws {
        let (events, _, _) = try await timeline()
        let second = Instant(seconds: 20)

        for (index, id) in events.enumerated() where (1...3).contains(index) {
            let rest = EventFilter(before: (second, id), limit: 2)
            #expect(try await ids(rest) == Array(events[(index + 1)...].prefix(2)))
        }
        let latest = (timestamp: Instant(milliseconds: .max), id: EntityID(high: 0, low: 0))
        #expect(try await ids(EventFilter(before: latest)) == events)
        let narrow = EventFilter(to: Instant(seconds: 20), before: latest)
        #expect(try await ids(narrow) == [events[4]])
    }

    @Test("A preview of a snapshot adds missing entities and leaves the others as they are")
    func preview() async throws {
        let known = try await type("Coffee")
        try await store.acceptBatch(version: 1)
        try await store.write { try $0.entities.update(id: known, change: change("icon", "cup")) }
        let before = try await store.entity(known)
        let new = remote(EntityID(high: 1, low: 1), "Tea")

        let snapshot = [StagedEntity(remote(known, "Old")), StagedEntity(new)]
        try await store.write { try $0.snapshot.preview(snapshot) }

        #expect(try await store.entity(known) == before)
        #expect(try await store.entity(new.id) == new)
        #expect(try await store.batch().map(\.entityID) == [known])
    }
}
