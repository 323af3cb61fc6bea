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

    /// Two accepted types with an edit each, which are in flight.
    private func sentEdits() async throws -> (ids: [EntityID], batch: MutationBatch) {
        let ids = [try await type("Coffee"), try await type("Tea")]
        try await store.complete(try await store.batch(), .accepted(version: 1))
        for id in ids {
            try await store.write { try $0.entities.update(id: id, change: change("icon", "cup")) }
        }
        return (ids, try #require(try await next(2)))
    }

    private func next(_ limit: Int, unsent: [MutationBatch] = []) async throws -> MutationBatch? {
        try await store.write {
            try $0.queue.nextBatch(limit: limit, byteLimit: .max, unsent: unsent)
        }
    }

    /// Pulls a new color of an entity, and returns the version of the entity on this device.
    private func pull(_ id: EntityID) async throws -> Int64? {
        var remote = try #require(try await store.read { try $0.entities.fetch(id: id) })
        remote.version = 7
        remote.content = try remote.document().applying(change("color", "#112233")).json
        try await store.write { [remote] in
            try $0.sync.apply(changes: [remote], cursor: "e-7", policy: RemoteWins())
        }
        return try await store.read { try $0.entities.fetch(id: id) }?.version
    }

    @Test("A batch without effect that was sent before stays in flight, and defers remote changes")
    func sentTwice() async throws {
        // The answer to the first request was lost, and the second request was refused as a whole.
        let (ids, _) = try await sentEdits()
        let again = try #require(try await next(2))
        let half = try #require(try await next(1, unsent: [again]))
        #expect(again.mutations.map(\.entityID) == ids)
        #expect(half.mutations.map(\.entityID) == [ids[0]])
        #expect(try await store.read { try $0.queue.status() }.inFlight == 2)

        #expect(try await pull(ids[1]) == 1)

        // Also when the third request has no effect, and after the outcome of the other mutation.
        _ = try await next(0, unsent: [half])
        try await store.complete(half.mutations, .refused(problem: refusal, retryAt: nil))
        #expect(try await store.read { try $0.queue.status() }.inFlight == 1)
        #expect(try await store.read { try $0.entities.fetch(id: ids[1]) }?.version == 1)
        try await store.complete(try await store.batch(), .accepted(version: 3))
        #expect(try await store.read { try $0.entities.fetch(id: ids[1]) }?.version == 7)
    }

    @Test("A batch without effect that was sent once is not in flight, and remote changes merge")
    func sentOnce() async throws {
        let (ids, batch) = try await sentEdits()
        let half = try await next(1, unsent: [batch])
        #expect(half?.mutations.map(\.entityID) == [ids[0]])

        #expect(try await pull(ids[1]) == 7)
        #expect(try await pull(ids[0]) == 1)
    }

    @Test("Mutations of a batch without an outcome stay in flight")
    func withoutOutcome() async throws {
        let (ids, batch) = try await sentEdits()

        try await store.complete([batch.mutations[0]], .accepted(version: 2))

        #expect(try await store.read { try $0.queue.status() }.inFlight == 1)
        #expect(try await pull(ids[1]) == 1)
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
        "Edits that may have been sent keep their times when the server's offset is corrected",
        arguments: [false, true]
    )
    func clockAheadAfterSending(isBackfillSent: Bool) async throws {
        let ahead = Duration.seconds(365 * 86_400)
        let known = try await type("Known")
        try await store.complete(try await store.batch(), .accepted(version: 1))
        fixture.clock.advance(by: ahead)
        // Backfill mutations have sequence numbers before and after those of the others.
        var backfill = [try await backfilledEvent(of: known, day: 1)]
        var regular = [try await event(of: known)]
        var sent = try await store.batch(isBackfillSent ? 2 : 1)
        #expect(sent.map(\.entityID) == regular + (isBackfillSent ? backfill : []))
        backfill.append(try await backfilledEvent(of: known, day: 2))
        regular.append(try await event(of: known))
        let before = sent.map(\.editedAt)
        let now = fixture.clock.now() - ahead

        try await store.write { try $0.queue.update(serverOffset: .zero - ahead) }

        let queued = try await store.batch()
        #expect(Set(queued.map(\.entityID)) == Set(backfill + regular))
        let ids = Set(sent.map(\.entityID))
        sent = queued.filter { ids.contains($0.entityID) }
        #expect(sent.map(\.editedAt) == before && before.allSatisfy { $0 > now + .seconds(60) })
        let unsent = queued.filter { !ids.contains($0.entityID) }
        #expect(unsent.allSatisfy { $0.editedAt <= now })
    }

    /// Stores the captured result of a past day.
    private func backfilledEvent(of type: EntityID, day: Int) async throws -> EntityID {
        let id = EntityID.derived(kind: "event", naturalKey: "\(day)")
        var event = Event(
            eventTypeID: type,
            timestamp: fixture.clock.now() - .seconds(100 * 86_400),
            sourceType: .healthKit
        )
        event.evidence = Evidence(sampleCount: 1, newest: event.timestamp)
        let date = CalendarDay(daysSinceEpoch: 20_000 + day)
        let result = DerivedResult(id: id, day: date, event: event)
        _ = try await store.write {
            try $0.health.apply(
                DerivedPage(
                    category: "steps",
                    days: [date...date],
                    eventTypes: [
                        DerivedEventType(id: type, eventType: EventType(name: "Known"))
                    ],
                    results: [result]
                )
            )
        }
        return id
    }

    @Test("A small offset of the server's clock changes no edit time")
    func smallOffset() async throws {
        _ = try await type("Coffee")
        let before = try await store.batch().map(\.editedAt)
        _ = try await type("Tea")
        try await store.write { try $0.queue.update(serverOffset: .seconds(-30)) }

        let after = try await store.batch()

        #expect(after.map(\.editedAt).prefix(1) == before[...])
        #expect(after.allSatisfy { $0.editedAt >= fixture.clock.now() })
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
