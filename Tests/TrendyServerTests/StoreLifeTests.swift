import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("A store over time")
struct StoreLifeTests {
    @Test("Pushes at the same time get numbers without a gap", arguments: StoreFactory.all)
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
        "A receipt is kept 30 days; after that, the entity itself tells the repetition",
        arguments: StoreFactory.all
    )
    func receipts(_ factory: StoreFactory) async throws {
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
        let kept = try await fixture.push([update])[0]
        fixture.world.clock.advance(by: .seconds(2 * 86_400))
        let forgotten = try await fixture.push([update])[0]

        #expect(kept.status == .duplicate)
        #expect(kept.version == 3)
        #expect(forgotten.status == .conflict)
        #expect(forgotten.entity?.version == 3)
    }

    @Test("An update that changes nothing writes nothing", arguments: StoreFactory.all)
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
        "An event keeps the geofence it happened in after that is deleted",
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
        "An event is taken whose geofence the server does not know, but none without its type",
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

        // What is no geofence is no place either.
        #expect(results.map(\.status) == [.applied, .blocked, .blocked, .applied, .applied])
    }

    @Test("What was acknowledged is there when the file is opened again, with the same epoch")
    func reopen() async throws {
        let path = try temporaryFile()
        let world = TestWorld()
        let first = try SQLiteStore(path: path, random: world.random)
        let account = try await StoreFixture.addAccount(to: first, world, "ada@example.com")
        try await first.close()

        let second = try SQLiteStore(path: path, random: world.random)

        #expect(second.epoch == first.epoch)
        #expect(second.secrets.signingKey == first.secrets.signingKey)
        #expect(try await second.account(id: account)?.email == "ada@example.com")
    }
}
