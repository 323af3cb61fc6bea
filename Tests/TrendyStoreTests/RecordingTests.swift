import GRDB
import Testing
import TrendyModel
import TrendyStore

@Suite("Local edits")
struct RecordingTests {
    private let fixture: StoreFixture
    private let store: DeviceStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private func coffee() async throws -> EntityID {
        try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
    }

    private func violations(_ reason: FailureReason?) -> [FailureReason.FieldViolation] {
        guard case .invalidFields(let fields)? = reason else { return [] }
        return fields
    }

    private func notes(_ text: String?) -> Document {
        var patch = EventPatch()
        patch.notes = text.map { .set($0) } ?? .clear
        return patch.change
    }

    @Test("An entity and its mutation survive a restart together")
    func together() async throws {
        let type = try await coffee()
        try await store.close()

        let reopened = try fixture.open()

        #expect(try await reopened.read { try $0.entities.fetch(id: type) } != nil)
        #expect(try await reopened.batch().map(\.entityID) == [type])
    }

    @Test("Invalid fields are refused with all reasons, and nothing is written")
    func invalid() async throws {
        let error = await #expect(throws: StoreError.self) {
            try await store.write { try $0.entities.create(EventType(name: " ", color: "red")) }
        }

        #expect(error?.code == .invalid)
        #expect(Set(violations(error?.reason).map(\.field)) == ["name", "color"])
        #expect(try await store.read { try $0.queue.status() }.pending == 0)
        #expect(try await store.read { try $0.entities.fetchAll(kind: .eventType) }.isEmpty)
    }

    @Test("Content above the maximum size is refused, and nothing is written")
    func tooLarge() async throws {
        let small = Event(
            eventTypeID: try await coffee(),
            timestamp: Instant(milliseconds: 5),
            sourceType: .manual
        )
        let id = try await store.write { try $0.entities.create(small) }
        let text = RawJSON(String(repeating: "x", count: Entity.maximumContentBytes))
        let change = Document([.init(name: "future", value: text)])
        var event = small
        event.unknown = change
        let large = event

        let creation = await #expect(throws: StoreError.self) {
            try await store.write { try $0.entities.create(large) }
        }
        let update = await #expect(throws: StoreError.self) {
            try await store.write { try $0.entities.update(id: id, change: change) }
        }

        #expect(creation?.code == .invalid && update?.code == .invalid)
        #expect(violations(update?.reason).map(\.field) == ["future"])
        #expect(try await store.read { try $0.queue.status() }.pending == 2)
        #expect(
            try await store.read { try $0.entities.fetch(id: id) }?.content == small.document.json
        )
    }

    @Test("Edits of an entity that was never sent become part of its creation")
    func coalescedCreate() async throws {
        let type = try await coffee()
        let event = Event(
            eventTypeID: type,
            timestamp: Instant(milliseconds: 5),
            sourceType: .manual
        )
        let id = try await store.write { try $0.entities.create(event) }

        try await store.write { try $0.entities.update(id: id, change: notes("black")) }
        try await store.write { try $0.entities.update(id: id, change: notes(nil)) }

        let mutations = try await store.batch()
        #expect(mutations.map(\.operation) == ["create", "create"])
        #expect(try Document(json: mutations[1].fields)["notes"] == nil)
    }

    @Test(
        "Edits of an accepted entity become one update of the changed fields; null clears a field"
    )
    func coalescedUpdate() async throws {
        let type = try await coffee()
        let id = try await store.write {
            try $0.entities.create(
                Event(eventTypeID: type, timestamp: Instant(milliseconds: 5), sourceType: .manual)
            )
        }
        try await store.complete(try await store.batch(), .accepted(version: 7))

        try await store.write { try $0.entities.update(id: id, change: notes("black")) }
        try await store.write { try $0.entities.update(id: id, change: notes(nil)) }

        let mutations = try await store.batch()
        #expect(mutations.map(\.operation) == ["update"])
        #expect(mutations.first?.fields.description == #"{"notes":null}"#)
        #expect(mutations.first?.baseVersion == 7)
    }

    @Test("A mutation that may have been sent is never coalesced with a later edit")
    func noCoalescingAfterSending() async throws {
        let type = try await coffee()
        let sent = try await store.batch()
        var change = Document()
        change["name"] = RawJSON("Espresso")

        try await store.write { [change] in try $0.entities.update(id: type, change: change) }

        // Mutations are FIFO per entity, so the edit is sent after the creation.
        #expect(try await store.batch().map(\.id) == sent.map(\.id))
        try await store.complete(sent, .accepted(version: 3))
        let next = try await store.batch()
        #expect(next.map(\.operation) == ["update"])
        #expect(next.first?.baseVersion == 3)
    }

    @Test("The sent watermark survives a restart")
    func watermarkSurvives() async throws {
        let type = try await coffee()
        let sent = try await store.batch()
        try await store.close()
        let reopened = try fixture.open()
        var change = Document()
        change["name"] = RawJSON("Espresso")

        try await reopened.write { [change] in try $0.entities.update(id: type, change: change) }

        let again = try await reopened.batch()
        #expect(again == sent)
    }

    @Test("Creating and deleting an entity before it is sent leaves no mutation")
    func createDelete() async throws {
        let type = try await coffee()
        try await store.write { try $0.entities.delete(id: type) }

        #expect(try await store.batch().isEmpty)
        #expect(try await store.read { try $0.queue.status() }.pending == 0)
    }

    @Test("A deleted event type that was never sent is created first if a geofence refers to it")
    func typeOfGeofence() async throws {
        let type = try await coffee()
        var home = Geofence(name: "Home", latitude: 52.5, longitude: 13.4, radiusMeters: 150)
        home.eventTypeEntryID = type
        let place = try await store.write { [home] in try $0.entities.create(home) }
        try await store.write { try $0.entities.delete(id: type) }

        let first = try await store.batch()
        #expect(first.map(\.entityID) == [type, place])
        #expect(first.map(\.operation) == ["create", "create"])
        try await store.complete(first, .accepted(version: 1))
        let second = try await store.batch()
        #expect(second.map(\.entityID) == [type])
        #expect(second.map(\.operation) == ["delete"])
    }

    @Test("A create, a delete and a create of the same id end with the entity")
    func createDeleteCreate() async throws {
        let id = try await coffee()
        let sent = try await store.batch()
        try await store.complete(sent, .accepted(version: 1))
        try await store.write { try $0.entities.delete(id: id) }
        try await store.write { try $0.entities.create(EventType(name: "Tea"), id: id) }

        #expect(try await store.read { try $0.entities.fetch(id: id) } != nil)
        let delete = try await store.batch()
        #expect(delete.map(\.operation) == ["delete"])
        try await store.complete(delete, .accepted(version: 2))
        let create = try await store.batch()
        #expect(create.map(\.operation) == ["create"])
        #expect(create.first?.baseVersion == 2)
    }

    @Test("An update with the current values writes nothing")
    func noChange() async throws {
        let id = try await coffee()
        try await store.complete(try await store.batch(), .accepted(version: 1))
        var change = Document()
        change["name"] = RawJSON("Coffee")

        try await store.write { [change] in try $0.entities.update(id: id, change: change) }

        #expect(try await store.read { try $0.queue.status() }.pending == 0)
    }

    @Test(
        "An undecodable change is quarantined and applied once it can be decoded"
    )
    func quarantine() async throws {
        let id = fixture.dependencies.ids.next()
        let change = UnreadableChange(
            entityID: id,
            kind: "mood_ring",
            reason: "An entity lacks a field",
            json: RawJSON(unchecked: #"{"id":"x"}"#.utf8)
        )

        try await store.write {
            try $0.sync.apply(
                changes: [],
                unreadable: [change],
                cursor: "e-7",
                policy: RemoteWins()
            )
        }
        try await store.write {
            try $0.sync.apply(
                changes: [],
                unreadable: [change],
                cursor: "e-8",
                policy: RemoteWins()
            )
        }

        #expect(try await store.read { try $0.sync.cursor() } == "e-8")
        #expect(try await store.read { try $0.sync.quarantined() } == [change])
        #expect(try await store.read { try $0.queue.status() }.quarantined == 1)
        let now = fixture.clock.now()
        let entity = Entity(
            kind: .eventType,
            id: id,
            version: 8,
            createdAt: now,
            updatedAt: now,
            content: EventType(name: "Ring").document.json
        )
        try await store.write {
            try $0.sync.apply(changes: [entity], cursor: nil, policy: RemoteWins())
        }
        #expect(try await store.read { try $0.sync.cursor() } == "e-8")
        #expect(try await store.read { try $0.sync.quarantined() }.isEmpty)
        #expect(try await store.read { try $0.entities.fetch(id: id) } != nil)
    }

    @Test("Unknown fields survive an edit of another field")
    func unknownFields() async throws {
        let id = fixture.dependencies.ids.next()
        let text =
            ##"{"color":"#000000","future":{"a":[12345678901234567890]},"icon":"x","name":"A"}"##
        let content = RawJSON(unchecked: text.utf8)
        let now = fixture.clock.now()
        try await store.write {
            try $0.sync.apply(
                changes: [
                    Entity(
                        kind: .eventType,
                        id: id,
                        version: 4,
                        createdAt: now,
                        updatedAt: now,
                        content: content
                    )
                ],
                cursor: "e-4",
                policy: RemoteWins()
            )
        }

        try await EventTypeRepository(store).update(id: id) { $0.name = "B" }

        #expect(
            try await store.read { try $0.entities.fetch(id: id) }?.content.description
                == text.replacing(#""A""#, with: #""B""#)
        )
        #expect(try await store.batch().first?.fields.description == #"{"name":"B"}"#)
    }

    @Test("Edit times increase even when the clock is set back")
    func clockGoesBack() async throws {
        let first = try await coffee()
        fixture.clock.advance(by: .seconds(-1_000_000))
        let second = try await store.write { try $0.entities.create(EventType(name: "Tea")) }

        let mutations = try await store.batch()
        #expect(mutations.map(\.entityID) == [first, second])
        #expect(mutations[0].editedAt < mutations[1].editedAt)
    }

    @Test("An edit is later than all changes of the server that this device has")
    func laterThanServer() async throws {
        let type = try await coffee()
        try await store.acceptBatch(version: 1)
        var remote = try #require(try await store.entity(type))
            .changed(version: 2, "icon", "cup")
        remote.updatedAt = fixture.clock.now() + .seconds(30)
        try await store.pull(remote)

        try await store.write { try $0.entities.create(EventType(name: "Tea")) }

        let edit = try #require(try await store.batch().first)
        #expect(edit.editedAt == remote.updatedAt + .milliseconds(1))
    }

    @Test("The update time is that of the edit until the server has accepted the entity")
    func updateTime() async throws {
        let type = try await coffee()
        let start = fixture.clock.now()
        fixture.clock.advance(by: .seconds(60))
        try await EventTypeRepository(store).update(id: type) { $0.icon = "cup" }
        #expect(try await store.entity(type)?.updatedAt == start + .seconds(60))
        #expect(try await store.entity(type)?.createdAt == start)

        try await store.acceptBatch(version: 1)
        fixture.clock.advance(by: .seconds(60))
        try await EventTypeRepository(store).update(id: type) { $0.icon = "mug" }
        #expect(try await store.entity(type)?.updatedAt == start + .seconds(60))
    }
}
