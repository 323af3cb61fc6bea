import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Large entities")
struct LargeEntityTests {
    /// A change that sets an unknown field to a text of `count` characters.
    private func change(_ field: String, _ count: Int) -> String {
        #"{"\#(field)":"\#(String(repeating: "x", count: count))"}"#
    }

    /// The creation of an event with a content of `bytes` bytes.
    private func sized(
        _ fixture: StoreFixture,
        _ type: EntityID,
        bytes: Int
    ) throws -> PushMutation {
        let fields = eventFields(type, extra: #","zzz":"""#)
        var document = try Document(json: RawJSON(checking: Array(fields.utf8)))
        let missing = bytes - document.json.utf8.count
        document["zzz"] = RawJSON(String(repeating: "x", count: missing))
        return fixture.mutation(.create, .event, fixture.world.id(), document.json.description)
    }

    @Test(
        "Repeated changes cannot exceed 1 MiB; the refusal names the largest field",
        arguments: StoreFactory.all
    )
    func growth(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let event = fixture.event(try await fixture.addType())
        let half = Entity.maximumContentBytes / 2
        let changes = [change("a", half), change("b", half + 1), change("c", 10)].map {
            fixture.mutation(.update, .event, event.entityID, $0)
        }

        let results = try await fixture.push([event] + changes)
        let again = try await fixture.push([changes[1]])

        #expect(results.map(\.status) == [.applied, .applied, .rejected, .applied])
        #expect(again.map(\.status) == [.rejected])
        let problem = try #require(results[2].problem)
        #expect(problem.code == .validation)
        #expect(problem.errors?.map(\.field) == ["b"])
        #expect(problem.errors?.map(\.code) == ["too_long"])
        let stored = try #require(
            try await fixture.store.entity(account: fixture.account, id: event.entityID)
        )
        let document = try stored.document()
        #expect(stored.version == 4)
        #expect(document["a"]?.string?.utf8.count == half)
        #expect(document["b"] == nil)
        #expect(document["c"]?.string?.utf8.count == 10)
    }

    @Test("A new entity may have 1 MiB and not one byte more", arguments: StoreFactory.all)
    func creation(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = try await fixture.addType()
        let most = try sized(fixture, type, bytes: Entity.maximumContentBytes)
        let more = try sized(fixture, type, bytes: Entity.maximumContentBytes + 1)
        let largeType = fixture.mutation(
            .create,
            .eventType,
            fixture.world.id(),
            "\(typeFields("Tea").dropLast()),\(change("a", Entity.maximumContentBytes).dropFirst())"
        )

        let results = try await fixture.push([most, more, largeType])

        #expect(most.fields.utf8.count == Entity.maximumContentBytes)
        #expect(results.map(\.status) == [.applied, .rejected, .rejected])
        #expect(try await fixture.store.latestVersion(account: fixture.account) == 2)
    }

    @Test("An entity above the limit, written by an earlier program, may only become smaller")
    func shrinking() async throws {
        let fixture = try await StoreFixture(StoreFactory.sqlite)
        let event = fixture.event(try await fixture.addType())
        try await fixture.push([event])
        let store = try #require(fixture.store as? SQLiteStore)
        var document = try Document(json: event.fields)
        let most = Entity.maximumContentBytes
        document["a"] = RawJSON(String(repeating: "x", count: most))
        let content = document.json.description
        try await store.queue.write { db in
            try db.execute(
                sql: "UPDATE entity SET content = ? WHERE version = 2",
                arguments: [content]
            )
        }
        let changes = [change("b", 10), change("a", most - 1), change("a", 10), change("b", 10)]

        let results = try await fixture.push(
            changes.map { fixture.mutation(.update, .event, event.entityID, $0) }
        )

        #expect(results.map(\.status) == [.rejected, .applied, .applied, .applied])
        let stored = try await fixture.store.entity(account: fixture.account, id: event.entityID)
        #expect(try stored?.document()["b"]?.string?.utf8.count == 10)
    }

    @Test(
        "A batch may name many large entities, each more than once",
        arguments: StoreFactory.all
    )
    func many(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = try await fixture.addType()
        let events = (0..<12).map { fixture.event(type, at: $0) }
        var changes: [PushMutation] = []
        for (field, count) in [("a", 100_000), ("b", 5), ("c", 100_000)] {
            for (index, event) in events.enumerated() {
                let fields = change(field, count)
                let base = Int64(index) + 2
                changes.append(
                    fixture.mutation(.update, .event, event.entityID, fields, base: base)
                )
            }
        }
        let created = try await fixture.push(events)

        let results = try await fixture.push(changes)

        #expect(created.compactMap(\.version) == Array(2...13))
        #expect(results.compactMap(\.version) == Array(14...49))
        for event in events {
            let stored = try await fixture.store.entity(
                account: fixture.account,
                id: event.entityID
            )
            let document = try #require(try stored?.document())
            let counts = ["a", "b", "c"].map { document[$0]?.string?.utf8.count }
            #expect(counts == [100_000, 5, 100_000])
            #expect(document["source_type"]?.string == "manual")
        }
    }

