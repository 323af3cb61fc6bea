import Testing
import TrendyModel
import TrendyStore

@Suite("The queue")
struct QueueTests {
    private let fixture: StoreFixture
    private let store: DeviceStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private func type(_ name: String) async throws -> EntityID {
        try await store.write { try $0.entities.create(EventType(name: name)) }
    }

    private func event(of type: EntityID) async throws -> EntityID {
        try await store.write { try $0.entities.create(
            Event(eventTypeID: type, timestamp: Instant(milliseconds: 5), sourceType: .manual)
        ) }
    }

    private let refusal = RawJSON("no")

    @Test("A refused mutation stops its own entity and what refers to it, nothing else")
    func poison() async throws {
        let bad = try await type("Bad")
        let child = try await event(of: bad)
        let good = try await type("Good")
        let other = try await event(of: good)
        let first = try await store.batch(1)
        try await store.settle(first, .refused(problem: refusal, retryAt: nil))

        #expect(try await store.batch().map(\.entityID) == [good, other])
        let status = try await store.read { try $0.queue.status() }
        #expect(status.failed == 1)
        #expect(status.pending == 3)
        #expect(try await store.read { try $0.queue.failedMutations() }.map(\.entityID) == [bad])
        #expect(try await store.read { try $0.queue.failedMutations() }.first?.problem == refusal)
        _ = child
    }

    @Test("What refers to an entity leaves with it or after it, never before")
    func parents() async throws {
        let parent = try await type("Parent")
        let child = try await event(of: parent)

        #expect(try await store.batch(1).map(\.entityID) == [parent])
        #expect(try await store.batch().map(\.entityID) == [parent, child])
    }

    @Test(
        "What waits behind a refusal was never sent: it is not in flight, nor are others' changes held"
    )
    func notInFlight() async throws {
        let good = try await type("Good")
        try await store.settle(try await store.batch(), .accepted(version: 1))
        let bad = try await type("Bad")
        let moved = try await store.write { try $0.entities.create(
            Event(eventTypeID: good, timestamp: Instant(milliseconds: 5), sourceType: .manual)
        ) }
        try await store.settle(try await store.batch(), .accepted(version: 2))
        try await store.write { try $0.entities.delete(id: bad) }
        let other = try await type("Other")
        let child = try await event(of: other)
        try await store.write { transaction in try transaction.entities.update(id: moved, change: patch { $0.eventTypeID = .set(other) }) }
        _ = child
        let first = try await store.batch(2)
        #expect(first.map(\.entityID) == [bad, other])
        try await store.settle(first, .refused(problem: refusal, retryAt: nil))
        let last = try await event(of: good)
        let sent = try await store.batch()
        #expect(sent.map(\.entityID) == [last])
        #expect(try await store.read { try $0.queue.status() }.inFlight == 1)

        var remote = try #require(try await store.read { try $0.entities.fetch(id: moved) })
        remote.version = 9
        remote.content = Entity.emptyContent
        remote.deletedAt = remote.updatedAt
        try await store.write { [remote] in try $0.sync.apply(changes: [remote], cursor: "e-9", policy: RemoteWins()) }

        #expect(try await store.read { try $0.entities.fetch(id: moved) } == nil)
        #expect(try await store.read { try $0.queue.status() }.inFlight == 1)
        try await store.close()
        #expect(try await fixture.open().read { try $0.queue.status() }.inFlight == 1)
    }

    @Test(
        "What is sent a second time keeps others' changes waiting for its answer, and a no lets them in"
    )
    func heldForRetry() async throws {
        let coffee = try await type("Coffee")
        try await store.settle(try await store.batch(), .accepted(version: 1))
        try await store.write { try $0.entities.update(id: coffee, change: change("icon", "cup")) }
        let now = fixture.clock.now()
        try await store.settle(try await store.batch(), .refused(problem: refusal, retryAt: now))
        let again = try await store.batch()
        #expect(again.map(\.attempts) == [1])
        var remote = try #require(try await store.read { try $0.entities.fetch(id: coffee) })
        remote.version = 7
        remote.content = try remote.document().applying(change("color", "#112233")).json

        try await store.write { [remote] in try $0.sync.apply(changes: [remote], cursor: "e-7", policy: RemoteWins()) }
        #expect(try await store.read { try $0.entities.fetch(id: coffee) }?.version == 1)
        try await store.settle(again, .refused(problem: refusal, retryAt: now))

        #expect(try await store.read { try $0.entities.fetch(id: coffee) }?.version == 7)
    }

