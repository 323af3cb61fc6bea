import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("The quota of an account")
struct QuotaTests {
    private func fixture(_ quota: AccountQuota) async throws -> StoreFixture {
        try await StoreFixture(
            StoreFactory(name: "SQLite with a quota") { world in
                try SQLiteStore(path: temporaryFile(), random: world.random, quota: quota)
            }
        )
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
}
