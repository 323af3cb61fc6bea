import Testing
import TrendyModel
import TrendyStore

@Suite("Conflict log")
struct ConflictLogTests: RecordingSuite {
    private let fixture: StoreFixture
    let store: DeviceStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    /// An event type whose field changed on both sides; the server's value won.
    private func conflict(
        _ field: String,
        _ local: String,
        _ remote: String
    ) async throws -> (id: EntityID, entry: ConflictLogEntry) {
        let id = try await type("Coffee")
        try await store.acceptBatch(version: 1)
        let entity = try #require(try await store.entity(id))
        try await store.write { try $0.entities.update(id: id, change: change(field, local)) }
        try await store.pull(entity.changed(version: 2, field, remote), policy: FieldMerge())
        let entries = try await store.read { try $0.conflicts.open() }
        return (id, try #require(entries.first))
    }

    private func value(_ field: String, of id: EntityID) async throws -> String? {
        try await store.entity(id)?.document()[field]?.string
    }

    @Test("An entry names the entity, its kind, the field, all values and the time")
    func entry() async throws {
        let (id, entry) = try await conflict("icon", "cup", "mug")

        #expect(entry.entityID == id && entry.kind == .eventType)
        #expect(entry.resolvedAt == fixture.clock.now())
        let loss = Resolution.Loss(
            field: "icon",
            base: RawJSON("circle.fill"),
            local: RawJSON("cup"),
            remote: RawJSON("mug"),
            isLocalWinner: false
        )
        #expect(entry.loss == loss)
        #expect(entry.loss.loser == RawJSON("cup") && entry.loss.winner == RawJSON("mug"))
        #expect(try await value("icon", of: id) == "mug")
    }

    @Test("Restoring a value writes it as a new edit and acknowledges the entry")
    func restore() async throws {
        let (id, entry) = try await conflict("icon", "cup", "mug")

        #expect(try await store.write { try $0.conflicts.restore(entry.id) } == id)

        #expect(try await value("icon", of: id) == "cup")
        #expect(try await store.read { try $0.conflicts.open() }.isEmpty)
        let queued = try await store.batch()
        #expect(queued.map(\.baseVersion) == [2])
        #expect(queued.first?.fields.description == #"{"icon":"cup"}"#)
        let error = await #expect(throws: StoreError.self) {
            try await store.write { try $0.conflicts.restore(entry.id) }
        }
        #expect(error?.code == .notFound)
    }

    @Test("Restoring an event type that another device deleted creates it as an event type")
    func restoreDeleted() async throws {
        let id = try await type("Coffee")
        try await store.acceptBatch(version: 1)
        let entity = try #require(try await store.entity(id))
        try await store.write { try $0.entities.update(id: id, change: change("icon", "cup")) }
        let deletion = entity.deleted(version: 2, at: fixture.clock.now())
        try await store.pull(deletion, policy: FieldMerge())
        #expect(try await store.entity(id) == nil)
        let entry = try #require(try await store.read { try $0.conflicts.open() }.first)
        #expect(entry.kind == .eventType && entry.loss.field == Resolution.Loss.fullEntity)

        try await store.write { try $0.conflicts.restore(entry.id) }

        #expect(try await store.entity(id)?.kind == .eventType)
        #expect(try await value("icon", of: id) == "cup")
        let queued = try await store.batch()
        #expect(queued.map(\.kind) == [.eventType] && queued.map(\.operation) == ["create"])
    }

    /// An entity that exists when the name "Tea" is restored to an event type.
    enum Namesake: CaseIterable {
        case none, otherName, place, deleted, live
    }

    private func add(_ namesake: Namesake) async throws {
        switch namesake {
        case .none: break
        case .otherName: _ = try await type("Water")
        case .place:
            let place = Geofence(name: "Tea", latitude: 1, longitude: 2, radiusMeters: 150)
            try await store.write { try $0.entities.create(place) }
        case .deleted:
            // A server may send the content of a deleted entity.
            let now = fixture.clock.now()
            let tombstone = Entity(
                kind: .eventType,
                id: fixture.dependencies.ids.next(),
                version: 9,
                createdAt: now,
                updatedAt: now,
                deletedAt: now,
                content: EventType(name: "Tea").document.json
            )
            try await store.pull(tombstone)
        case .live: _ = try await type("tea")
        }
    }

    @Test(
        "A name is restored unless another live entity of the kind has it",
        arguments: Namesake.allCases
    )
    func restoreName(namesake: Namesake) async throws {
        let (id, entry) = try await conflict("name", "Tea", "Chai")
        try await add(namesake)

        let error = try await refusal {
            try await store.write { try $0.conflicts.restore(entry.id) }
        }

        #expect(error?.code == (namesake == .live ? .invalid : nil))
        #expect(try await value("name", of: id) == (namesake == .live ? "Chai" : "Tea"))
        let open = try await store.read { try $0.conflicts.open() }
        #expect(open == (namesake == .live ? [entry] : []))
    }

    /// The error of the store that an operation throws; `nil` when it succeeds.
    private func refusal(_ operation: () async throws -> EntityID) async throws -> StoreError? {
        do {
            _ = try await operation()
            return nil
        } catch let error as StoreError {
            return error
        }
    }

    @Test("Entries are listed newest first, and acknowledged one by one or all at once")
    func acknowledge() async throws {
        var ids: [ConflictLogEntry.ID] = []
        for number in 0..<3 {
            let id = try await type("Type \(number)")
            try await store.acceptBatch(version: 1)
            let entity = try #require(try await store.entity(id))
            try await store.write { try $0.entities.update(id: id, change: change("icon", "cup")) }
            try await store.pull(entity.changed(version: 2, "icon", "mug"), policy: FieldMerge())
            let newest = try await store.read { try $0.conflicts.open(limit: 1) }
            ids.insert(try #require(newest.first).id, at: 0)
        }
        #expect(try await store.read { try $0.conflicts.open() }.map(\.id) == ids)
        let newest = try await store.read { try $0.conflicts.open(limit: 2) }
        #expect(newest.map(\.id) == Array(ids[..<2]))
        #expect(try await store.status().conflicts == 3)

        let one = try await store.write { [ids] in try $0.conflicts.acknowledge(ids[1]) }
        #expect(one == 1)
        #expect(try await store.read { try $0.conflicts.open() }.map(\.id) == [ids[0], ids[2]])
        let rest = try await store.write { try $0.conflicts.acknowledge(nil) }
        #expect(rest == 2)
        #expect(try await store.status().conflicts == 0)
    }
}
