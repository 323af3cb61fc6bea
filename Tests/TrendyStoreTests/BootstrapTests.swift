import GRDB
import Testing
import TrendyModel
import TrendyStore

@Suite("Bootstrap snapshots")
struct BootstrapTests {
    private let fixture: StoreFixture
    private let store: DeviceStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private func remote(_ id: EntityID, _ name: String, version: Int64) -> Entity {
        Entity(
            kind: .eventType,
            id: id,
            version: version,
            createdAt: fixture.clock.now(),
            updatedAt: fixture.clock.now(),
            content: EventType(name: name).document.json
        )
    }

    private func names() async throws -> [String] {
        try await store.read { try $0.entities.fetchAll(kind: .eventType) }.map {
            try EventType(document: $0.document()).name
        }
    }

    private func accepted(_ name: String, version: Int64) async throws -> EntityID {
        let id = try await store.write { try $0.entities.create(EventType(name: name)) }
        try await store.complete(try await store.batch(), .accepted(version: version))
        return id
    }

    @Test("An incomplete snapshot changes nothing")
    func incomplete() async throws {
        let id = try await accepted("Old", version: 1)
        try await store.writeWithoutSync { try $0.snapshot.begin() }
        try await store.writeWithoutSync {
            try $0.snapshot.stage([StagedEntity(remote(id, "New", version: 5))])
        }
        try await store.close()

        let reopened = try fixture.open()

        let names = try await reopened.read { try $0.entities.fetchAll(kind: .eventType) }.map {
            try EventType(document: $0.document()).name
        }
        #expect(names == ["Old"])
        #expect(try await reopened.read { try $0.sync.cursor() } == nil)
        try await reopened.close()
    }

    @Test("A snapshot replaces accepted entities and retains unsent ones")
    func replacement() async throws {
        let updated = try await accepted("Kept", version: 1)
        _ = try await accepted("Gone", version: 2)
        _ = try await store.write { try $0.entities.create(EventType(name: "Unsent")) }

        for round in 1...3 {
            try await store.writeWithoutSync { try $0.snapshot.begin() }
            let version = 9 + Int64(round)
            let remote = remote(updated, "Kept \(round)", version: version)
            try await store.writeWithoutSync { try $0.snapshot.stage([StagedEntity(remote)]) }
            try await store.writeWithoutSync { try $0.snapshot.stage([StagedEntity(remote)]) }
            try await store.write {
                try $0.snapshot.finish(
                    cursor: "e-\(version)",
                    pinnedAt: version,
                    sharedThrough: nil,
                    policy: RemoteWins()
                )
            }
            #expect(try await names() == ["Kept \(round)", "Unsent"])
            #expect(try await store.read { try $0.sync.cursor() } == "e-\(version)")
        }
        #expect(try await store.read { try $0.queue.status() }.pending == 1)
    }

    @Test("Entities that were accepted after the snapshot began stay, with their mutations")
    func acceptedSince() async throws {
        let deleted = try await accepted("Deleted", version: 3)
        _ = try await accepted("Gone", version: 4)
        let before = try #require(try await store.read { try $0.entities.fetch(id: deleted) })
        try await store.writeWithoutSync { try $0.snapshot.begin() }
        try await store.writeWithoutSync { try $0.snapshot.stage([StagedEntity(before)]) }
        let new = try await accepted("New", version: 11)
        try await store.write { try $0.entities.delete(id: deleted) }
        try await store.complete(try await store.batch(), .accepted(version: 12))
        var change = Document()
        change["icon"] = RawJSON("star")
        try await store.write { [change] in try $0.entities.update(id: new, change: change) }

        try await store.write {
            try $0.snapshot.finish(
                cursor: "e-10",
                pinnedAt: 10,
                sharedThrough: nil,
                policy: RemoteWins()
            )
        }

        #expect(try await names() == ["New"])
        let waiting = try await store.batch()
        #expect(waiting.map(\.entityID) == [new])
        #expect(waiting.map(\.baseVersion) == [11])
    }

