import Testing
import TrendyModel
import TrendyStore

@Suite("Updates of visits")
struct VisitUpdateTests {
    private let fixture: StoreFixture
    private let store: DeviceStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    /// An event of another device with any JSON as its properties.
    private func event(_ properties: String) async throws -> EntityID {
        let type = try await store.write { try $0.entities.create(EventType(name: "Gym")) }
        let id = EntityID.derived(kind: "event", naturalKey: "visit")
        let fields = Event(
            eventTypeID: type,
            timestamp: Instant(milliseconds: 5),
            sourceType: .geofence
        )
        var document = fields.document
        document["properties"] = RawJSON(unchecked: Array(properties.utf8))
        let now = fixture.clock.now()
        let remote = Entity(
            kind: .event,
            id: id,
            version: 7,
            createdAt: now,
            updatedAt: now,
            content: document.json
        )
        try await store.write {
            try $0.sync.apply(changes: [remote], cursor: "e-7", policy: RemoteWins())
        }
        return id
    }

    private func properties(
        of id: EntityID,
        after changes: [String: PropertyValue?]
    ) async throws -> RawJSON? {
        var change = PlaceUpdate()
        change.updates = [.init(id: id, fields: Document(), properties: changes)]
        try await store.write { [change] in try $0.places.apply(change) }
        return try await store.read { try $0.entities.fetch(id: id) }?.document()["properties"]
    }

    @Test("An update preserves a property that cannot be decoded")
    func unreadable() async throws {
        let id = try await event(
            #"{"entered":{"type":"text","value":"8"},"gone":{"type":"text","value":"x"},"odd":[1]}"#
        )

        let after = try await properties(of: id, after: ["left": .text("9"), "gone": nil])

        #expect(
            after?.description
                == #"{"entered":{"type":"text","value":"8"},"left":{"type":"text","value":"9"},"odd":[1]}"#
        )
    }

    @Test("An update replaces properties that are not an object")
    func noObject() async throws {
        let id = try await event("[1]")

        let after = try await properties(of: id, after: ["left": .text("9")])

        #expect(after?.description == #"{"left":{"type":"text","value":"9"}}"#)
    }
}
