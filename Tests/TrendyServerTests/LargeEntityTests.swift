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
    /// A change that sets a field which nobody knows to so many characters.
    private func change(_ field: String, _ count: Int) -> String {
        #"{"\#(field)":"\#(String(repeating: "x", count: count))"}"#
    }

    /// The creation of an event whose content has so many bytes.
    private func event(
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
        "Change after change makes nothing larger than 1 MiB; the refusal names the largest field",
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

    @Test("A new entity may have 1 MiB and not a byte more", arguments: StoreFactory.all)
    func creation(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = try await fixture.addType()
        let most = try event(fixture, type, bytes: Entity.maximumContentBytes)
        let more = try event(fixture, type, bytes: Entity.maximumContentBytes + 1)
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

    @Test("What is too large already, as an earlier program left it, may become smaller alone")
    func shrinking() async throws {
        let fixture = try await StoreFixture(StoreFactory.all[0])
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

    @Test("A request for one entity is refused in the same way")
    func everydayRoute() async throws {
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
