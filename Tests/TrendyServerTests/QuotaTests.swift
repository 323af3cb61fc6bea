import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("The quota of an account")
struct QuotaTests {
    private func fixture(_ quota: AccountQuota) async throws -> StoreFixture {
        try await StoreFixture(StoreFactory.selected.with { $0.quota = quota })
    }

    @Test("Entities beyond the quota are rejected; a deletion makes space")
    func entities() async throws {
        let fixture = try await fixture(AccountQuota(entities: 3))
        let type = try await fixture.addType()
        let events = [fixture.event(type), fixture.event(type, at: 1), fixture.event(type, at: 2)]

        let results = try await fixture.push(events)
        #expect(results.map(\.status) == [.applied, .applied, .rejected])
        #expect(results[2].problem?.code == .quotaExceeded)

        let edit = fixture.mutation(.update, .event, events[0].entityID, #"{"notes":"x"}"#)
        let deletion = fixture.mutation(.delete, .event, events[1].entityID)
        let later = try await fixture.push([edit, deletion, fixture.event(type, at: 3)])
        #expect(later.map(\.status) == [.applied, .applied, .applied])

        // Another account has its own quota.
        let eve = try await StoreFixture.addAccount(to: fixture.store, fixture.world, "eve@x.org")
        let theirs = fixture.mutation(.create, .eventType, fixture.world.id(), typeFields("Tea"))
        #expect(try await fixture.push([theirs], as: eve).map(\.status) == [.applied])
    }

    @Test("Bytes beyond the quota are rejected; changes that make an entity smaller are not")
    func bytes() async throws {
        let fixture = try await fixture(AccountQuota(bytes: 1000))
        let type = try await fixture.addType()
        let event = fixture.event(type)
        let notes = { (count: Int) in #"{"notes":"\#(String(repeating: "x", count: count))"}"# }
        try await fixture.push([event])
        func edit(_ count: Int) async throws -> PushResult? {
            try await fixture.push([
                fixture.mutation(.update, .event, event.entityID, notes(count))
            ]).first
        }

        #expect(try await edit(500)?.status == .applied)
        #expect(try await edit(5000)?.problem?.code == .quotaExceeded)
        #expect(try await edit(100)?.status == .applied)
        let deletion = fixture.mutation(.delete, .event, event.entityID)
        #expect(try await fixture.push([deletion]).map(\.status) == [.applied])
        #expect(try await fixture.push([fixture.event(type)]).map(\.status) == [.applied])
    }

    @Test("Above a quota that was lowered, edits are applied unless they add bytes")
    func loweredQuota() async throws {
        let database = try await StoreFactory.selected.newDatabase()
        func fixture(_ quota: AccountQuota, seed: UInt64) async throws -> StoreFixture {
            try await StoreFixture(
                StoreFactory.selected.with { $0.quota = quota },
                database: database,
                seed: seed
            )
        }
        let before = try await fixture(AccountQuota(), seed: 1)
        let type = try await before.addType()
        let event = before.event(type)
        try await before.push([event])
        try await before.store.close()
        let after = try await fixture(AccountQuota(bytes: 10), seed: 2)

        // The icon was "cup.and.saucer".
        let results = try await after.push(
            ["mugs.and.saucer", "tea.and.saucer", "mug"].map { icon in
                after.mutation(.update, .eventType, type, #"{"icon":"\#(icon)"}"#)
            },
            as: before.account
        )

        #expect(results.map(\.status) == [.rejected, .applied, .applied])
        let same = after.mutation(.update, .eventType, type, #"{"icon":"cup"}"#)
        #expect(try await after.push([same], as: before.account).map(\.status) == [.applied])
        let deletion = after.mutation(.delete, .event, event.entityID)
        #expect(try await after.push([deletion], as: before.account).map(\.status) == [.applied])
    }

    /// The creation of an event by a device that knows all changes so far.
    private func creation(
        _ fixture: StoreFixture,
        _ type: EntityID,
        _ id: EntityID,
        at second: Int64
    ) async throws -> PushMutation {
        let version = try await fixture.store.latestVersion(account: fixture.account)
        let fields = eventFields(type, at: second)
        return fixture.mutation(.create, .event, id, fields, base: version)
    }

    @Test("An entity that is deleted and created again counts as one entity")
    func recreated() async throws {
        let fixture = try await fixture(AccountQuota(entities: 3))
        let type = try await fixture.addType()
        let id = fixture.world.id()
        func push(_ mutations: PushMutation...) async throws -> [PushStatus] {
            try await fixture.push(mutations).map(\.status)
        }
        func events() async throws -> Int? {
            try await fixture.store.snapshotStart(account: fixture.account).counts[.event]
        }
        let deletion = { fixture.mutation(.delete, .event, id) }

        _ = try await push(fixture.event(type, id: id), deletion(), deletion())
        #expect(try await events() == 0)
        for second in 1...3 {
            let again = try await creation(fixture, type, id, at: Int64(second))
            #expect(try await push(again, deletion()) == [.applied, .applied])
        }
        #expect(try await events() == 0)
        let last = try await creation(fixture, type, id, at: 4)
        #expect(try await push(last, last) == [.applied, .duplicate])
        #expect(try await events() == 1)

        // The deletion of an entity that a restore lost writes a tombstone.
        let lost = fixture.mutation(.delete, .event, fixture.world.id(), base: 1)
        #expect(try await push(lost) == [.applied])
        #expect(try await events() == 1)
        let more = try await push(fixture.event(type, at: 5), fixture.event(type, at: 6))
        #expect(more == [.applied, .rejected])
    }

    @Test("Deletions and edits leave exactly the bytes of the live entities in the quota")
    func bytesAfterChanges() async throws {
        let fixture = try await fixture(AccountQuota(bytes: 1000))
        let type = try await fixture.addType()
        let id = fixture.world.id()
        let notes = { (count: Int) in
            let text = String(repeating: "x", count: count)
            return fixture.mutation(.update, .event, id, #"{"notes":"\#(text)"}"#)
        }
        for second in 0..<4 {
            try await fixture.push([
                try await creation(fixture, type, id, at: Int64(second)), notes(100), notes(7),
                fixture.mutation(.delete, .event, id),
            ])
        }
        try await fixture.push([try await creation(fixture, type, id, at: 9), notes(1)])
        var used = 0
        for id in [type, id] {
            let entity = try await fixture.store.entity(account: fixture.account, id: id)
            used += entity?.content.utf8.count ?? 0
        }

        let tooLong = try await fixture.push([notes(1 + 1000 - used + 1)])
        let longest = try await fixture.push([notes(1 + 1000 - used)])

        #expect(tooLong.first?.problem?.code == .quotaExceeded)
        #expect(longest.first?.status == .applied)
    }
}
