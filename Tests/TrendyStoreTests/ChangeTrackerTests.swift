import Foundation
import GRDB
import Testing
import TrendyModel
import TrendyStore

@Suite("Which entities changed")
struct ChangeLogTests {
    private let fixture: StoreFixture
    private let store: DeviceStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private func event(_ type: EntityID) -> Event {
        Event(eventTypeID: type, timestamp: fixture.clock.now(), sourceType: .manual)
    }

    @Test("What a person records, edits and deletes is named, once it is committed")
    func own() async throws {
        let feed = store.changes()
        let type = try await store.write { try $0.entities.create(EventType(name: "Tea")) }
        let id = try await store.write { try $0.entities.create(event(type)) }

        #expect(feed.take().entities == [type: .eventType, id: .event])
        var patch = EventPatch()
        patch.notes = .set("hot")
        try await store.write { [patch] in try $0.entities.update(id: id, change: patch.change) }
        #expect(feed.take().entities == [id: .event])
        try await store.write { try $0.entities.delete(id: id) }
        #expect(feed.take().entities == [id: .event])
        #expect(feed.take().isEmpty)
    }

    @Test("What is rolled back was no change")
    func rolledBack() async throws {
        let type = try await store.write { try $0.entities.create(EventType(name: "Tea")) }
        try await store.write { try $0.entities.create(event(type)) }
        let feed = store.changes()

        // Its events are written as deleted before the type's own deletion fails.
        try await store.breakDeletion(of: type)
        await #expect(throws: (any Error).self) {
            try await store.write { try $0.entities.delete(id: type, cascade: true) }
        }
        await #expect(throws: StoreError.self) { try await store.write { try $0.conflicts.restore(7) } }

        #expect(feed.take().isEmpty)
    }

    @Test("What a pull brings, what the server accepts and what it refuses is named")
    func settled() async throws {
        let type = try await store.write { try $0.entities.create(EventType(name: "Tea")) }
        let id = try await store.write { try $0.entities.create(event(type)) }
        let feed = store.changes()

        try await store.settle(try await store.batch(), .accepted(version: 3))
        #expect(feed.take().entities == [type: .eventType, id: .event])
        var patch = EventPatch()
        patch.notes = .set("hot")
        try await store.write { [patch] in try $0.entities.update(id: id, change: patch.change) }
        _ = feed.take()
        try await store.settle(
            try await store.batch(),
            .refused(problem: RawJSON("no"), retryAt: nil)
        )
        #expect(feed.take().entities == [id: .event])
        try await store.write { try $0.queue.retry(.all) }
        #expect(feed.take().entities == [id: .event])
    }

    @Test("A feed that nobody takes from is bounded: then everything counts as changed")
    func bounded() async throws {
        let type = try await store.write { try $0.entities.create(EventType(name: "Tea")) }
        let feed = store.changes()
        let ids = (0...StoreChanges.bound).map { _ in fixture.dependencies.ids.next() }

        for id in ids { try await store.write { try $0.entities.create(event(type), id: id) } }

        let changes = feed.take()
        #expect(changes.isEverything)
        #expect(changes.entities.isEmpty)
        #expect(changes.touches(.geofence))
        try await store.write { try $0.entities.delete(id: ids[0]) }
        #expect(feed.take().entities == [ids[0]: .event])
    }

    @Test("A snapshot that takes the place of everything changes everything")
    func snapshot() async throws {
        let feed = store.changes()

        try await store.writeWithoutSync { try $0.snapshot.begin() }
        try await store.write { try $0.snapshot.finish(cursor: "c", sharedThrough: nil, policy: RemoteWins()) }

        #expect(feed.take().isEverything)
    }
}

extension DeviceStore {
    /// Has the database refuse a change of an entity.
    fileprivate func breakDeletion(of id: EntityID) throws {
        let blob = id.bytes.map { String(format: "%02x", $0) }.joined()
        try database.write { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER refusal BEFORE DELETE ON entity WHEN OLD.id = x'\(blob)'
                    BEGIN SELECT RAISE(ABORT, 'refused'); END;
                    CREATE TRIGGER refused BEFORE UPDATE ON entity WHEN OLD.id = x'\(blob)'
                    BEGIN SELECT RAISE(ABORT, 'refused'); END;
                    """
            )
        }
    }
}
