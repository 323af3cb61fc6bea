import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Durability and records of a store")
struct StoreDurabilityTests {
    @Test("Concurrent pushes get consecutive versions", arguments: StoreFactory.all)
    func parallelPushes(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = try await fixture.addType()

        let versions = try await withThrowingTaskGroup(of: [Int64].self) { group in
            for batch in 0..<8 {
                let mutations = (0..<25).map { fixture.event(type, at: Int64(batch * 25 + $0)) }
                group.addTask { try await fixture.push(mutations).compactMap(\.version) }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }

        #expect(versions.sorted() == Array(2...201))
    }

    @Test(
        "A record is stored for 30 days; after that, the entity identifies the repetition",
        arguments: StoreFactory.all
    )
    func idempotencyRecords(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = try await fixture.addType()
        let event = fixture.event(type)
        let update = fixture.mutation(
            .update,
            .event,
            event.entityID,
            #"{"notes":"a"}"#,
            base: 2
        )
        try await fixture.push([event])
        try await fixture.push([update])

        fixture.world.clock.advance(by: .seconds(29 * 86_400))
        let repeated = try await fixture.push([update])[0]
        fixture.world.clock.advance(by: .seconds(2 * 86_400))
        let expired = try await fixture.push([update])[0]

        #expect(repeated.status == .duplicate)
        #expect(repeated.version == 3)
        #expect(expired.status == .conflict)
        #expect(expired.entity?.version == 3)
    }

    @Test("An update without changes writes nothing", arguments: StoreFactory.all)
    func unchanged(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let id = try await fixture.addType()

        let result = try await fixture.push([
            fixture.mutation(.update, .eventType, id, #"{"name":"Coffee"}"#, base: 1)
        ])[0]

        #expect(result.status == .applied)
        #expect(result.version == 1)
        #expect(try await fixture.store.latestVersion(account: fixture.account) == 1)
    }

    @Test(
        "An event keeps its geofence after the geofence is deleted",
        arguments: StoreFactory.all
    )
    func deletedGeofence(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = try await fixture.addType()
        let geofence = fixture.world.id()
        let circle = #"{"name":"Home","latitude":0,"longitude":0,"radius":100}"#
        try await fixture.push([
            fixture.mutation(.create, .geofence, geofence, circle),
            fixture.mutation(.delete, .geofence, geofence),
        ])

        let late = try await fixture.push([
            fixture.mutation(
                .create,
                .event,
                fixture.world.id(),
                eventFields(type, extra: #","geofence_id":"\#(geofence)""#)
            )
        ])[0]

        #expect(late.status == .applied)
    }

    @Test(
        "An event with an unknown geofence is accepted, an event with an unknown type is not",
        arguments: StoreFactory.all
    )
    func unknownGeofence(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = try await fixture.addType()
        let geofence = fixture.world.id()
        let noType = fixture.world.id()
        let id = fixture.world.id()

        func visit(_ type: EntityID, at place: EntityID) -> PushMutation {
            let fields = eventFields(type, extra: #","geofence_id":"\#(place)""#)
            return fixture.mutation(.create, .event, fixture.world.id(), fields)
        }

        let results = try await fixture.push([
            visit(type, at: geofence),
            visit(noType, at: geofence),
            visit(type, at: type),
            fixture.mutation(.create, .event, id, eventFields(type)),
            fixture.mutation(.update, .event, id, #"{"geofence_id":"\#(geofence)"}"#),
        ])

        // A reference to an entity of another kind is no geofence.
        #expect(results.map(\.status) == [.applied, .blocked, .blocked, .applied, .applied])
    }

    @Test("Acknowledged data and the epoch survive a reopening of the file")
    func reopen() async throws {
        let path = try temporaryFile()
        let world = TestWorld()
        let first = try SQLiteStore(path: path, random: world.random)
        let account = try await StoreFixture.addAccount(to: first, world, "ada@example.com")
        try await first.close()

        let second = try SQLiteStore(path: path, random: world.random)

        #expect(second.newAccountEpoch == first.newAccountEpoch)
        #expect(second.secrets.signingKey == first.secrets.signingKey)
        #expect(try await second.account(id: account)?.email == "ada@example.com")
    }
}
