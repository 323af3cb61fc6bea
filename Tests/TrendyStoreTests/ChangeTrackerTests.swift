import Foundation
import GRDB
import Testing
import TrendyModel
import TrendyStore

@Suite("Change tracking")
struct ChangeTrackerTests {
    private let fixture: StoreFixture
    private let store: DeviceStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private func event(_ type: EntityID) -> Event {
        Event(eventTypeID: type, timestamp: fixture.clock.now(), sourceType: .manual)
    }

    @Test("Local creations, edits and deletions are reported after the commit")
    func own() async throws {
        let observation = store.changes()
        let type = try await store.write { try $0.entities.create(EventType(name: "Tea")) }
        let id = try await store.write { try $0.entities.create(event(type)) }

        #expect(observation.take().entities == [type: .eventType, id: .event])
        var patch = EventPatch()
        patch.notes = .set("hot")
        try await store.write { [patch] in try $0.entities.update(id: id, change: patch.change) }
        #expect(observation.take().entities == [id: .event])
        try await store.write { try $0.entities.delete(id: id) }
        #expect(observation.take().entities == [id: .event])
        #expect(observation.take().isEmpty)
    }

    @Test("Rolled back changes are not reported")
    func rolledBack() async throws {
        let type = try await store.write { try $0.entities.create(EventType(name: "Tea")) }
        try await store.write { try $0.entities.create(event(type)) }
        let observation = store.changes()

        // The events of the type are deleted before the deletion of the type fails.
        try await store.breakDeletion(of: type)
        await #expect(throws: (any Error).self) {
            try await store.write { try $0.entities.delete(id: type, cascade: true) }
        }
        await #expect(throws: StoreError.self) {
            try await store.write { try $0.conflicts.restore(7) }
        }

        #expect(observation.take().isEmpty)
    }

    @Test("Changes that were rolled back are not reported with the next commit")
    func commitAfterRollback() async throws {
        struct Failure: Error {}
        let observation = store.changes()

        await #expect(throws: Failure.self) {
            try await store.write { transaction in
                try transaction.entities.create(EventType(name: "Tea"))
                throw Failure()
            }
        }
        let coffee = try await store.write { try $0.entities.create(EventType(name: "Coffee")) }

        #expect(observation.take().entities == [coffee: .eventType])
    }

    @Test("Accepted, refused and retried mutations are reported")
    func outcomes() async throws {
        let type = try await store.write { try $0.entities.create(EventType(name: "Tea")) }
        let id = try await store.write { try $0.entities.create(event(type)) }
        let observation = store.changes()

        try await store.complete(try await store.batch(), .accepted(version: 3))
        #expect(observation.take().entities == [type: .eventType, id: .event])
        var patch = EventPatch()
        patch.notes = .set("hot")
        try await store.write { [patch] in try $0.entities.update(id: id, change: patch.change) }
        _ = observation.take()
        try await store.complete(
            try await store.batch(),
            .refused(problem: RawJSON("no"), retryAt: nil)
        )
        #expect(observation.take().entities == [id: .event])
        try await store.write { try $0.queue.retry(.all) }
        #expect(observation.take().entities == [id: .event])
    }

    @Test("An observation above its limit reports that everything changed")
    func bounded() async throws {
        let type = try await store.write { try $0.entities.create(EventType(name: "Tea")) }
        let observation = store.changes()
        let ids = (0...StoreChanges.bound).map { _ in fixture.dependencies.ids.next() }

        for id in ids { try await store.write { try $0.entities.create(event(type), id: id) } }

        let changes = observation.take()
        #expect(changes.isEverything)
        #expect(changes.entities.isEmpty)
        #expect(changes.touches(.geofence))
        try await store.write { try $0.entities.delete(id: ids[0]) }
        #expect(observation.take().entities == [ids[0]: .event])
    }

    @Test("A snapshot reports that everything changed")
    func snapshot() async throws {
        let observation = store.changes()

        try await store.writeWithoutSync { try $0.snapshot.begin() }
        try await store.write {
            try $0.snapshot.finish(cursor: "c", sharedThrough: nil, policy: RemoteWins())
        }

        #expect(observation.take().isEverything)
    }
}

extension DeviceStore {
    /// Makes the database refuse updates and deletions of an entity.
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