    @Test(
        "A conflict, or times other than those of the edit, return a large entity completely",
        arguments: StoreFactory.all
    )
    func returnedEntity(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = try await fixture.addType()
        let event = fixture.event(type)
        let id = event.entityID
        let growth = fixture.mutation(.update, .event, id, change("a", 100_000))
        try await fixture.push([event, growth])
        let before = try #require(try await fixture.store.entity(account: fixture.account, id: id))
        var early = fixture.mutation(.update, .event, id, change("b", 5))
        early.editedAt = event.editedAt + .seconds(-60)

        let results = try await fixture.push([
            fixture.event(type, at: 1, id: id),
            fixture.mutation(.update, .event, id, change("b", 5), base: 1), early,
            fixture.mutation(.delete, .event, id),
            fixture.mutation(.update, .event, id, change("b", 5)),
        ])

        #expect(results.map(\.status) == [.conflict, .conflict, .applied, .applied, .conflict])
        #expect(results[0].entity == before)
        #expect(results[1].entity == before)
        #expect(results[2].entity?.version == 4)
        let merged = try #require(try results[2].entity?.document())
        #expect(merged["a"]?.string?.utf8.count == 100_000)
        #expect(merged["b"]?.string?.utf8.count == 5)
        #expect(results[4].entity?.content == Entity.emptyContent)
    }

    @Test(
        "Large events reference a large type, and are deleted with it",
        arguments: StoreFactory.all
    )
    func parents(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = try await fixture.addType()
        let growth = fixture.mutation(.update, .eventType, type, change("a", 100_000))
        let event = try sized(fixture, type, bytes: 100_000)
        let delete = fixture.mutation(.delete, .eventType, type)

        let results = try await fixture.push([growth, event])
        let late = try await fixture.push([fixture.event(type), delete])
        let cascaded = try await fixture.store.push(
            account: fixture.account,
            commands: [PushCommand(mutation: delete, requestHash: [1], cascades: true)],
            now: fixture.world.clock.now()
        )

        #expect(results.map(\.status) == [.applied, .applied])
        #expect(late.map(\.status) == [.applied, .rejected])
        #expect(late[1].problem?.detail.contains("2 events") == true)
        #expect(cascaded.results.map(\.status) == [.applied])
        let slice = try await fixture.store.changes(account: fixture.account, after: 4, limit: 10)
        #expect(slice.entities.count == 3)
        #expect(slice.entities.allSatisfy { $0.deletedAt != nil })
        let counts = try await fixture.store.snapshotStart(account: fixture.account).counts
        #expect(counts.values.allSatisfy { $0 == 0 })
    }

    @Test(
        "An answer ends after 16 MiB, and mutations without a result were not applied",
        arguments: StoreFactory.all
    )
    func longAnswer(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = try await fixture.addType()
        let event = try sized(fixture, type, bytes: Entity.maximumContentBytes)
        try await fixture.push([event])
        let last = fixture.event(type)
        var batch = (0..<20).map { _ in
            fixture.mutation(.update, .event, event.entityID, change("b", 5), base: 1)
        }
        batch.append(last)

        let results = try await fixture.push(batch)
        let between = try await fixture.store.entity(account: fixture.account, id: last.entityID)
        let rest = try await fixture.push(Array(batch.dropFirst(results.count)))

        #expect(results.map(\.id) == batch.prefix(16).map(\.id))
        #expect(results.allSatisfy { $0.status == .conflict })
        #expect(between == nil)
        #expect(rest.map(\.id) == batch.dropFirst(16).map(\.id))
        #expect(rest.last?.status == .applied)
    }

    @Test("A batch of events is answered completely, also with large conflicting entities")
    func batchRoute() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let (type, id, other) = (client.world.id(), client.world.id(), client.world.id())
            let text = String(repeating: "x", count: Entity.maximumContentBytes - 1000)
            let large = eventFields(type, extra: #","zzz":"\#(text)""#)
            _ = try await client.push([
                client.mutation(.create, .eventType, type, typeFields("Coffee")),
                client.mutation(.create, .event, id, large),
            ])
            let items = (Array(repeating: id, count: 20) + [other]).map { id -> String in
                #"{"id":"\#(id)","# + eventFields(type, at: 60).dropFirst()
            }

            let response = try await client.send(
                .post,
                "\(Route.base)/events/batch",
                "[\(items.joined(separator: ","))]"
            )

            let json = try RawJSON(checking: Array(response.text.utf8))
            let answers = try #require(json.fields?.first?.value.elements)
            let statuses = answers.map { answer in
                answer.fields?.first { $0.key == "status" }?.value.description
            }
            let expected: [String?] = Array(repeating: "409", count: 20) + ["201"]
            #expect(statuses == expected)
        }
    }

    @Test("A request for one entity is refused in the same way")
    func entityRoute() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let type = client.world.id()
            let path = "\(Route.base)/event-types/\(type)"
            _ = try await client.push([
                client.mutation(.create, .eventType, type, typeFields("Coffee"))
            ])
            let half = Entity.maximumContentBytes / 2
            let first = try await client.send(.patch, path, change("a", half))
            let second = try await client.send(.patch, path, change("b", half))
            let read = try await client.send(.get, path)

            #expect(first.status == .ok)
            #expect(second.status.code == 422)
            #expect(second.problem?.errors?.map(\.code) == ["too_long"])
            #expect(read.body == first.body)
        }
    }
}
