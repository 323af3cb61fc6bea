import Testing
import TrendyModel
import TrendyStore

/// A policy by which this device's content always wins.
private struct LocalWins: MergePolicy {
    func resolve(_ divergence: Divergence) -> Resolution {
        Resolution(merged: divergence.local, losses: [])
    }
}

@Suite("Repair of drift")
struct DriftRepairTests: RecordingSuite {
    private let fixture: StoreFixture
    let store: DeviceStore
    private let everything = EntityID(high: 0, low: 0)...EntityID(high: .max, low: .max)

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private func repair(
        _ remotes: [Entity],
        in range: ClosedRange<EntityID>,
        policy: any MergePolicy = RemoteWins()
    ) async throws -> Int {
        try await store.write { try $0.sync.repair(remotes, in: range, policy: policy) }
    }

    @Test("A live entity that the server lacks is sent again as one it never had")
    func missing() async throws {
        let id = try await type("Coffee")
        try await store.acceptBatch(version: 4)

        #expect(try await repair([], in: everything) == 1)

        #expect(try await store.entity(id)?.version == 0)
        let queued = try await store.batch()
        #expect(queued.map(\.operation) == ["create"] && queued.map(\.baseVersion) == [nil])
        let content = try await store.entity(id)?.content
        #expect(queued.first?.fields == content)
        #expect(try await repair([], in: everything) == 0)
        try await store.complete(queued, .accepted(version: 1))
        #expect(try await store.entity(id)?.version == 1)
    }

    @Test("Entities with mutations, tombstones and entities outside the range stay as they are")
    func untouched() async throws {
        let edited = try await type("Edited")
        let deleted = try await type("Deleted")
        let outside = try await type("Outside")
        try await store.acceptBatch(version: 4)
        try await store.write { try $0.entities.delete(id: deleted) }
        try await store.acceptBatch(version: 5)
        try await store.write { try $0.entities.update(id: edited, change: change("icon", "cup")) }

        #expect(edited < deleted && deleted < outside)
        #expect(try await repair([], in: edited...deleted) == 0)

        #expect(try await store.entity(outside)?.version == 4)
        #expect(try await store.batch().map(\.operation) == ["update"])
    }

    @Test("Entities that differ get the server's state, and each counts once")
    func differing() async throws {
        let same = try await type("Same")
        let older = try await type("Older")
        let gone = try await type("Gone")
        let dead = try await type("Dead")
        try await store.acceptBatch(version: 4)
        let entities = try await store.read { transaction in
            try [same, older, gone, dead].map { try transaction.entities.fetch(id: $0) }
        }.compactMap(\.self)
        try await store.write { try $0.entities.delete(id: dead) }
        try await store.acceptBatch(version: 5)
        let now = fixture.clock.now()
        var new = entities[0]
        new.id = EntityID(high: 1, low: 1)
        var unknown = new.deleted(version: 8, at: now)
        unknown.id = EntityID(high: 1, low: 2)

        let repaired = try await repair(
            [
                entities[0], try entities[1].changed(version: 6, "icon", "cup"),
                entities[2].deleted(version: 7, at: now), entities[3].deleted(version: 8, at: now),
                new, unknown,
            ],
            in: everything
        )

        #expect(repaired == 3)
        #expect(try await store.entity(same) == entities[0])
        #expect(try await store.entity(older)?.document()["icon"]?.string == "cup")
        #expect(try await store.entity(gone) == nil)
        #expect(try await store.entity(new.id) == new)
        let isKnown = try await store.read { [unknown] in
            try $0.entities.isDeleted(id: unknown.id)
        }
        #expect(!isKnown)
        #expect(try await store.status().pending == 0)
    }

    @Test("An older version of a restored server is merged, and what only the device has is sent")
    func restored() async throws {
        let id = try await type("Coffee")
        try await store.acceptBatch(version: 4)
        let older = try #require(try await store.entity(id))
        try await store.write { try $0.entities.update(id: id, change: change("icon", "cup")) }
        try await store.acceptBatch(version: 6)

        #expect(try await repair([older], in: everything, policy: LocalWins()) == 1)

        #expect(try await store.entity(id)?.document()["icon"]?.string == "cup")
        let queued = try await store.batch()
        #expect(queued.map(\.operation) == ["update"] && queued.map(\.baseVersion) == [4])
    }
}
