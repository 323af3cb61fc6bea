import Testing
import TrendyModel
import TrendyStore

@Suite("Decisions about failed mutations")
struct DecisionTests {
    private let fixture: StoreFixture
    private let store: DeviceStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private let refusal = RawJSON("no")

    private func change(_ field: String, _ value: String) -> Document {
        var change = Document()
        change[field] = RawJSON(value)
        return change
    }

    /// An event type that the server has accepted.
    private func accepted(_ name: String, version: Int64 = 3) async throws -> EntityID {
        let id = try await store.write { try $0.entities.create(EventType(name: name)) }
        try await store.complete(try await store.batch(), .accepted(version: version))
        return id
    }

    private func refuse() async throws {
        try await store.complete(
            try await store.batch(),
            .refused(problem: refusal, retryAt: nil)
        )
    }

    private func event(of type: EntityID) async throws -> EntityID {
        try await store.write {
            try $0.entities.create(
                Event(eventTypeID: type, timestamp: Instant(milliseconds: 5), sourceType: .manual)
            )
        }
    }

    @Test("A retry resets the attempts and uses a new idempotency key")
    func retry() async throws {
        _ = try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
        let first = try #require(try await store.batch().first)
        try await refuse()

        #expect(try await store.write { try $0.queue.retry(.mutation(first.id)) } == 1)

        let again = try #require(try await store.batch().first)
        #expect(again.entityID == first.entityID)
        #expect(again.id != first.id)
        #expect(again.attempts == 0)
        #expect(again.problem == nil)
        #expect(try await store.read { try $0.queue.status() }.failed == 0)
    }

    @Test("A pending mutation cannot be discarded")
    func notFound() async throws {
        _ = try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
        let waiting = try #require(try await store.batch().first)

        let error = await #expect(throws: StoreError.self) {
            try await store.write { try $0.queue.discard(.mutation(waiting.id)) }
        }