    private func change(_ field: String, _ value: String) -> Document {
        var change = Document()
        change[field] = RawJSON(value)
        return change
    }

    private func patch(_ edit: (inout EventPatch) -> Void) -> Document {
        var patch = EventPatch()
        edit(&patch)
        return patch.change
    }

    @Test("A mutation that is to be tried again waits until its time")
    func retry() async throws {
        let type = try await type("Coffee")
        let sent = try await store.batch()
        let later = fixture.clock.now() + .seconds(10)
        try await store.settle(sent, .refused(problem: refusal, retryAt: later))

        #expect(try await store.batch().isEmpty)
        #expect(try await store.read { try $0.queue.nextAttempt() } == later)
        fixture.clock.advance(by: .seconds(11))
        let again = try await store.batch()
        #expect(again.map(\.id) == sent.map(\.id))
        #expect(again.first?.attempts == 1)
        _ = type
    }

    @Test("What is refused for now three days after its recording is a person's to decide")
    func stale() async throws {
        _ = try await type("Coffee")
        fixture.clock.advance(by: .seconds(73 * 3600))
        #expect(try await store.read { try $0.queue.status() }.pending == 1)
        for _ in 0..<2 {
            try await store.settle(
                try await store.batch(),
                .refused(problem: refusal, retryAt: fixture.clock.now())
            )
        }

        let status = try await store.read { try $0.queue.status() }
        #expect(status.stale == 1)
        #expect(status.pending == 0)
        #expect(try await store.read { try $0.queue.failedMutations() }.map(\.state) == [.stale])
        #expect(try await store.write { try $0.queue.retry(.all) } == 1)
        #expect(try await store.batch().count == 1)
    }

    @Test("The history keeps the last hundred runs, newest first; the last error goes by success")
    func history() async throws {
        @Sendable func run(_ number: Int, _ outcome: SyncRun.Outcome) -> SyncRun {
            SyncRun(
                startedAt: Instant(seconds: Int64(number)),
                duration: .milliseconds(7),
                trigger: "manual",
                pushed: number,
                pulled: 2,
                conflicts: 1,
                failed: 0,
                outcome: outcome,
                reason: outcome == .failure ? .offline : nil
            )
        }
        for number in 0..<150 { try await store.write { try $0.sync.record(run(number, .success)) } }
        var failure = run(150, .failure)
        failure.failure = "offline"
        try await store.write { [failure] in try $0.sync.record(failure) }
        try await store.write { try $0.sync.record(run(151, .cancelled)) }

        let runs = try await store.read { try $0.sync.runs() }

        #expect(runs.count == 100)
        #expect(runs.first == run(151, .cancelled))
        #expect(runs.last == run(52, .success))
        #expect(runs[1].failure == "offline")
        #expect(try await store.read { try $0.queue.status() }.lastError == .offline)
        try await store.write { try $0.sync.record(run(152, .success)) }
        #expect(try await store.read { try $0.queue.status() }.lastError == nil)
    }

    @Test("A wait that a wrong clock has set keeps nothing back")
    func wrongClock() async throws {
        _ = try await type("Coffee")
        fixture.clock.advance(by: .seconds(365 * 86_400))
        let later = fixture.clock.now() + .seconds(10)
        try await store.settle(
            try await store.batch(),
            .refused(problem: refusal, retryAt: later)
        )

        fixture.clock.advance(by: .seconds(-365 * 86_400))

        let next = try #require(try await store.read { try $0.queue.nextAttempt() })
        #expect(next <= fixture.clock.now() + StoredMutation.maximumPostponement)
        #expect(try await store.batch().count == 1)
    }

    @Test("Edits that a clock ahead has dated into the future are taken back when that is known")
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

