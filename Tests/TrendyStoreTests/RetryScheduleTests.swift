import Testing
import TrendyModel
import TrendyStore

@Suite("Retry schedule")
struct RetryScheduleTests: RecordingSuite {
    private let fixture: StoreFixture
    let store: DeviceStore
    private let refusal = RawJSON("no")

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    @Test("A postponed mutation is not eligible before its next attempt time")
    func retry() async throws {
        let type = try await type("Coffee")
        let sent = try await store.batch()
        let later = fixture.clock.now() + .seconds(10)
        try await store.complete(sent, .refused(problem: refusal, retryAt: later))

        #expect(try await store.batch().isEmpty)
        #expect(try await store.read { try $0.queue.nextAttempt() } == later)
        fixture.clock.advance(by: .seconds(11))
        let again = try await store.batch()
        #expect(again.map(\.id) == sent.map(\.id))
        #expect(again.first?.attempts == 1)
        _ = type
    }

    @Test("A mutation that is refused three days after its recording becomes stale")
    func stale() async throws {
        _ = try await type("Coffee")
        fixture.clock.advance(by: .seconds(73 * 3600))
        #expect(try await store.read { try $0.queue.status() }.pending == 1)
        for _ in 0..<2 {
            try await store.complete(
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

    @Test("A wait that a wrong clock set does not delay sending")
    func wrongClock() async throws {
        _ = try await type("Coffee")
        fixture.clock.advance(by: .seconds(365 * 86_400))
        let later = fixture.clock.now() + .seconds(10)
        try await store.complete(
            try await store.batch(),
            .refused(problem: refusal, retryAt: later)
        )

        fixture.clock.advance(by: .seconds(-365 * 86_400))

        let next = try #require(try await store.read { try $0.queue.nextAttempt() })
        #expect(next <= fixture.clock.now() + StoredMutation.maximumPostponement)
        #expect(try await store.batch().count == 1)
    }

    @Test("Blocked mutations are counted and have no next attempt")
    func blocked() async throws {
        let type = try await type("Coffee")
        try await store.complete(
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

    @Test("A blocked deletion is sent again at its next attempt time")
    func blockedDeletion() async throws {
        let coffee = try await type("Coffee")
        try await store.complete(try await store.batch(), .accepted(version: 1))
        try await store.write { try $0.entities.delete(id: coffee) }
        let later = fixture.clock.now() + .seconds(2)

        try await store.complete(
            try await store.batch(),
            .blocked(problem: refusal, retryAt: later)
        )

        #expect(try await store.batch().isEmpty)
        #expect(try await store.read { try $0.queue.status() }.nextAttempt == later)
    }

    @Test("The next attempt of a mutation is not before that of the creation it depends on")
    func nextAttemptOfParent() async throws {
        let parent = try await type("Parent")
        let later = fixture.clock.now() + .seconds(10)
        try await store.complete(
            try await store.batch(),
            .refused(problem: refusal, retryAt: later)
        )
        _ = try await event(of: parent)

        #expect(try await store.read { try $0.queue.status() }.nextAttempt == later)
        _ = try await type("Other")
        #expect(
            try await store.read { try $0.queue.status() }.nextAttempt == Instant(milliseconds: 0)
        )
        try await store.complete(try await store.batch(), .accepted(version: 1))
        #expect(try await store.read { try $0.queue.status() }.nextAttempt == later)
    }

    @Test("A deletion behind a creation with a failed event type is blocked")
    func deletionOfBlocked() async throws {
        let parent = try await type("Parent")
        let event = try await event(of: parent)
        let sent = try await store.batch()
        #expect(sent.count == 2)
        try await store.complete([sent[0]], .refused(problem: refusal, retryAt: nil))
        try await store.complete([sent[1]], .blocked(problem: refusal, retryAt: nil))
        try await store.write { try $0.entities.delete(id: event) }

        let status = try await store.read { try $0.queue.status() }
        #expect(status.pending == 2 && status.blocked == 2)
        #expect(status.nextAttempt == nil)
        #expect(try await store.batch().isEmpty)
    }

    @Test("The next attempt of an edit is not before that of an earlier one of the entity")
    func nextAttemptOfEntityQueue() async throws {
        let coffee = try await type("Coffee")
        try await store.complete(try await store.batch(), .accepted(version: 1))
        try await store.write { try $0.entities.update(id: coffee, change: change("icon", "cup")) }
        let later = fixture.clock.now() + .seconds(10)
        try await store.complete(
            try await store.batch(),
            .refused(problem: refusal, retryAt: later)
        )
        try await store.write { try $0.entities.update(id: coffee, change: change("icon", "mug")) }

        #expect(try await store.read { try $0.queue.status() }.pending == 2)
        #expect(try await store.read { try $0.queue.status() }.nextAttempt == later)
        fixture.clock.advance(by: .seconds(11))
        #expect(try await store.batch().count == 1)
    }

    /// Milliseconds from a refusal to the next attempt, and whether it may be sent at once.
    private static let postponements: [(milliseconds: Int64, isDue: Bool)] = [
        (0, true), (1, false), (3_600_000, false), (3_600_001, true),
    ]

    @Test(
        "A mutation waits for its next attempt time, unless that is more than an hour away",
        arguments: postponements
    )
    func due(milliseconds: Int64, isDue: Bool) async throws {
        _ = try await type("Coffee")
        let next = fixture.clock.now() + .milliseconds(milliseconds)
        try await store.complete(
            try await store.batch(),
            .refused(problem: refusal, retryAt: next)
        )

        #expect(try await store.batch().count == (isDue ? 1 : 0))
    }

    /// Milliseconds from the recording to the second refusal, whether the server accepted other
    /// mutations meanwhile, and whether the mutation becomes stale.
    private static let ages: [(milliseconds: Int64, isProven: Bool, isStale: Bool)] = [
        (259_200_000, true, false), (259_200_001, true, true), (259_200_001, false, false),
    ]

    @Test("A retried mutation becomes stale after three days of refusals", arguments: ages)
    func age(milliseconds: Int64, isProven: Bool, isStale: Bool) async throws {
        _ = try await type("Coffee")
        let now = fixture.clock.now()
        try await store.complete(try await store.batch(), .refused(problem: refusal, retryAt: now))
        fixture.clock.advance(by: .milliseconds(milliseconds))

        let later = fixture.clock.now()
        try await store.complete(
            try await store.batch(),
            .refused(problem: refusal, retryAt: later, isProven: isProven)
        )

        #expect(try await store.status().stale == (isStale ? 1 : 0))
        #expect(try await store.status().pending == (isStale ? 0 : 1))
    }
}
