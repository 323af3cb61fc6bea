import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Push semantics of the contract")
struct PushSemanticsTests {
    @Test("A creation is stored unchanged under the next version", arguments: StoreFactory.all)
    func create(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = try await fixture.addType()
        let event = fixture.event(type)

        let results = try await fixture.push([event])

        #expect(results == [PushResult(id: event.id, status: .applied, version: 2)])
        let stored = try await fixture.store.entity(account: fixture.account, id: event.entityID)
        #expect(stored?.version == 2)
        #expect(stored?.content == (try Document(json: event.fields)).json)
    }

    @Test("A creation does not store members that are null", arguments: StoreFactory.all)
    func createWithNull(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let id = fixture.world.id()
        let plain = typeFields("Coffee")
        let withNull = #"{"other":null,"# + plain.dropFirst()

        let created = try await fixture.push([fixture.mutation(.create, .eventType, id, withNull)])
        let stored = try await fixture.store.entity(account: fixture.account, id: id)
        let again = try await fixture.push([fixture.mutation(.create, .eventType, id, plain)])

        #expect(created.map(\.status) == [.applied])
        #expect(stored?.content.description.contains("other") == false)
        #expect(again.map(\.status) == [.duplicate])
    }

    @Test("A repeated mutation gets the first result", arguments: StoreFactory.all)
    func duplicate(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let event = fixture.event(try await fixture.addType())
        try await fixture.push([event])
        try await fixture.push([
            fixture.mutation(.update, .event, event.entityID, #"{"notes":"later"}"#)
        ])

        let results = try await fixture.push([event])

        #expect(results == [PushResult(id: event.id, status: .duplicate, version: 2)])
        #expect(try await fixture.store.latestVersion(account: fixture.account) == 3)
    }

    @Test(
        "An entity that exists under another key is recorded as well",
        arguments: StoreFactory.all
    )
    func known(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let event = fixture.event(try await fixture.addType())
        try await fixture.push([event])
        var again = event
        again.id = fixture.world.id()
        let first = try await fixture.push([again])
        try await fixture.push([
            fixture.mutation(.update, .event, event.entityID, #"{"notes":"later"}"#)
        ])

        let second = try await fixture.push([again])

        #expect(first == [PushResult(id: again.id, status: .duplicate, version: 2)])
        #expect(second == first)
    }

    @Test("The same key with other content is refused", arguments: StoreFactory.all)
    func mismatch(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = try await fixture.addType()
        let event = fixture.event(type)
        try await fixture.push([event])
        var other = event
        other.fields = RawJSON(unchecked: Array(eventFields(type, at: 60).utf8))

        let result = try await fixture.push([other])[0]

        #expect(result.status == .rejected)
        #expect(result.problem?.code == .idempotencyMismatch)
    }

    @Test("Two accounts may use the same key", arguments: StoreFactory.all)
    func keyScope(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let other = try await StoreFixture.addAccount(
            to: fixture.store,
            fixture.world,
            "bob@example.com"
        )
        let create = fixture.mutation(
            .create,
            .eventType,
            fixture.world.id(),
            typeFields("Coffee")
        )

        let first = try await fixture.push([create])
        let second = try await fixture.push([create], as: other)

        #expect(first.map(\.status) == [.applied])
        #expect(second.map(\.status) == [.applied])
    }

    @Test(
        "Creating an existing entity is a duplicate with equal content, a conflict otherwise",
        arguments: StoreFactory.all
    )
    func createExisting(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = try await fixture.addType()
        let event = fixture.event(type)
        try await fixture.push([event])

        let results = try await fixture.push([
            fixture.event(type, id: event.entityID),
            fixture.event(type, at: 9, id: event.entityID),
        ])

        #expect(results.map(\.status) == [.duplicate, .conflict])
        #expect(results[0].version == 2)
        #expect(results[1].entity?.version == 2)
    }

    @Test(
        "An update merges: absent fields stay, null clears, unknown fields are kept",
        arguments: StoreFactory.all
    )
    func update(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = try await fixture.addType()
        let id = fixture.world.id()
        let fields = eventFields(
            type,
            extra: #","notes":"a","future":9007199254740993,"nfd":"e\#u{301}","nfc":"\#u{e9}""#
        )
        try await fixture.push([fixture.mutation(.create, .event, id, fields)])

        try await fixture.push([
            fixture.mutation(
                .update,
                .event,
                id,
                #"{"notes":null,"location_name":"Home"}"#,
                base: 2
            )
        ])

        let entity = try #require(try await fixture.store.entity(account: fixture.account, id: id))
        let document = try entity.document()
        #expect(document["notes"] == nil)
        #expect(document["location_name"]?.string == "Home")
        #expect(document["future"]?.description == "9007199254740993")
        #expect(document["nfd"]?.utf8 == Array("\"e\u{301}\"".utf8))
        #expect(document["nfc"]?.utf8 == Array("\"\u{e9}\"".utf8))
        #expect(entity.version == 3)
    }

    @Test(
        "An update of an older base conflicts, unless the request wrote the newer version",
        arguments: StoreFactory.all
    )
    func staleBase(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let id = try await fixture.addType()
        let inOne = try await fixture.push([
            fixture.mutation(.update, .eventType, id, #"{"icon":"a"}"#, base: 1),
            fixture.mutation(.update, .eventType, id, #"{"icon":"b"}"#, base: 1),
        ])

        let late = try await fixture.push([
            fixture.mutation(.update, .eventType, id, #"{"icon":"c"}"#, base: 1)
        ])[0]

        #expect(inOne.map(\.status) == [.applied, .applied])
        #expect(late.status == .conflict)
        #expect(late.entity?.version == 3)
    }

    @Test(
        "Deleting a deleted entity is applied; updating it conflicts with the tombstone",
        arguments: StoreFactory.all
    )
    func deletion(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let event = fixture.event(try await fixture.addType())
        try await fixture.push([event])

        let results = try await fixture.push([
            fixture.mutation(.delete, .event, event.entityID),
            fixture.mutation(.delete, .event, event.entityID),
            fixture.mutation(.delete, .event, fixture.world.id()),
            fixture.mutation(.update, .event, event.entityID, #"{"notes":"x"}"#),
        ])

        #expect(results.map(\.status) == [.applied, .applied, .applied, .conflict])
        #expect(results[3].entity?.deletedAt != nil)
        #expect(results[3].entity?.content == Entity.emptyContent)
    }

    @Test(
        "A late deletion keeps its time, and the last change of the entity does not go back",
        arguments: StoreFactory.all
    )
    func lateDeletion(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let event = fixture.event(try await fixture.addType())
        var delete = fixture.mutation(.delete, .event, event.entityID)
        delete.editedAt = event.editedAt + .seconds(60)
        var update = fixture.mutation(.update, .event, event.entityID, #"{"notes":"x"}"#)
        update.editedAt = event.editedAt + .seconds(120)
        fixture.world.clock.advance(by: .seconds(3600))

        try await fixture.push([event, update, delete])

        let entity = try await fixture.store.entity(account: fixture.account, id: event.entityID)
        #expect(entity?.deletedAt == delete.editedAt)
        #expect(entity?.updatedAt == update.editedAt)
    }

    @Test(
        "Create, delete and create of one id end with a live entity",
        arguments: StoreFactory.all
    )
    func resurrection(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = try await fixture.addType()
        let event = fixture.event(type)

        let results = try await fixture.push([
            event, fixture.mutation(.delete, .event, event.entityID),
            fixture.event(type, at: 5, id: event.entityID),
        ])

        #expect(results.map(\.status) == [.applied, .applied, .applied])
        let entity = try await fixture.store.entity(account: fixture.account, id: event.entityID)
        #expect(entity?.deletedAt == nil)
    }

    @Test(
        "A missing reference blocks a mutation until its parent exists",
        arguments: StoreFactory.all
    )
    func blocked(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = fixture.world.id()
        let event = fixture.event(type)
        let before = try await fixture.push([event])

        let after = try await fixture.push([
            fixture.mutation(.create, .eventType, type, typeFields("Tea")), event,
        ])

        #expect(before.map(\.status) == [.blocked])
        #expect(after.map(\.status) == [.applied, .applied])
    }

    @Test(
        "An invalid mutation is refused with all violations and does not stop the others",
        arguments: StoreFactory.all
    )
    func poison(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = try await fixture.addType()
        let bad = fixture.mutation(
            .create,
            .event,
            fixture.world.id(),
            #"{"event_type_id":7,"timestamp":"yesterday","is_all_day":"no"}"#
        )

        let results = try await fixture.push([fixture.event(type), bad, fixture.event(type)])

        #expect(results.map(\.status) == [.applied, .rejected, .applied])
        #expect(
            results[1].problem?.errors?.map(\.field)
                == ["event_type_id", "timestamp", "is_all_day"]
        )
        #expect(try await fixture.store.latestVersion(account: fixture.account) == 3)
    }

    @Test("A taken name is refused with its owner", arguments: StoreFactory.all)
    func uniqueName(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let first = try await fixture.addType("Coffee")

        let result = try await fixture.push([
            fixture.mutation(.create, .eventType, fixture.world.id(), typeFields("COFFEE"))
        ])[0]

        #expect(result.status == .rejected)
        #expect(result.problem?.code == .conflict)
        #expect(result.problem?.detail.contains(first.description) == true)
    }

    @Test(
        "A type with events is refused, unless the deletion cascades with one change per event",
        arguments: StoreFactory.all
    )
    func cascade(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = try await fixture.addType()
        try await fixture.push([fixture.event(type), fixture.event(type, at: 1)])
        let delete = fixture.mutation(.delete, .eventType, type)

        let refused = try await fixture.push([delete])[0]
        let cascaded = try await fixture.store.push(
            account: fixture.account,
            commands: [PushCommand(mutation: delete, requestHash: [1], cascades: true)],
            now: fixture.world.clock.now()
        )

        #expect(refused.problem?.code == .conflict)
        #expect(refused.problem?.detail.contains("2 events") == true)
        #expect(cascaded.results.map(\.status) == [.applied])
        let slice = try await fixture.store.changes(account: fixture.account, after: 3, limit: 10)
        #expect(slice.entities.map(\.kind) == [.event, .event, .eventType])
        #expect(slice.entities.allSatisfy { $0.deletedAt != nil })
        let counts = try await fixture.store.snapshotStart(account: fixture.account).counts
        #expect(counts.values.allSatisfy { $0 == 0 })
    }

    @Test("An edit from the future gets the server's time", arguments: StoreFactory.all)
    func clampedTime(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        var create = fixture.mutation(
            .create,
            .eventType,
            fixture.world.id(),
            typeFields("Coffee")
        )
        create.editedAt = create.editedAt + .seconds(86_400)

        try await fixture.push([create])

        let entity = try await fixture.store.entity(
            account: fixture.account,
            id: create.entityID
        )
        #expect(entity?.createdAt == fixture.world.clock.now())
        #expect(entity?.updatedAt == fixture.world.clock.now())
    }

    @Test(
        "A creation that is dated before the deletion it reverts gets a later time",
        arguments: StoreFactory.all
    )
    func lateRevival(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = try await fixture.addType()
        let event = fixture.event(type)
        var delete = fixture.mutation(.delete, .event, event.entityID)
        delete.editedAt = event.editedAt + .seconds(120)
        fixture.world.clock.advance(by: .seconds(3600))
        try await fixture.push([event, delete])
        var revival = fixture.mutation(
            .create,
            .event,
            event.entityID,
            eventFields(type, at: 5),
            base: 3
        )
        revival.editedAt = event.editedAt + .seconds(60)

        let result = try #require(try await fixture.push([revival]).first)

        #expect(result.status == .applied)
        let entity = try await fixture.store.entity(account: fixture.account, id: event.entityID)
        #expect(entity?.deletedAt == nil)
        #expect(entity?.createdAt == delete.editedAt + .milliseconds(1))
        #expect(entity?.updatedAt == delete.editedAt + .milliseconds(1))
        #expect(result.entity == entity)
    }

    @Test(
        "A creation that is dated after the deletion it reverts keeps its time",
        arguments: StoreFactory.all
    )
    func timelyRevival(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = try await fixture.addType()
        let event = fixture.event(type)
        let delete = fixture.mutation(.delete, .event, event.entityID)
        var revival = fixture.event(type, at: 5, id: event.entityID)
        revival.editedAt = event.editedAt + .seconds(60)
        fixture.world.clock.advance(by: .seconds(3600))

        try await fixture.push([event, delete, revival])

        let entity = try await fixture.store.entity(account: fixture.account, id: event.entityID)
        #expect(entity?.createdAt == revival.editedAt)
        #expect(entity?.updatedAt == revival.editedAt)
    }

    @Test(
        "An edit and a deletion that are dated before the creation do not precede it",
        arguments: StoreFactory.all
    )
    func datedBeforeCreation(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let event = fixture.event(try await fixture.addType())
        var update = fixture.mutation(.update, .event, event.entityID, #"{"notes":"x"}"#)
        update.editedAt = event.editedAt - .seconds(60)
        var delete = fixture.mutation(.delete, .event, event.entityID)
        delete.editedAt = event.editedAt - .seconds(30)

        let edited = try await fixture.push([event, update])
        let deleted = try await fixture.push([delete])

        #expect(edited.last?.entity?.updatedAt == event.editedAt)
        #expect(deleted.last?.entity?.deletedAt == event.editedAt)
        #expect(deleted.last?.entity?.updatedAt == event.editedAt)
    }
}