    @Test("What waits behind a refusal is counted, and has no next attempt")
    func blocked() async throws {
        let type = try await type("Coffee")
        try await store.settle(
            try await store.batch(),
            .refused(problem: refusal, retryAt: nil)
        )
        _ = try await event(of: type)
        _ = try await event(of: type)

        let status = try await store.read { try $0.queue.status() }

        #expect(status.failed == 1)
        #expect(status.pending == 2)
        #expect(status.blocked == 2)
        #expect(status.nextAttempt == nil)
    }

    @Test("Behind a batch that is on its way, nothing overtakes what was passed over")
    func noOvertaking() async throws {
        let parent = try await type("Parent")
        let child = try await event(of: parent)
        let sent = try await store.batch()
        let later = fixture.clock.now() + .seconds(10)
        try await store.settle(sent, .refused(problem: refusal, retryAt: later))
        let other = try await type("Other")
        let onItsWay = try #require(try await store.write { try $0.queue.nextBatch(limit: 1, byteLimit: .max) })
        try await store.write { try $0.entities.delete(id: child) }
        let newest = try await type("Newest")

        let next = try await store.write { try $0.queue.nextBatch(limit: 10, byteLimit: .max, behind: onItsWay) }

        #expect(sent.map(\.entityID) == [parent, child])
        #expect(onItsWay.mutations.map(\.entityID) == [other])
        #expect(next?.mutations.map(\.entityID) == [newest])
    }

    @Test("A batch keeps to its limits of number and bytes, and lets one through whatever its size")
    func limits() async throws {
        let type = try await type("Coffee")
        for _ in 0..<20 { _ = try await event(of: type) }

        #expect(try await store.batch(7).count == 7)
        let small = try await store.write { try $0.queue.nextBatch(limit: 500, byteLimit: 2000) }?.mutations.count
        #expect(try #require(small) < 10)
        #expect(try await store.write { try $0.queue.nextBatch(limit: 500, byteLimit: 1) }?.mutations.count == 1)
    }