    @Test("In a new epoch, entities that the server lost are queued again with their edits")
    func newEpoch() async throws {
        let known = try await accepted("Known", version: 1)
        let lost = try await accepted("Lost", version: 2)
        let edited = try await accepted("Edited", version: 3)
        var change = Document()
        change["icon"] = RawJSON("star")
        try await store.write { [change] in try $0.entities.update(id: edited, change: change) }

        try await store.writeWithoutSync { try $0.snapshot.begin() }
        try await store.writeWithoutSync {
            try $0.snapshot.stage([StagedEntity(remote(known, "Known", version: 1))])
        }
        try await store.write {
            try $0.snapshot.finish(cursor: "f-1", sharedThrough: 0, policy: RemoteWins())
        }

        #expect(try await names() == ["Edited", "Known", "Lost"])
        let queued = try await store.batch()
        #expect(Set(queued.map(\.entityID)) == [lost, edited])
        #expect(queued.allSatisfy { $0.operation == "create" && $0.baseVersion == nil })
        let fields = try Document(
            json: try #require(queued.first { $0.entityID == edited }).fields
        )
        #expect(fields["icon"]?.string == "star")
        #expect(fields["name"]?.string == "Edited")
    }

    private struct LocalWins: MergePolicy {
        func resolve(_ divergence: Divergence) -> Resolution {
            Resolution(merged: divergence.local, losses: [])
        }
    }

    private func swap(
        to entities: [Entity],
        sharedThrough: Int64?,
        policy: any MergePolicy = LocalWins()
    ) async throws {
        try await store.writeWithoutSync { try $0.snapshot.begin() }
        try await store.writeWithoutSync { try $0.snapshot.stage(entities.map(StagedEntity.init)) }
        try await store.write {
            try $0.snapshot.finish(cursor: "f-1", sharedThrough: sharedThrough, policy: policy)
        }
    }

    @Test("In a new epoch, many lost and edited entities are sent once each")
    func manyLost() async throws {
        let type = try await accepted("Coffee", version: 1)
        let ids = (0..<1700).map { EntityID.derived(kind: "event", naturalKey: "\($0)") }
        try await store.write { transaction in
            try transaction.entities.create(
                ids.map { id in
                    let time = Instant(seconds: 5)
                    return (id, Event(eventTypeID: type, timestamp: time, sourceType: .manual))
                }
            )
        }
        while case let batch = try await store.batch(), !batch.isEmpty {
            try await store.complete(batch, .accepted(version: 2))
        }
        var known: [Entity] = [
            try #require(try await store.read { try $0.entities.fetch(id: type) })
        ]
        for id in ids[500..<600] {
            known.append(try #require(try await store.read { try $0.entities.fetch(id: id) }))
        }
        var change = Document()
        change["notes"] = RawJSON("hot")
        for id in ids[..<600] {
            try await store.write { [change] in try $0.entities.update(id: id, change: change) }
        }

        try await swap(to: known, sharedThrough: 0)

        var queued: [StoredMutation] = []
        while case let batch = try await store.batch(), !batch.isEmpty {
            try await store.complete(batch, .accepted(version: 3))
            queued += batch
        }
        #expect(queued.count == 1700 && Set(queued.map(\.entityID)) == Set(ids))
        let updated = queued.filter { $0.operation == "update" }
        #expect(Set(updated.map(\.entityID)) == Set(ids[500..<600]))
        #expect(
            try await store.read { try $0.entities.events(EventFilter(limit: 5000)) }.count == 1700
        )
        let hot = try await store.read { try $0.entities.events(EventFilter(limit: 5000)) }.filter {
            try $0.document()["notes"]?.string == "hot"
        }
        #expect(hot.count == 600)
    }

    @Test("In a new epoch, a field that the server lost is sent again")
    func lostField() async throws {
        let id = try await accepted("Newer", version: 5)

        try await swap(to: [remote(id, "Older", version: 3)], sharedThrough: 0)

        let queued = try await store.batch()
        #expect(queued.map(\.operation) == ["update"])
        #expect(queued.first?.baseVersion == 3)
        #expect(try Document(json: #require(queued.first).fields)["name"]?.string == "Newer")
        #expect(try await names() == ["Newer"])
    }

    @Test(
        "A cleared field that the server lost is cleared again, unless the server has later changes",
        arguments: [(3, true), (5, true), (2, false)] as [(Int64, Bool)]
    )
    func clearedAgain(sharedThrough: Int64, isCleared: Bool) async throws {
        let id = try await accepted("Coffee", version: 1)
        let note = Document([.init(name: "note", value: RawJSON("strong"))])
        try await store.write { try $0.entities.update(id: id, change: note) }
        try await store.acceptBatch(version: 3)
        let backup = try #require(try await store.entity(id))
        let clear = Document([.init(name: "note", value: .null)])
        try await store.write { try $0.entities.update(id: id, change: clear) }
        try await store.acceptBatch(version: 8)

        try await store.bootstrap(backup, sharedThrough: sharedThrough, policy: FieldMerge())

        let after = try await store.entity(id)?.document()["note"]?.string
        #expect(after == (isCleared ? nil : "strong"))
        let queued = try await store.batch()
        #expect(queued.map(\.fields.description) == (isCleared ? [#"{"note":null}"#] : []))
    }

