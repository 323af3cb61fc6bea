import Testing
import TrendyModel
import TrendyStore

@Suite("What a person decides about refused changes")
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

    /// A type that the server has, with the version given.
    private func accepted(_ name: String, version: Int64 = 3) async throws -> EntityID {
        let id = try await store.write { try $0.entities.create(EventType(name: name)) }
        try await store.settle(try await store.batch(), .accepted(version: version))
        return id
    }

    private func refuse() async throws {
        try await store.settle(
            try await store.batch(),
            .refused(problem: refusal, retryAt: nil)
        )
    }

    private func event(of type: EntityID) async throws -> EntityID {
        try await store.write { try $0.entities.create(
            Event(eventTypeID: type, timestamp: Instant(milliseconds: 5), sourceType: .manual)
        ) }
    }

    @Test("Retrying sends it again from the first attempt on, under a new key")
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

    @Test("What needs no decision cannot be decided about")
    func notFound() async throws {
        _ = try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
        let waiting = try #require(try await store.batch().first)

        let error = await #expect(throws: StoreError.self) {
            try await store.write { try $0.queue.discard(.mutation(waiting.id)) }
        }

        #expect(error?.code == .notFound)
        #expect(try await store.read { try $0.queue.status() }.pending == 1)
    }

    @Test("Giving up an edit brings back what the server has, with all that waited behind it")
    func discardEdit() async throws {
        let id = try await accepted("Coffee")
        try await store.write { try $0.entities.update(id: id, change: change("icon", "cup")) }
        try await refuse()
        let mine = try #require(try await store.read { try $0.queue.failedMutations() }.first)

        #expect(try await store.write { try $0.queue.discard(.mutation(mine.id)) } == [id])

        let document = try #require(try await store.read { try $0.entities.fetch(id: id) }).document()
        #expect(document["name"]?.string == "Coffee")
        #expect(document["icon"]?.string != "cup")
        #expect(try await store.read { try $0.queue.status() }.pending + store.read { try $0.queue.status() }.failed == 0)
    }

    @Test(
        "Others' changes of an entity leave a refusal as it is, with its reason, until it is decided"
    )
    func remoteChange() async throws {
        let id = try await accepted("Coffee")
        var remote = try #require(try await store.read { try $0.entities.fetch(id: id) })
        try await store.write { try $0.entities.update(id: id, change: change("icon", "cup")) }
        try await refuse()
        remote.version = 7
        remote.content = try remote.document().applying(change("color", "#112233")).json

        try await store.write { [remote] in try $0.sync.apply(changes: [remote], cursor: "e-7", policy: LocalIcon()) }

        let failed = try #require(try await store.read { try $0.queue.failedMutations() }.first)
        #expect(failed.problem == refusal && failed.attempts == 1)
        #expect(failed.baseVersion == 7)
        #expect(try await store.batch().isEmpty)
        let document = try #require(try await store.read { try $0.entities.fetch(id: id) }).document()
        #expect(document["color"]?.string == "#112233" && document["icon"]?.string == "cup")
        try await store.write { try $0.queue.discard(.all) }
        let given = try #require(try await store.read { try $0.entities.fetch(id: id) }).document()
        #expect(given["color"]?.string == "#112233" && given["icon"]?.string != "cup")
    }

    /// Keeps the icon of this device, and all else of the server.
    private struct LocalIcon: MergePolicy {
        func resolve(_ divergence: Divergence) -> Resolution {
            var merged = divergence.remote
            merged?["icon"] = divergence.local?["icon"]
            return Resolution(merged: merged, losses: [])
        }
    }

    @Test("Giving up a deletion brings the entity back")
    func discardDeletion() async throws {
        let id = try await accepted("Coffee")
        try await store.write { try $0.entities.delete(id: id) }
        try await refuse()

        try await store.write { try $0.queue.discard(.all) }

        let entity = try #require(try await store.read { try $0.entities.fetch(id: id) })
        #expect(try entity.document()["name"]?.string == "Coffee")
    }

    @Test("What refers to a thing that goes is not given up unasked")
    func dependents() async throws {
        let type = try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
        let event = try await event(of: type)
        try await store.settle(
            try await store.batch(1),
            .refused(problem: refusal, retryAt: nil)
        )

        let error = await #expect(throws: StoreError.self) { try await store.write { try $0.queue.discard(.all) } }
        #expect(error?.code == .hasDependents)
        #expect(try await store.read { try $0.entities.fetch(id: type) } != nil)

        #expect(try await store.write { try $0.queue.discard(.all, withDependents: true) } == [type, event])
        #expect(try await store.read { try $0.entities.fetch(id: type) } == nil)
        #expect(try await store.read { try $0.entities.fetch(id: event) } == nil)
        #expect(try await store.read { try $0.queue.status() }.pending == 0)
    }

    @Test("Going on with a refused entity sends it anew, as it is now")
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

    @Test("Deleting a refused entity sends the deletion; the server may have it after all")
    func deleteRefused() async throws {
        let id = try await accepted("Coffee")
        try await store.write { try $0.entities.update(id: id, change: change("icon", "cup")) }
        try await refuse()

        try await store.write { try $0.entities.delete(id: id) }

        let batch = try await store.batch()
        #expect(batch.map(\.operation) == ["delete"])
        #expect(batch.first?.baseVersion == 3)
    }

    @Test("What goes on from a refused creation is deleted for the server, too")
    func deleteEditedAfterRefusal() async throws {
        // Guards what the server had taken before it refused a repetition, and which came back.
        let id = try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
        try await refuse()
        try await store.write { try $0.entities.update(id: id, change: change("icon", "cup")) }

        try await store.write { try $0.entities.delete(id: id) }

        try await store.settle(try await store.batch(), .accepted(version: 1))
        #expect(try await store.batch().map(\.operation) == ["delete"])
    }

    @Test("A name is not waited for that a deletion behind a refused change would free")
    func nameBehindRefusal() async throws {
        let first = try await accepted("Coffee")
        try await store.write { try $0.entities.update(id: first, change: change("icon", "cup")) }
        let update = try await store.batch()
        try await store.write { try $0.entities.delete(id: first) }
        try await store.settle(update, .refused(problem: refusal, retryAt: nil))
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

        try await store.settle(batch, .nameTaken(by: owner))

        let entity = try #require(try await store.read { try $0.entities.fetch(id: second) })
        #expect(try entity.document()["name"]?.string == "Coffee 2")
    }

    @Test("Taking back a refused deletion leaves nothing to be sent")
    func undoRefusedDeletion() async throws {
        let id = try await accepted("Coffee")
        try await store.write { try $0.entities.delete(id: id) }
        try await refuse()

        try await store.write { try $0.entities.create(EventType(name: "Coffee"), id: id) }

        #expect(try await store.read { try $0.entities.fetch(id: id) } != nil)
        #expect(try await store.read { try $0.queue.status() }.failed == 0)
        #expect(try await store.batch().isEmpty)
    }

    @Test("Giving up a deletion and what took it back leaves what the server has")
    func discardUndoneDeletion() async throws {
        let id = try await accepted("Coffee")
        try await store.write { try $0.entities.delete(id: id) }
        let sent = try await store.batch()
        try await store.write { try $0.entities.create(EventType(name: "Tea"), id: id) }
        try await store.settle(sent, .refused(problem: refusal, retryAt: nil))

        try await store.write { try $0.queue.discard(.all) }

        let entity = try #require(try await store.read { try $0.entities.fetch(id: id) })
        #expect(try entity.document()["name"]?.string == "Coffee")
        #expect(try await store.read { try $0.queue.status() }.pending == 0)
    }

    @Test("Giving up the deletion of what was brought back in vain leaves it deleted")
    func discardDeletionAnew() async throws {
        let id = try await accepted("Coffee")
        try await store.write { try $0.entities.delete(id: id) }
        try await store.settle(try await store.batch(), .accepted(version: 4))
        try await store.write { try $0.entities.create(EventType(name: "Coffee"), id: id) }
        try await refuse()
        try await store.write { try $0.entities.delete(id: id) }
        try await refuse()

        try await store.write { try $0.queue.discard(.all) }

        #expect(try await store.read { try $0.entities.fetch(id: id) } == nil)
        #expect(try await store.read { try $0.queue.status() }.failed == 0)
    }

    @Test("Giving up what a pull has overtaken leaves what the pull brought")
    func discardHeld() async throws {
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
        try await store.write { try $0.sync.apply(changes: [remote], cursor: "e-4", policy: RemoteWins()) }
        try await store.settle(sent, .refused(problem: refusal, retryAt: nil))

        try await store.write { try $0.queue.discard(.all) }

        #expect(try await store.read { try $0.entities.fetch(id: id) }?.version == 4)
        #expect(try await store.read { try $0.entities.fetch(id: id) }?.document()["name"]?.string == "Tea")
    }

    @Test("A type with events is deleted only with them")
    func typeWithEvents() async throws {
        let type = try await accepted("Coffee")
        let event = try await event(of: type)

        let error = await #expect(throws: StoreError.self) { try await store.write { try $0.entities.delete(id: type) } }
        #expect(error?.code == .hasDependents)
        #expect(try await store.read { try $0.entities.fetch(id: type) } != nil)

        try await store.write { try $0.entities.delete(id: type, cascade: true) }
        #expect(try await store.read { try $0.entities.fetch(id: type) } == nil)
        #expect(try await store.read { try $0.entities.fetch(id: event) } == nil)
    }

    @Test(
        "What was brought back stays, whatever is heard of its deletion",
        arguments: [DeletionAnswer.refused, .diverged, .unanswered]
    )
    func broughtBack(answer: DeletionAnswer) async throws {
        // Guards a day that was counted anew: the server's word of the deletion took it along.
        let type = try await accepted("Coffee", version: 1)
        let id = try await event(of: type)
        try await store.settle(try await store.batch(), .accepted(version: 2))
        let fields = try Event(document: try #require(try await store.read { try $0.entities.fetch(id: id) }).document())
        var remote = try #require(try await store.read { try $0.entities.fetch(id: id) })
        fixture.clock.advance(by: .seconds(60))
        try await store.write { try $0.entities.delete(id: id) }
        let deletion = answer == .unanswered ? [] : try await store.batch()
        (remote.version, remote.deletedAt) = (3, fixture.clock.now())
        remote.updatedAt = fixture.clock.now()
        remote.content = Entity.emptyContent
        fixture.clock.advance(by: .seconds(60))
        try await store.write { try $0.entities.create(fields, id: id) }

        try await store.write { [remote] in try $0.sync.apply(changes: [remote], cursor: "e-3", policy: RemoteWins()) }
        switch answer {
        case .refused: try await store.settle(deletion, .refused(problem: refusal, retryAt: nil))
        case .diverged: try await store.settle(deletion, .diverged(remote))
        case .unanswered: break
        }

        #expect(try await store.read { try $0.entities.fetch(id: id) } != nil)
        let sent = try await store.batch()
        #expect(sent.map(\.operation) == ["create"] && sent.map(\.baseVersion) == [3])
        #expect(try await store.read { try $0.queue.status() }.failed == 0)
    }

    /// What a device hears of a deletion that the server has: that it is refused, that it is one of
    /// somebody else's, or nothing.
    enum DeletionAnswer: Sendable { case refused, diverged, unanswered }
}
