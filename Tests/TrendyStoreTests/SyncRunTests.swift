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
}