    @Test("A deletion that the server lost is sent again")
    func lostDeletion() async throws {
        let first = try await accepted("First", version: 1)
        let second = try await accepted("Second", version: 2)
        for id in [first, second] { try await store.write { try $0.entities.delete(id: id) } }
        try await store.complete(try await store.batch(), .accepted(version: 4))

        try await swap(to: [remote(first, "First", version: 1)], sharedThrough: 0)
        let atOnce = try await store.batch()
        try await store.write {
            try $0.sync.apply(
                changes: [remote(second, "Second", version: 9)],
                cursor: "f-9",
                policy: LocalWins()
            )
        }
        let later = try await store.batch()

        #expect(atOnce.map(\.operation) == ["delete"])
        #expect(atOnce.map(\.entityID) == [first])
        #expect(later.contains { $0.entityID == second && $0.operation == "delete" })
        #expect(try await names().isEmpty)
    }

    @Test("Another device's reversal of a shared deletion applies")
    func sharedDeletion() async throws {
        let first = try await accepted("First", version: 1)
        let second = try await accepted("Second", version: 2)
        for id in [first, second] { try await store.write { try $0.entities.delete(id: id) } }
        try await store.complete(try await store.batch(), .accepted(version: 4))

        try await swap(to: [remote(first, "First", version: 5)], sharedThrough: 5)
        _ = try await store.write { try $0.entities.create(EventType(name: "Second"), id: second) }

        #expect(try await names() == ["First", "Second"])
        let queued = try await store.batch()
        #expect(queued.map(\.entityID) == [second])
        #expect(queued.map(\.baseVersion) == [4])
    }

