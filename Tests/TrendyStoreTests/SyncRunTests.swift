import Testing
import TrendyModel
import TrendyStore

@Suite("Sync run history")
struct SyncRunTests {
    private let fixture: StoreFixture
    private let store: DeviceStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    @Test("The history holds the last hundred runs, and a success clears the last error")
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
        for number in 0..<150 {
            try await store.write { try $0.sync.record(run(number, .success)) }
        }
        var failure = run(150, .failure)
        failure.failure = "offline"
        try await store.write { [failure] in try $0.sync.record(failure) }
        try await store.write { try $0.sync.record(run(151, .cancelled)) }

        let runs = try await store.read { try $0.sync.runs() }

        #expect(runs.count == 100)
        #expect(try await store.read { try $0.sync.runs(limit: 1_000) } == runs)
        #expect(runs.first == run(151, .cancelled))
        #expect(runs.last == run(52, .success))
        #expect(runs[1].failure == "offline")
        #expect(try await store.read { try $0.queue.status() }.lastError == .offline)
        try await store.write { try $0.sync.record(run(152, .success)) }
        #expect(try await store.read { try $0.queue.status() }.lastError == nil)
    }

    @Test("The wait that a server requests is limited to an hour")
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

        #expect(
            try await store.read { try $0.queue.status() }.serverWait(at: now) == .seconds(3600)
        )
        #expect(
            try await store.read { try $0.queue.status() }.serverWait(at: now + .seconds(3599))
                == .seconds(1)
        )
        #expect(
            try await store.read { try $0.queue.status() }.serverWait(at: now + .seconds(3600))
                == .zero
        )
        // A clock that was set back does not extend the wait.
        #expect(
            try await store.read { try $0.queue.status() }.serverWait(at: now - .seconds(86_400))
                == .zero
        )
    }

    private func run(
        _ outcome: SyncRun.Outcome,
        _ reason: FailureReason? = nil,
        _ failure: String? = nil
    ) -> SyncRun {
        SyncRun(
            startedAt: fixture.clock.now(),
            duration: .zero,
            trigger: "manual",
            pushed: 0,
            pulled: 0,
            conflicts: 0,
            failed: 0,
            outcome: outcome,
            reason: reason,
            failure: failure
        )
    }

    private func record(_ run: SyncRun) async throws -> QueueStatus {
        try await store.write { try $0.sync.record(run) }
        return try await store.status()
    }

    /// Records a failure with a wait of the server and a pause, and returns the status.
    private func failed() async throws -> QueueStatus {
        var failure = run(.failure, .offline, "offline")
        failure.retryAfter = .seconds(60)
        let until = fixture.clock.now() + .seconds(30)
        try await store.write { try $0.sync.pause(until: until) }
        let status = try await record(failure)
        #expect(status.lastError == .offline && status.lastFailure == "offline")
        #expect(status.serverWaitUntil == fixture.clock.now() + .seconds(60))
        #expect(status.pausedUntil == until && status.lastSuccess == nil)
        return status
    }

    @Test("A success ends the wait and the pause, and removes the failure")
    func success() async throws {
        _ = try await failed()

        let status = try await record(run(.success))

        #expect(status.lastError == nil && status.lastFailure == nil)
        #expect(status.serverWaitUntil == nil && status.pausedUntil == nil)
        #expect(status.lastSuccess == fixture.clock.now())
    }

    @Test("A partial run ends the wait and the pause, and counts as timed out")
    func partial() async throws {
        _ = try await failed()

        let status = try await record(run(.partial))

        #expect(status.lastError == .timedOut && status.lastFailure == "partial")
        #expect(status.serverWaitUntil == nil && status.pausedUntil == nil)
        #expect(status.lastSuccess == nil)
    }

    @Test("A failure without a wait of the server ends the earlier wait, but not the pause")
    func failure() async throws {
        let before = try await failed()

        let status = try await record(run(.failure, .serverBusy, "busy"))

        #expect(status.lastError == .serverBusy && status.lastFailure == "busy")
        #expect(status.serverWaitUntil == nil && status.pausedUntil == before.pausedUntil)
    }

    @Test("A skipped run changes the reason in the status, unless it is not shown there")
    func skipped() async throws {
        let before = try await failed()
        var hidden = run(.skipped, .lowPower)
        hidden.isInStatus = false
        #expect(try await record(hidden) == before)
        #expect(try await record(run(.cancelled)) == before)

        let status = try await record(run(.skipped, .lowPower))

        var expected = before
        (expected.lastError, expected.lastFailure) = (.lowPower, "skipped")
        #expect(status == expected)
        #expect(try await store.read { try $0.sync.runs() }.count == 4)
    }

    @Test("A failure is removed from the status by its kind only")
    func clearFailure() async throws {
        let before = try await failed()
        try await store.write { try $0.sync.clearFailure("busy") }
        #expect(try await store.status() == before)

        try await store.write { try $0.sync.clearFailure("offline") }

        let status = try await store.status()
        #expect(status.lastError == nil && status.lastFailure == nil)
        #expect(status.serverWaitUntil == before.serverWaitUntil)
    }
}