    @Test("More waits than fit a page of the scan: what may leave is still found")
    func longLane() async throws {
        let bad = try await type("Bad")
        try await store.settle(
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

    @Test("A cursor follows a push only when nothing of anybody else lies between")
    func passage() async throws {
        try await store.write { try $0.sync.apply(changes: [], cursor: "e-5", policy: RemoteWins()) }
        _ = try await type("Coffee")
        let batch = MutationBatch(mutations: try await store.batch())
        let outcomes = [batch.mutations[0].id: MutationOutcome.accepted(version: 6)]

        _ = try await store.write { try $0.queue.apply(
            batch,
            outcomes: outcomes,
            passage: ("e-4", "e-6"),
            policy: RemoteWins(),
            nextLimit: 1,
            nextByteLimit: 1
        ) }
        #expect(try await store.read { try $0.sync.cursor() } == "e-5")
        _ = try await store.write { try $0.queue.apply(
            batch,
            outcomes: outcomes,
            passage: ("e-5", "e-6"),
            policy: RemoteWins(),
            nextLimit: 1,
            nextByteLimit: 1
        ) }
        #expect(try await store.read { try $0.sync.cursor() } == "e-6")
    }

    @Test("A name that is taken is no matter for what was deleted here meanwhile")
    func takenNameOfDeleted() async throws {
        let coffee = try await type("Coffee")
        let child = try await event(of: coffee)
        let creation = try await store.batch()
        try await store.write { try $0.entities.delete(id: coffee, cascade: true) }

        try await store.settle([creation[0]], .nameTaken(by: nil))
        try await store.settle([creation[1]], .blocked(problem: refusal, retryAt: nil))

        #expect(creation.map(\.entityID) == [coffee, child])
        let status = try await store.read { try $0.queue.status() }
        #expect(status.pending == 0 && status.failed == 0)
        #expect(try await store.read { try $0.conflicts.open() }.isEmpty)
        #expect(try await store.read { try $0.entities.fetch(id: coffee) } == nil)
    }

    @Test("An edit whose name is taken does not keep the deletion behind it from being sent")
    func takenNameBeforeDeletion() async throws {
        let coffee = try await type("Coffee")
        try await store.settle(try await store.batch(), .accepted(version: 1))
        try await store.write { try $0.entities.update(id: coffee, change: change("name", "Tea")) }
        let edit = try await store.batch()
        try await store.write { try $0.entities.delete(id: coffee) }

        try await store.settle(edit, .nameTaken(by: nil))

        let left = try await store.batch()
        #expect(left.map(\.operation) == ["delete"])
        #expect(left.map(\.baseVersion) == [1])
        #expect(try await store.read { try $0.conflicts.open() }.isEmpty)
    }

    @Test("A deletion that the server has to put off is tried again at its time")
    func blockedDeletion() async throws {
        let coffee = try await type("Coffee")
        try await store.settle(try await store.batch(), .accepted(version: 1))
        try await store.write { try $0.entities.delete(id: coffee) }
        let later = fixture.clock.now() + .seconds(2)

        try await store.settle(try await store.batch(), .blocked(problem: refusal, retryAt: later))

        #expect(try await store.batch().isEmpty)
        #expect(try await store.read { try $0.queue.status() }.nextAttempt == later)
    }

    @Test("A server that asks to wait for longer than an hour is left alone for an hour")
    func longServerWait() async throws {
        var busy = SyncRun(
            startedAt: fixture.clock.now(),
            duration: .zero,
            trigger: "manual",
            pushed: 0,
            pulled: 0,
            conflicts: 0,
            failed: 0,
            outcome: .failure,
            reason: .serverBusy,
            failure: "busy"
        )
        busy.retryAfter = .seconds(7200)
        try await store.write { [busy] in try $0.sync.record(busy) }
        let now = fixture.clock.now()

        #expect(try await store.read { try $0.queue.status() }.serverWait(at: now) == .seconds(3600))
        #expect(try await store.read { try $0.queue.status() }.serverWait(at: now + .seconds(3599)) == .seconds(1))
        #expect(try await store.read { try $0.queue.status() }.serverWait(at: now + .seconds(3600)) == .zero)
        // A clock that has been put back since makes it wait no longer.
        #expect(try await store.read { try $0.queue.status() }.serverWait(at: now - .seconds(86_400)) == .zero)
    }

    @Test("What waits for something that is postponed is tried no sooner than that")
    func nextAttemptOfParent() async throws {
        let parent = try await type("Parent")
        let later = fixture.clock.now() + .seconds(10)
        try await store.settle(try await store.batch(), .refused(problem: refusal, retryAt: later))
        _ = try await event(of: parent)

        #expect(try await store.read { try $0.queue.status() }.nextAttempt == later)
        _ = try await type("Other")
        #expect(try await store.read { try $0.queue.status() }.nextAttempt == Instant(milliseconds: 0))
        try await store.settle(try await store.batch(), .accepted(version: 1))
        #expect(try await store.read { try $0.queue.status() }.nextAttempt == later)
    }

    @Test("A deletion behind a creation whose type was refused waits for a person, not for now")
    func deletionOfBlocked() async throws {
        let parent = try await type("Parent")
        let event = try await event(of: parent)
        let sent = try await store.batch()
        #expect(sent.count == 2)
        try await store.settle([sent[0]], .refused(problem: refusal, retryAt: nil))
        try await store.settle([sent[1]], .blocked(problem: refusal, retryAt: nil))
        try await store.write { try $0.entities.delete(id: event) }

        let status = try await store.read { try $0.queue.status() }
        #expect(status.pending == 2 && status.blocked == 2)
        #expect(status.nextAttempt == nil)
        #expect(try await store.batch().isEmpty)
    }

    @Test("An edit behind a postponed one of the same entity is tried no sooner than that")
    func nextAttemptOfLane() async throws {
        let coffee = try await type("Coffee")
        try await store.settle(try await store.batch(), .accepted(version: 1))
        try await store.write { try $0.entities.update(id: coffee, change: change("icon", "cup")) }
        let later = fixture.clock.now() + .seconds(10)
        try await store.settle(try await store.batch(), .refused(problem: refusal, retryAt: later))
        try await store.write { try $0.entities.update(id: coffee, change: change("icon", "mug")) }

        #expect(try await store.read { try $0.queue.status() }.pending == 2)
        #expect(try await store.read { try $0.queue.status() }.nextAttempt == later)
        fixture.clock.advance(by: .seconds(11))
        #expect(try await store.batch().count == 1)
    }
}