    @Test("A deletion and its reversal are sent again to a server that lost both")
    func lostReversal() async throws {
        // Devices that knew only of the deletion deleted the recreated entity.
        let type = try await accepted("Coffee", version: 1)
        let event = Event(
            eventTypeID: type,
            timestamp: fixture.clock.now(),
            sourceType: .manual
        )
        let id = try await store.write { try $0.entities.create(event) }
        try await store.complete(try await store.batch(), .accepted(version: 2))
        var before: [Entity] = []
        for id in [type, id] {
            before.append(try #require(try await store.read { try $0.entities.fetch(id: id) }))
        }
        fixture.clock.advance(by: .seconds(60))
        try await store.write { try $0.entities.delete(id: id) }
        let deletion = try await store.batch()
        let deletedAt = try #require(deletion.first).editedAt
        fixture.clock.advance(by: .seconds(60))
        try await store.write { try $0.entities.create(event, id: id) }
        try await store.complete(deletion, .accepted(version: 3))

        try await swap(to: before, sharedThrough: 2)

        let first = try await store.batch()
        #expect(first.map(\.operation) == ["delete"] && first.map(\.editedAt) == [deletedAt])
        try await store.complete(first, .accepted(version: 3))
        #expect(try await store.batch().map(\.operation) == ["create"])
    }

    @Test("Mutations that a snapshot removes are no longer in flight", arguments: [nil, 0, 9])
    func removedInFlight(sharedThrough: Int64?) async throws {
        let id = try await accepted("Gone", version: 1)
        var change = Document()
        change["icon"] = RawJSON("star")
        try await store.write { [change] in try $0.entities.update(id: id, change: change) }
        #expect(try await store.batch().count == 1)

        try await swap(to: [], sharedThrough: sharedThrough, policy: RemoteWins())

        #expect(try await store.storedInFlight().isEmpty)
    }

    @Test("In-flight sequence numbers without a mutation are dropped")
    func obsoleteInFlight() async throws {
        _ = try await store.write { try $0.entities.create(EventType(name: "Sent")) }
        #expect(try await store.batch().count == 1)
        try await store.database.write { db in
            try db.execute(
                sql: "UPDATE meta SET value = CAST('1,7' AS BLOB) WHERE key = 'in_flight'"
            )
        }
        try await store.close()

        let reopened = try fixture.open()
        _ = try await reopened.write { try $0.entities.create(EventType(name: "New")) }
        _ = try await reopened.batch()

        #expect(try await reopened.storedInFlight() == "1,2")
        try await reopened.close()
    }

    @Test("The deletion of an entity that a snapshot lacks wins over an edit")
    func editOfMissing() async throws {
        let id = try await accepted("Gone", version: 1)
        var change = Document()
        change["icon"] = RawJSON("star")
        try await store.write { [change] in try $0.entities.update(id: id, change: change) }

        try await swap(to: [], sharedThrough: nil, policy: RemoteWins())

        #expect(try await store.read { try $0.queue.status() }.pending == 0)
        #expect(try await names().isEmpty)
    }

    @Test("A deferred change does not restore an entity that a snapshot lacks")
    func deferredOfDeleted() async throws {
        let id = try await accepted("Gone", version: 1)
        var change = Document()
        change["icon"] = RawJSON("star")
        try await store.write { [change] in try $0.entities.update(id: id, change: change) }
        #expect(try await store.batch().count == 1)
        try await store.write {
            try $0.sync.apply(
                changes: [remote(id, "Renamed", version: 5)],
                cursor: "e-5",
                policy: RemoteWins()
            )
        }

        try await store.writeWithoutSync { try $0.snapshot.begin() }
        try await store.write {
            try $0.snapshot.finish(
                cursor: "e-9",
                pinnedAt: 9,
                sharedThrough: nil,
                policy: RemoteWins()
            )
        }
        try await store.write { try $0.sync.applyRemainingDeferred(policy: RemoteWins()) }

        #expect(try await names().isEmpty)
        #expect(try await store.read { try $0.queue.status() }.pending == 0)
    }

    /// A creation in flight, and another device's deletion of the entity that was pulled meanwhile.
    private func deferredDeletion() async throws -> (id: EntityID, creation: [StoredMutation]) {
        let id = try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
        let creation = try await store.batch()
        var tombstone = remote(id, "Coffee", version: 5)
        tombstone.content = Entity.emptyContent
        tombstone.deletedAt = tombstone.updatedAt
        try await store.write { [tombstone] in
            try $0.sync.apply(changes: [tombstone], cursor: "e-5", policy: RemoteWins())
        }
        #expect(try await names() == ["Coffee"])
        return (id, creation)
    }

    @Test("A deletion deferred before a snapshot applies once the creation is accepted")
    func deferredDeletionInSameEpoch() async throws {
        let (id, creation) = try await deferredDeletion()
        try await swap(to: [], sharedThrough: nil, policy: RemoteWins())
        #expect(try await names() == ["Coffee"])

        try await store.complete(creation, .accepted(version: 3))

        #expect(try await names().isEmpty)
        #expect(try await store.read { try $0.entities.fetch(id: id) } == nil)
        #expect(try await store.batch().isEmpty)
    }

    @Test("A deletion that was deferred in an earlier epoch has no effect")
    func deferredDeletionInNewEpoch() async throws {
        let (id, _) = try await deferredDeletion()
        try await swap(to: [], sharedThrough: 2, policy: RemoteWins())

        try await store.complete(try await store.batch(), .accepted(version: 3))

        #expect(try await names() == ["Coffee"])
        #expect(try await store.read { try $0.entities.fetch(id: id) }?.version == 3)
    }

    @Test("Discarding the recreation of an entity that a snapshot lacks deletes it")
    func discardRecreation() async throws {
        let id = try await accepted("Gone", version: 1)
        var change = Document()
        change["icon"] = RawJSON("star")
        try await store.write { [change] in try $0.entities.update(id: id, change: change) }
        let sent = try await store.batch()
        try await store.write { try $0.entities.delete(id: id) }
        try await store.write { try $0.entities.create(EventType(name: "Gone"), id: id) }
        try await store.complete(sent, .refused(problem: RawJSON("no"), retryAt: nil))

        try await swap(to: [], sharedThrough: nil, policy: RemoteWins())

        #expect(try await names() == ["Gone"])
        try await store.write { try $0.queue.discard(.all) }
        #expect(try await names().isEmpty)
        #expect(try await store.read { try $0.queue.status() }.pending == 0)
    }
}

extension DeviceStore {
    /// The stored sequence numbers of the mutations in flight, separated by commas.
    fileprivate func storedInFlight() throws -> String {
        let sql = "SELECT CAST(value AS TEXT) FROM meta WHERE key = 'in_flight'"
        return try database.read { try String.fetchOne($0, sql: sql) } ?? ""
    }
}
