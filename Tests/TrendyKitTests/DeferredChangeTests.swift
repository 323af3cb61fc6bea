import Foundation
import GRDB
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("Changes that an earlier version deferred")
struct DeferredChangeTests {
    @Test("Changes deferred behind a rejected mutation are applied by the first run")
    func behindRefusal() async throws {
        try await TestWorld.run { world in
            let b = try await world.device("b")
            let id = try await b.store.log("Coffee", notes: "first")
            try await b.sync()
            let a = try await world.device("a") { base in
                FaultyTransport(base, refusePull: { Problem(.internal, detail: "Broken.") })
            }
            try await copyEntities(from: b, to: a)
            try await a.store.edit(id) { $0.notes = .set("refused") }
            try await a.store.refuseAll()
            try await b.store.edit(id) { $0.endDate = .set(Instant(seconds: 1_768_000_060)) }
            try await b.sync()
            let newer = try #require(try await b.store.read { try $0.entities.fetch(id: id) })
            try await deferChange(newer, in: a.store)

            await #expect(throws: SyncFailure.self) { try await a.sync() }

            let here = try #require(try await a.store.read { try $0.entities.fetch(id: id) })
            #expect(here.version == newer.version)
            #expect(try here.document()["end_date"] == newer.document()["end_date"])
            #expect(try here.document()["notes"]?.string == "refused")
            #expect(try await a.store.read { try $0.queue.status() }.failed == 1)
        }
    }

    /// Stores another device's entities as if this device had pulled them.
    private func copyEntities(from other: TestDevice, to device: TestDevice) async throws {
        let entities =
            try await other.store.read { try $0.entities.fetchAll(kind: .eventType) }
            + other.store.read { try $0.entities.events() }
        let cursor = try await other.store.read { try $0.sync.cursor() }
        try await device.store.write {
            try $0.sync.apply(changes: entities, cursor: cursor, policy: ConflictResolver())
        }
    }

    private func deferChange(_ entity: Entity, in store: DeviceStore) async throws {
        try await store.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO deferred_change
                        (entity_id, kind, version, created_at, updated_at, deleted_at, content)
                    SELECT id, kind, ?, created_at, updated_at, NULL, ? FROM entity WHERE id = ?
                    """,
                arguments: [entity.version, entity.content.description, Data(entity.id.bytes)]
            )
        }
    }
}
