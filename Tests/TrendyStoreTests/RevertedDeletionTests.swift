import Foundation
import GRDB
import Testing
import TrendyModel
import TrendyStore

@Suite("Reverted deletions")
struct RevertedDeletionTests: RecordingSuite {
    private let fixture: StoreFixture
    let store: DeviceStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private func fields(of type: EntityID) -> Event {
        Event(eventTypeID: type, timestamp: Instant(milliseconds: 5), sourceType: .manual)
    }

    /// An accepted event whose deletion was accepted and that was created again, and the times of
    /// both.
    private func recreated() async throws -> (
        id: EntityID, type: EntityID, deletedAt: Instant, recreatedAt: Instant
    ) {
        let type = try await type("Coffee")
        let id = try await event(of: type)
        try await store.acceptBatch(version: 2)
        fixture.clock.advance(by: .seconds(60))
        try await store.write { try $0.entities.delete(id: id) }
        let deletion = try await store.batch()
        try await store.complete(deletion, .accepted(version: 3))
        fixture.clock.advance(by: .seconds(60))
        let recreatedAt = fixture.clock.now()
        try await store.write { try $0.entities.create(fields(of: type), id: id) }
        return (id, type, try #require(deletion.first).editedAt, recreatedAt)
    }

    /// Whether a deletion is sent again, by its milliseconds after the server's creation of an
    /// entity that was created again after 100 ms.
    private static let deletionTimes: [(offset: Int64, isSent: Bool)] = [
        (-1, false), (0, true), (1, true), (99, true), (100, false), (101, false),
    ]

    @Test("A deletion before an accepted recreation is sent again", arguments: deletionTimes)
    func lostDeletion(offset: Int64, isSent: Bool) async throws {
        let type = try await type("Coffee")
        try await store.acceptBatch(version: 1)
        let id = try await event(of: type)
        let creation = try #require(try await store.batch().first)
        var accepted = try #require(try await store.entity(id))
        (accepted.version, accepted.createdAt) = (3, creation.editedAt - .milliseconds(100))
        let deletedAt = accepted.createdAt + .milliseconds(offset)
        try await store.recordReversal(of: id, deletedAt: deletedAt)

        try await store.complete([creation], .accepted(version: 3, entity: accepted))

        #expect(try await store.status().pending == (isSent ? 2 : 0))
        let first = try await store.batch()
        #expect(first.map(\.editedAt) == (isSent ? [deletedAt] : []))
        try await store.complete(first, .accepted(version: 4))
        let second = try await store.batch()
        #expect(second.map(\.operation) == (isSent ? ["create"] : []))
        #expect(second.map(\.editedAt) == (isSent ? [creation.editedAt] : []))
        #expect(try await store.entity(id) != nil)
    }

    @Test("Of several deletions before an accepted recreation, the latest is sent again")
    func lostDeletions() async throws {
        let type = try await type("Coffee")
        try await store.acceptBatch(version: 1)
        let id = try await event(of: type)
        let creation = try #require(try await store.batch().first)
        var accepted = try #require(try await store.entity(id))
        (accepted.version, accepted.createdAt) = (3, creation.editedAt - .seconds(100))
        for seconds in [50, 20, 80] as [Int64] {
            let deletedAt = creation.editedAt - .seconds(seconds)
            try await store.recordReversal(of: id, deletedAt: deletedAt)
        }

        try await store.complete([creation], .accepted(version: 3, entity: accepted))

        let queued = try await store.batch()
        #expect(queued.map(\.editedAt) == [creation.editedAt - .seconds(20)])
    }

    @Test("The deletion of an event type is not sent again, because events refer to the type")
    func eventType() async throws {
        let type = try await type("Coffee")
        let creation = try #require(try await store.batch().first)
        var accepted = try #require(try await store.entity(type))
        (accepted.version, accepted.createdAt) = (3, creation.editedAt - .seconds(100))
        try await store.recordReversal(of: type, deletedAt: creation.editedAt - .seconds(50))

        try await store.complete([creation], .accepted(version: 3, entity: accepted))
        #expect(try await store.status().pending == 0)
    }

    @Test("The deletion of an event type that was edited is not sent again either")
    func editedEventType() async throws {
        let type = try await type("Coffee")
        try await store.acceptBatch(version: 1)
        var remote = try #require(try await store.entity(type))
            .changed(version: 5, "color", "#112233")
        let createdAt = remote.createdAt
        remote.createdAt = createdAt - .seconds(100)
        try await store.recordReversal(of: type, deletedAt: createdAt - .seconds(50))
        try await store.write { try $0.entities.update(id: type, change: change("icon", "cup")) }

        try await store.pull(remote, policy: FieldMerge())

        #expect(try await store.status().pending == 1)
        let queued = try await store.batch()
        #expect(queued.map(\.operation) == ["update"])
        #expect(queued.first?.fields.description == #"{"icon":"cup"}"#)
    }

    @Test(
        "A deletion before a merged event is sent again, unless a failed mutation needs a decision",
        arguments: [false, true]
    )
    func lostDeletionOfEdited(isFailed: Bool) async throws {
        let type = try await type("Coffee")
        let id = try await event(of: type)
        try await store.acceptBatch(version: 2)
        var remote = try #require(try await store.entity(id))
            .changed(version: 5, "location_name", "Home")
        let createdAt = remote.createdAt
        remote.createdAt = createdAt - .seconds(100)
        try await store.recordReversal(of: id, deletedAt: createdAt - .seconds(50))
        try await store.write { try $0.entities.update(id: id, change: change("notes", "hot")) }
        if isFailed {
            let refusal = MutationOutcome.refused(problem: RawJSON("no"), retryAt: nil)
            try await store.complete(try await store.batch(), refusal)
        }

        try await store.pull(remote, policy: FieldMerge())

        let failed = try await store.read { try $0.queue.failedMutations() }
        #expect(failed.map(\.operation) == (isFailed ? ["update"] : []))
        let batch = try await store.batch()
        #expect(batch.map(\.operation) == (isFailed ? [] : ["delete"]))
        #expect(try await store.status().pending == (isFailed ? 0 : 2))
        let document = try await store.entity(id)?.document()
        #expect(document?["notes"]?.string == "hot")
        #expect(document?["location_name"]?.string == "Home")
    }

    /// Whether the server's tombstone counts as reverted, by the milliseconds after the recreation;
    /// `nil` for the time of the reverted deletion.
    private static let tombstones: [(offset: Int64?, isReverted: Bool)] = [
        (nil, true), (-1, true), (0, false), (1, false),
    ]

    @Test("A recreated event stays when a deletion before that arrives", arguments: tombstones)
    func tombstone(offset: Int64?, isReverted: Bool) async throws {
        let (id, _, deletedAt, recreatedAt) = try await recreated()
        let time = offset.map { recreatedAt + .milliseconds($0) } ?? deletedAt

        let remote = try #require(try await store.entity(id)).deleted(version: 5, at: time)
        try await store.pull(remote)

        #expect(try await (store.entity(id) != nil) == isReverted)
        let queued = try await store.batch()
        #expect(queued.map(\.operation) == (isReverted ? ["create"] : []))
        #expect(queued.map(\.baseVersion) == (isReverted ? [5] : []))
    }

    @Test("A reverted deletion of one event does not protect another one")
    func otherEvent() async throws {
        let (_, type, deletedAt, _) = try await recreated()
        let other = try await event(of: type)
        try await store.acceptBatch(version: 4)
        try await store.write { try $0.entities.update(id: other, change: change("notes", "hot")) }

        let remote = try #require(try await store.entity(other)).deleted(version: 9, at: deletedAt)
        try await store.pull(remote)

        #expect(try await store.entity(other) == nil)
        #expect(try await store.status().pending == 0)
    }

    @Test("An event that is deleted again stays deleted when its first deletion arrives")
    func deletedAgain() async throws {
        let (id, _, deletedAt, _) = try await recreated()
        try await store.acceptBatch(version: 4)
        let remote = try #require(try await store.entity(id)).deleted(version: 5, at: deletedAt)
        try await store.write { try $0.entities.delete(id: id) }

        try await store.pull(remote)

        #expect(try await store.entity(id) == nil)
        #expect(try await store.status().pending == 0)
    }

    @Test("An accepted creation with a later edit does not count as a reverted deletion")
    func editedCreation() async throws {
        let type = try await type("Coffee")
        let creation = try await store.batch()
        try await store.write { try $0.entities.update(id: type, change: change("icon", "cup")) }
        try await store.write {
            // The edit is not sent yet.
            _ = try $0.queue.apply(
                MutationBatch(mutations: creation),
                outcomes: [creation[0].id: .accepted(version: 1)],
                cursorRange: nil,
                policy: RemoteWins(),
                nextLimit: 0,
                nextByteLimit: 1
            )
        }

        // The clock of the other device is behind.
        let entity = try #require(try await store.entity(type))
        try await store.pull(entity.deleted(version: 5, at: entity.createdAt - .seconds(1)))

        #expect(try await store.entity(type) == nil)
        #expect(try await store.status().pending == 0)
    }

    @Test("A recreation that a server in a new epoch lost is sent with its time")
    func lostRecreation() async throws {
        let (id, type, _, recreatedAt) = try await recreated()

        try await store.bootstrap(sharedThrough: 0)

        let first = try await store.batch()
        #expect(first.map(\.entityID) == [type])
        try await store.complete(first, .accepted(version: 1))
        let second = try await store.batch()
        #expect(second.map(\.entityID) == [id] && second.map(\.operation) == ["create"])
        #expect(second.first?.editedAt == recreatedAt)
    }

    @Test("Creating a deleted entity again keeps its version, so older changes have no effect")
    func versionOfRecreated() async throws {
        let (id, _, _, _) = try await recreated()
        let entity = try #require(try await store.entity(id))
        #expect(entity.version == 3)

        try await store.pull(entity.changed(version: 2, "notes", "old"))

        #expect(try await store.entity(id) == entity)
    }
}

extension DeviceStore {
    /// Records a deletion that was reverted.
    fileprivate func recordReversal(of id: EntityID, deletedAt: Instant) throws {
        try database.write { db in
            try db.execute(
                sql: "INSERT INTO reverted_deletion (entity_id, deleted_at) VALUES (?, ?)",
                arguments: [Data(id.bytes), deletedAt.milliseconds]
            )
        }
    }
}
