import Testing
import TrendyModel
import TrendyStore

@Suite("Mutation queue")
struct QueueTests: RecordingSuite {
    private let fixture: StoreFixture
    let store: DeviceStore
    private let refusal = RawJSON("no")

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private func patch(_ edit: (inout EventPatch) -> Void) -> Document {
        var patch = EventPatch()
        edit(&patch)
        return patch.change
    }

    @Test("A failed mutation blocks its entity and the entities that refer to it, and no others")
    func blockedEntities() async throws {
        let bad = try await type("Bad")
        let child = try await event(of: bad)
        let good = try await type("Good")
        let other = try await event(of: good)
        let first = try await store.batch(1)
        try await store.complete(first, .refused(problem: refusal, retryAt: nil))

        #expect(try await store.batch().map(\.entityID) == [good, other])
        let status = try await store.read { try $0.queue.status() }
        #expect(status.failed == 1)
        #expect(status.pending == 3)
        #expect(try await store.read { try $0.queue.failedMutations() }.map(\.entityID) == [bad])
        #expect(try await store.read { try $0.queue.failedMutations() }.first?.problem == refusal)
        _ = child
    }

    @Test("A mutation is sent with or after the creations of the entities that it refers to")
    func parents() async throws {
        let parent = try await type("Parent")
        let child = try await event(of: parent)

        #expect(try await store.batch(1).map(\.entityID) == [parent])
        #expect(try await store.batch().map(\.entityID) == [parent, child])
    }

    @Test(
        "A blocked mutation is not in flight, so remote changes of its entity are not deferred"
    )
    func notInFlight() async throws {
        let good = try await type("Good")
        try await store.complete(try await store.batch(), .accepted(version: 1))
        let bad = try await type("Bad")
        let moved = try await store.write {
            try $0.entities.create(
                Event(eventTypeID: good, timestamp: Instant(milliseconds: 5), sourceType: .manual)
            )
        }
        try await store.complete(try await store.batch(), .accepted(version: 2))
        try await store.write { try $0.entities.delete(id: bad) }
        let other = try await type("Other")
        let child = try await event(of: other)
        try await store.write { transaction in
            try transaction.entities.update(
                id: moved,
                change: patch { $0.eventTypeID = .set(other) }
            )
        }
        _ = child
        let first = try await store.batch(2)
        #expect(first.map(\.entityID) == [bad, other])
        try await store.complete(first, .refused(problem: refusal, retryAt: nil))
        let last = try await event(of: good)
        let sent = try await store.batch()
        #expect(sent.map(\.entityID) == [last])
        #expect(try await store.read { try $0.queue.status() }.inFlight == 1)

        var remote = try #require(try await store.read { try $0.entities.fetch(id: moved) })
        remote.version = 9
        remote.content = Entity.emptyContent
        remote.deletedAt = remote.updatedAt
        try await store.write { [remote] in
            try $0.sync.apply(changes: [remote], cursor: "e-9", policy: RemoteWins())
        }

        #expect(try await store.read { try $0.entities.fetch(id: moved) } == nil)
        #expect(try await store.read { try $0.queue.status() }.inFlight == 1)
        try await store.close()
        #expect(try await fixture.open().read { try $0.queue.status() }.inFlight == 1)
    }

    @Test(
        "A retry defers remote changes of its entity, and its refusal applies them"
    )
    func deferredForRetry() async throws {
        let coffee = try await type("Coffee")
        try await store.complete(try await store.batch(), .accepted(version: 1))
        try await store.write { try $0.entities.update(id: coffee, change: change("icon", "cup")) }
        let now = fixture.clock.now()
        try await store.complete(try await store.batch(), .refused(problem: refusal, retryAt: now))
        let again = try await store.batch()
        #expect(again.map(\.attempts) == [1])
        var remote = try #require(try await store.read { try $0.entities.fetch(id: coffee) })
        remote.version = 7
        remote.content = try remote.document().applying(change("color", "#112233")).json

        try await store.write { [remote] in
            try $0.sync.apply(changes: [remote], cursor: "e-7", policy: RemoteWins())
        }
        #expect(try await store.read { try $0.entities.fetch(id: coffee) }?.version == 1)
        try await store.complete(again, .refused(problem: refusal, retryAt: now))

        #expect(try await store.read { try $0.entities.fetch(id: coffee) }?.version == 7)
    }

    @Test(
        "Edit times in the future are corrected when the server's offset shows the clock was ahead"
    )
    func clockAhead() async throws {
        fixture.clock.advance(by: .seconds(365 * 86_400))
        let early = try await type("Coffee")
        let now = fixture.clock.now() - .seconds(365 * 86_400)

        try await store.write { try $0.queue.update(serverOffset: .seconds(-365 * 86_400)) }
        let late = try await type("Tea")

        let batch = try await store.batch()
        #expect(batch.map(\.entityID) == [early, late])
        #expect(batch.allSatisfy { $0.editedAt <= now + .seconds(1) })
        #expect(batch[0].editedAt < batch[1].editedAt)
    }