        #expect(error?.code == .notFound)
        #expect(try await store.read { try $0.queue.status() }.pending == 1)
    }

    @Test("Discarding an edit restores the server's content")
    func discardEdit() async throws {
        let id = try await accepted("Coffee")
        try await store.write { try $0.entities.update(id: id, change: change("icon", "cup")) }
        try await refuse()
        let failed = try #require(try await store.read { try $0.queue.failedMutations() }.first)

        #expect(try await store.write { try $0.queue.discard(.mutation(failed.id)) } == [id])

        let document = try #require(try await store.read { try $0.entities.fetch(id: id) })
            .document()
        #expect(document["name"]?.string == "Coffee")
        #expect(document["icon"]?.string != "cup")
        #expect(
            try await store.read { try $0.queue.status() }.pending
                + store.read { try $0.queue.status() }.failed == 0
        )
    }

    @Test(
        "A remote change leaves a failed mutation failed, with its problem"
    )
    func remoteChange() async throws {
        let id = try await accepted("Coffee")
        var remote = try #require(try await store.read { try $0.entities.fetch(id: id) })
        try await store.write { try $0.entities.update(id: id, change: change("icon", "cup")) }
        try await refuse()
        remote.version = 7
        remote.content = try remote.document().applying(change("color", "#112233")).json

        try await store.write { [remote] in
            try $0.sync.apply(changes: [remote], cursor: "e-7", policy: LocalIcon())
        }

        let failed = try #require(try await store.read { try $0.queue.failedMutations() }.first)
        #expect(failed.problem == refusal && failed.attempts == 1)
        #expect(failed.baseVersion == 7)
        #expect(try await store.batch().isEmpty)
        let document = try #require(try await store.read { try $0.entities.fetch(id: id) })
            .document()
        #expect(document["color"]?.string == "#112233" && document["icon"]?.string == "cup")
        try await store.write { try $0.queue.discard(.all) }
        let discarded = try #require(try await store.read { try $0.entities.fetch(id: id) })
            .document()
        #expect(discarded["color"]?.string == "#112233" && discarded["icon"]?.string != "cup")
    }

    /// A policy that takes the icon of this device and all other fields of the server.
    private struct LocalIcon: MergePolicy {
        func resolve(_ divergence: Divergence) -> Resolution {
            var merged = divergence.remote
            merged?["icon"] = divergence.local?["icon"]
            return Resolution(merged: merged, losses: [])
        }
    }

    @Test("Discarding a deletion restores the entity")
    func discardDeletion() async throws {
        let id = try await accepted("Coffee")
        try await store.write { try $0.entities.delete(id: id) }
        try await refuse()

        try await store.write { try $0.queue.discard(.all) }

        let entity = try #require(try await store.read { try $0.entities.fetch(id: id) })
        #expect(try entity.document()["name"]?.string == "Coffee")
    }

    @Test("Dependents are discarded only on request")
    func dependents() async throws {
        let type = try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
        let event = try await event(of: type)
        try await store.complete(
            try await store.batch(1),
            .refused(problem: refusal, retryAt: nil)
        )

        let error = await #expect(throws: StoreError.self) {
            try await store.write { try $0.queue.discard(.all) }
        }
        #expect(error?.code == .hasDependents)
        #expect(try await store.read { try $0.entities.fetch(id: type) } != nil)

        #expect(
            try await store.write { try $0.queue.discard(.all, withDependents: true) } == [
                type, event,
            ]
        )
        #expect(try await store.read { try $0.entities.fetch(id: type) } == nil)
        #expect(try await store.read { try $0.entities.fetch(id: event) } == nil)
        #expect(try await store.read { try $0.queue.status() }.pending == 0)
    }

    @Test("An edit of an entity with a failed creation sends the current content")
    func editRefused() async throws {
        let id = try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
        try await refuse()

        try await store.write { try $0.entities.update(id: id, change: change("icon", "cup")) }

        let batch = try await store.batch()
        #expect(batch.map(\.operation) == ["create"])
        let document = try Document(json: try #require(batch.first).fields)
        #expect(document["icon"]?.string == "cup")
        #expect(document["name"]?.string == "Coffee")
        #expect(try await store.read { try $0.queue.status() }.failed == 0)
    }

    @Test("Deleting an entity with a failed update sends the deletion")
    func deleteRefused() async throws {
        let id = try await accepted("Coffee")
        try await store.write { try $0.entities.update(id: id, change: change("icon", "cup")) }
        try await refuse()

        try await store.write { try $0.entities.delete(id: id) }

        let batch = try await store.batch()
        #expect(batch.map(\.operation) == ["delete"])
        #expect(batch.first?.baseVersion == 3)
    }

    @Test("Deleting an entity that was edited after a failed creation sends the deletion")
    func deleteEditedAfterRefusal() async throws {
        // The server may have accepted the creation before it refused the repetition.
        let id = try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
        try await refuse()
        try await store.write { try $0.entities.update(id: id, change: change("icon", "cup")) }

        try await store.write { try $0.entities.delete(id: id) }

        try await store.complete(try await store.batch(), .accepted(version: 1))
        #expect(try await store.batch().map(\.operation) == ["delete"])
    }

    @Test("An entity is renamed if the deletion of the name's owner is behind a failed mutation")
    func nameBehindRefusal() async throws {
        let first = try await accepted("Coffee")
        try await store.write { try $0.entities.update(id: first, change: change("icon", "cup")) }
        let update = try await store.batch()
        try await store.write { try $0.entities.delete(id: first) }
        try await store.complete(update, .refused(problem: refusal, retryAt: nil))
        let second = try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
        let batch = try await store.batch()
        #expect(batch.map(\.entityID) == [second])
        let fields = try #require(batch.first).fields
        let owner = Entity(
            kind: .eventType,
            id: first,
            version: 3,
            createdAt: Instant(milliseconds: 1),
            updatedAt: Instant(milliseconds: 1),
            content: fields
        )

        try await store.complete(batch, .nameTaken(by: owner))

        let entity = try #require(try await store.read { try $0.entities.fetch(id: second) })
        #expect(try entity.document()["name"]?.string == "Coffee 2")
    }

    @Test("Reverting a failed deletion leaves no mutation")
    func revertFailedDeletion() async throws {
        let id = try await accepted("Coffee")
        try await store.write { try $0.entities.delete(id: id) }
        try await refuse()

        try await store.write { try $0.entities.create(EventType(name: "Coffee"), id: id) }

        #expect(try await store.read { try $0.entities.fetch(id: id) } != nil)
        #expect(try await store.read { try $0.queue.status() }.failed == 0)
        #expect(try await store.batch().isEmpty)
    }

    @Test("Discarding a deletion and its reversal restores the server's content")
    func discardRevertedDeletion() async throws {
        let id = try await accepted("Coffee")
        try await store.write { try $0.entities.delete(id: id) }
        let sent = try await store.batch()
        try await store.write { try $0.entities.create(EventType(name: "Tea"), id: id) }
        try await store.complete(sent, .refused(problem: refusal, retryAt: nil))

        try await store.write { try $0.queue.discard(.all) }

        let entity = try #require(try await store.read { try $0.entities.fetch(id: id) })
        #expect(try entity.document()["name"]?.string == "Coffee")
        #expect(try await store.read { try $0.queue.status() }.pending == 0)
    }

    @Test("Discarding a deletion after a failed reversal leaves the entity deleted")
    func discardRepeatedDeletion() async throws {
        let id = try await accepted("Coffee")
        try await store.write { try $0.entities.delete(id: id) }
        try await store.complete(try await store.batch(), .accepted(version: 4))
        try await store.write { try $0.entities.create(EventType(name: "Coffee"), id: id) }
        try await refuse()
        try await store.write { try $0.entities.delete(id: id) }
        try await refuse()

        try await store.write { try $0.queue.discard(.all) }

        #expect(try await store.read { try $0.entities.fetch(id: id) } == nil)
        #expect(try await store.read { try $0.queue.status() }.failed == 0)
    }

    @Test("Discarding a mutation applies the deferred change")
    func discardWithDeferred() async throws {
        let id = try await accepted("Coffee", version: 3)
        try await store.write { try $0.entities.update(id: id, change: change("icon", "cup")) }
        let sent = try await store.batch()
        let now = fixture.clock.now()
        let remote = Entity(
            kind: .eventType,
            id: id,
            version: 4,
            createdAt: now,
            updatedAt: now,
            content: EventType(name: "Tea").document.json
        )
        try await store.write {
            try $0.sync.apply(changes: [remote], cursor: "e-4", policy: RemoteWins())
        }
        try await store.complete(sent, .refused(problem: refusal, retryAt: nil))

        try await store.write { try $0.queue.discard(.all) }

        #expect(try await store.read { try $0.entities.fetch(id: id) }?.version == 4)
        #expect(
            try await store.read { try $0.entities.fetch(id: id) }?.document()["name"]?.string
                == "Tea"
        )
    }

    @Test("An event type with events is deleted only in a cascade")
    func typeWithEvents() async throws {
        let type = try await accepted("Coffee")
        let event = try await event(of: type)

        let error = await #expect(throws: StoreError.self) {
            try await store.write { try $0.entities.delete(id: type) }
        }
        #expect(error?.code == .hasDependents)
        #expect(try await store.read { try $0.entities.fetch(id: type) } != nil)

        try await store.write { try $0.entities.delete(id: type, cascade: true) }
        #expect(try await store.read { try $0.entities.fetch(id: type) } == nil)
        #expect(try await store.read { try $0.entities.fetch(id: event) } == nil)
    }

    @Test(
        "A recreated entity stays, whatever the outcome of its deletion",
        arguments: [DeletionOutcome.refused, .diverged, .unknown]
    )
    func recreated(after outcome: DeletionOutcome) async throws {
        // A recomputed day was lost when the server's deletion arrived.
        let type = try await accepted("Coffee", version: 1)
        let id = try await event(of: type)
        try await store.complete(try await store.batch(), .accepted(version: 2))
        let fields = try Event(
            document: try #require(try await store.read { try $0.entities.fetch(id: id) })
                .document()
        )
        var remote = try #require(try await store.read { try $0.entities.fetch(id: id) })
        fixture.clock.advance(by: .seconds(60))
        try await store.write { try $0.entities.delete(id: id) }
        let deletion = outcome == .unknown ? [] : try await store.batch()
        (remote.version, remote.deletedAt) = (3, fixture.clock.now())
        remote.updatedAt = fixture.clock.now()
        remote.content = Entity.emptyContent
        fixture.clock.advance(by: .seconds(60))
        try await store.write { try $0.entities.create(fields, id: id) }

        try await store.write { [remote] in
            try $0.sync.apply(changes: [remote], cursor: "e-3", policy: RemoteWins())
        }
        switch outcome {
        case .refused: try await store.complete(deletion, .refused(problem: refusal, retryAt: nil))
        case .diverged: try await store.complete(deletion, .diverged(remote))
        case .unknown: break
        }

        #expect(try await store.read { try $0.entities.fetch(id: id) } != nil)
        let sent = try await store.batch()
        #expect(sent.map(\.operation) == ["create"] && sent.map(\.baseVersion) == [3])
        #expect(try await store.read { try $0.queue.status() }.failed == 0)
    }

    /// The outcome of a deletion that the server already has.
    enum DeletionOutcome: Sendable { case refused, diverged, unknown }
}
