import Testing
import TrendyModel
import TrendyStore

@Suite("Importing entities of a file")
struct EntityImportTests: RecordingSuite {
    private let fixture: StoreFixture
    let store: DeviceStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private func importing(
        _ entity: Entity,
        known: Set<EntityID> = []
    ) async throws -> (outcome: EntityRecords.ImportOutcome, known: Set<EntityID>) {
        try await store.write { transaction in
            var known = known
            let outcome = try transaction.entities.importing(entity, known: &known)
            return (outcome, known)
        }
    }

    /// An entity as a file contains it.
    private func entity(_ kind: EntityKind, _ content: RawJSON) -> Entity {
        Entity(
            kind: kind,
            id: fixture.dependencies.ids.next(),
            createdAt: Instant(milliseconds: 1),
            updatedAt: Instant(milliseconds: 1),
            content: content
        )
    }

    private func entity(
        eventOf type: EntityID,
        _ change: (inout Event) -> Void = { _ in }
    ) -> Entity {
        var event = Event(
            eventTypeID: type,
            timestamp: Instant(milliseconds: 7),
            sourceType: .manual
        )
        change(&event)
        return entity(.event, event.document.json)
    }

    private func fields(_ outcome: EntityRecords.ImportOutcome) -> [String] {
        guard case .invalid(let errors) = outcome else { return [] }
        return errors.map(\.field)
    }

    @Test("An event is created with the id and the content of the file, and sent")
    func created() async throws {
        let type = try await type("Tea")
        try await store.acceptBatch(version: 1)
        let event = entity(eventOf: type)

        let (outcome, known) = try await importing(event)

        #expect(outcome == .created)
        #expect(known == [type])
        #expect(try await store.entity(event.id)?.content == event.content)
        #expect(try await store.batch().map(\.entityID) == [event.id])
    }

    @Test("An id that the device has is unchanged, and a deleted one stays deleted")
    func taken() async throws {
        let type = try await type("Tea")
        let kept = try await self.event(of: type)
        let deleted = try await self.event(of: type)
        try await store.acceptBatch(version: 1)
        try await store.write { try $0.entities.delete(id: deleted) }
        var (again, gone) = (entity(eventOf: type), entity(eventOf: type))
        (again.id, gone.id) = (kept, deleted)
        let before = try await store.entity(kept)

        #expect(try await importing(again).outcome == .exists)
        #expect(try await importing(gone).outcome == .deleted)

        #expect(try await store.entity(kept) == before)
        #expect(try await store.entity(deleted) == nil)
    }

    @Test("What an event refers to must exist, unless the caller knows it")
    func references() async throws {
        let type = try await type("Tea")
        let missing = fixture.dependencies.ids.next()
        let deleted = try await self.type("Deleted")
        try await store.write { try $0.entities.delete(id: deleted) }
        let stray = entity(eventOf: missing)

        #expect(fields(try await importing(stray).outcome) == ["event_type_id"])
        #expect(fields(try await importing(entity(eventOf: deleted)).outcome) == ["event_type_id"])
        let elsewhere = entity(eventOf: type) { $0.geofenceID = missing }
        #expect(fields(try await importing(elsewhere).outcome) == ["geofence_id"])
        #expect(try await importing(stray, known: [missing]).outcome == .created)

        #expect(try await store.entity(elsewhere.id) == nil)
    }

    @Test("Invalid and too large content is refused, and a null field is left out")
    func content() async throws {
        let type = try await type("Tea")
        let large = entity(eventOf: type) {
            $0.notes = String(repeating: "a", count: Entity.maximumContentBytes)
        }
        let nameless = entity(.eventType, entity(eventOf: type).content)
        let coffee = EventType(name: "Coffee").document.json
        let text = "{\"extra\":null," + coffee.description.dropFirst()
        let plain = entity(.eventType, RawJSON(unchecked: text.utf8))

        #expect(!fields(try await importing(large).outcome).isEmpty)
        #expect(fields(try await importing(nameless).outcome).contains("name"))
        #expect(try await importing(plain).outcome == .created)

        #expect(try await store.entity(large.id) == nil)
        #expect(try await store.entity(plain.id)?.content == coffee)
    }

    @Test("Imported events are sent after what the person records meanwhile")
    func order() async throws {
        let type = try await type("Tea")
        try await store.acceptBatch(version: 1)
        let event = entity(eventOf: type)
        _ = try await importing(event)

        let recorded = try await self.event(of: type)

        #expect(try await store.batch().map(\.entityID) == [recorded, event.id])
    }
}