    @Test(
        "While a batch is in flight, later mutations do not overtake skipped ones of their entity"
    )
    func noOvertaking() async throws {
        let parent = try await type("Parent")
        let child = try await event(of: parent)
        let sent = try await store.batch()
        let later = fixture.clock.now() + .seconds(10)
        try await store.complete(sent, .refused(problem: refusal, retryAt: later))
        let other = try await type("Other")
        let inFlight = try #require(
            try await store.write { try $0.queue.nextBatch(limit: 1, byteLimit: .max) }
        )
        try await store.write { try $0.entities.delete(id: child) }
        let newest = try await type("Newest")

        let next = try await store.write {
            try $0.queue.nextBatch(limit: 10, byteLimit: .max, behind: inFlight)
        }

        #expect(sent.map(\.entityID) == [parent, child])
        #expect(inFlight.mutations.map(\.entityID) == [other])
        #expect(next?.mutations.map(\.entityID) == [newest])
    }

    @Test("A batch respects its limits of mutations and bytes, but has at least one mutation")
    func limits() async throws {
        let type = try await type("Coffee")
        for _ in 0..<20 { _ = try await event(of: type) }

        #expect(try await store.batch(7).count == 7)
        let small = try await store.write { try $0.queue.nextBatch(limit: 500, byteLimit: 2000) }?
            .mutations.count
        #expect(try #require(small) < 10)
        #expect(
            try await store.write { try $0.queue.nextBatch(limit: 500, byteLimit: 1) }?.mutations
                .count == 1
        )
    }

    @Test("The scan finds eligible mutations behind more blocked ones than fit a page")
    func manyBlocked() async throws {
        let bad = try await type("Bad")
        try await store.complete(
            try await store.batch(1),
            .refused(problem: refusal, retryAt: nil)
        )
        for _ in 0..<600 { _ = try await event(of: bad) }
        let good = try await type("Good")
        let children = [try await event(of: good), try await event(of: good)]

        #expect(try await store.batch(1).map(\.entityID) == [good])
        #expect(try await store.batch(2).map(\.entityID) == [good, children[0]])
        #expect(try await store.batch(500).map(\.entityID) == [good] + children)
    }

    @Test("A push advances the cursor only from the cursor before its batch")
    func cursorRange() async throws {
        try await store.write {
            try $0.sync.apply(changes: [], cursor: "e-5", policy: RemoteWins())
        }
        _ = try await type("Coffee")
        let batch = MutationBatch(mutations: try await store.batch())
        let outcomes = [batch.mutations[0].id: MutationOutcome.accepted(version: 6)]

        _ = try await store.write {
            try $0.queue.apply(
                batch,
                outcomes: outcomes,
                cursorRange: ("e-4", "e-6"),
                policy: RemoteWins(),
                nextLimit: 1,
                nextByteLimit: 1
            )
        }
        #expect(try await store.read { try $0.sync.cursor() } == "e-5")
        _ = try await store.write {
            try $0.queue.apply(
                batch,
                outcomes: outcomes,
                cursorRange: ("e-5", "e-6"),
                policy: RemoteWins(),
                nextLimit: 1,
                nextByteLimit: 1
            )
        }
        #expect(try await store.read { try $0.sync.cursor() } == "e-6")
    }

    @Test("A taken name has no effect on an entity that was deleted meanwhile")
    func takenNameOfDeleted() async throws {
        let coffee = try await type("Coffee")
        let child = try await event(of: coffee)
        let creation = try await store.batch()
        try await store.write { try $0.entities.delete(id: coffee, cascade: true) }

        try await store.complete([creation[0]], .nameTaken(by: nil))
        try await store.complete([creation[1]], .blocked(problem: refusal, retryAt: nil))

        #expect(creation.map(\.entityID) == [coffee, child])
        let status = try await store.read { try $0.queue.status() }
        #expect(status.pending == 0 && status.failed == 0)
        #expect(try await store.read { try $0.conflicts.open() }.isEmpty)
        #expect(try await store.read { try $0.entities.fetch(id: coffee) } == nil)
    }

    @Test("A deletion is sent although the name in the edit before it is taken")
    func takenNameBeforeDeletion() async throws {
        let coffee = try await type("Coffee")
        try await store.complete(try await store.batch(), .accepted(version: 1))
        try await store.write { try $0.entities.update(id: coffee, change: change("name", "Tea")) }
        let edit = try await store.batch()
        try await store.write { try $0.entities.delete(id: coffee) }

        try await store.complete(edit, .nameTaken(by: nil))

        let remaining = try await store.batch()
        #expect(remaining.map(\.operation) == ["delete"])
        #expect(remaining.map(\.baseVersion) == [1])
        #expect(try await store.read { try $0.conflicts.open() }.isEmpty)
    }
}
