import Synchronization
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("Skipped runs", .timeLimit(.minutes(20)))
struct SkippedRunTests {
    /// A server that rejects requests on demand, and sessions that may be renewed.
    private final class Gate: TransportWrapper, SessionProviding {
        let base: any SyncTransport
        private let refusal = Mutex<Problem?>(nil)

        init(_ base: any SyncTransport) { self.base = base }

        var hasSession: Bool { refusal.withLock { $0 } == nil }

        func refuse(with problem: Problem?) { refusal.withLock { $0 = problem } }

        func push(_ request: PushRequest) async throws -> PushAnswer {
            try check()
            return try await base.push(request)
        }

        func changes(since cursor: String?, limit: Int) async throws -> ChangePage {
            try check()
            return try await base.changes(since: cursor, limit: limit)
        }

        private func check() throws {
            if let problem = refusal.withLock({ $0 }) { throw SyncFailure(problem) }
        }
    }

    /// A scheduler whose first run has succeeded or failed, and which waits for the next.
    private func afterFirstRun(
        refusal: Problem? = nil,
        _ body: (
            TestDevice, Gate, SyncScheduler, SteppingClock, inout AsyncStream<Bool>.Iterator
        ) async throws -> Void
    ) async throws {
        try await TestWorld.run { world in
            var made: Gate?
            let device = try await world.device("a") { base in
                let gate = Gate(base)
                made = gate
                return gate
            }
            let gate = try #require(made)
            try await device.sync()
            gate.refuse(with: refusal)
            let clock = SteppingClock()
            let (scheduler, runs) = device.scheduler(on: clock)
            let runTask = Task { await scheduler.run() }
            var ends = runs.makeAsyncIterator()
            #expect(await ends.next() == (refusal == nil))
            let result: Result<Void, any Error>
            do {
                result = .success(try await body(device, gate, scheduler, clock, &ends))
            } catch {
                result = .failure(error)
            }
            runTask.cancel()
            await runTask.value
            try result.get()
        }
    }

    private func outcomes(_ device: TestDevice) async throws -> [SyncRun.Outcome] {
        // The first run happened before.
        Array(try await device.store.read { try $0.sync.runs() }.map(\.outcome).dropLast())
    }

    @Test("A run skipped to restrict power or network is in the history once, not in the status")
    func sparing() async throws {
        for change: @Sendable (inout SyncConditions) -> Void in [
            { $0.isLowPower = true }, { $0.isExpensive = true },
        ] {
            try await afterFirstRun { device, _, scheduler, clock, ends in
                await clock.slept(for: .seconds(900))
                await scheduler.update(change)
                await clock.slept(for: .seconds(900))
                clock.advance(by: .seconds(900))
                await clock.slept(for: .seconds(2700))

                #expect(try await outcomes(device) == [.skipped, .success])
                let run = try #require(
                    try await device.store.read { try $0.sync.runs(limit: 1) }.first
                )
                #expect(run.reason == .lowPower || run.reason == .restrictedNetwork)
                #expect(run.trigger == "periodic")
                #expect(try await device.store.read { try $0.queue.status() }.lastError == nil)
                clock.advance(by: .seconds(2700))
                #expect(await ends.next() == true)
                await clock.slept(for: .seconds(3600))
                #expect(try await outcomes(device) == [.success, .skipped, .success])
            }
        }
    }

    @Test("A run skipped because the server asked to wait is in the history once; nothing is sent")
    func serverWait() async throws {
        var busy = Problem(.rateLimit, detail: "Slow down.")
        busy.retryAfter = 3000
        try await afterFirstRun(refusal: busy) { device, _, scheduler, clock, _ in
            try await device.store.log("Coffee")
            await scheduler.requestSync()
            await clock.slept(for: .seconds(15))
            let commits = device.store.commits()
            defer { commits.stop() }
            clock.advance(by: .seconds(15))
            for await _ in commits.events {
                if try await outcomes(device).count > 1 { break }
            }

            #expect(try await outcomes(device) == [.skipped, .failure])
            let run = try #require(try await device.store.read { try $0.sync.runs(limit: 1) }.first)
            #expect(run.failure == "busy" && run.trigger == "retry")
            #expect(try await device.store.read { try $0.queue.status() }.lastFailure == "busy")
        }
    }

    @Test("Runs skipped for lack of a session resume after a sign-in, also by another process")
    func signIn() async throws {
        let ended = Problem(.unauthorized, detail: "It has ended.")
        try await afterFirstRun(refusal: ended) { device, gate, _, clock, ends in
            for _ in 0..<20 {
                await clock.slept(for: .seconds(60))
                clock.advance(by: .seconds(60))
            }
            await clock.slept(for: .seconds(60))
            #expect(try await outcomes(device) == [.skipped, .failure])
            let runs = try await device.store.read { try $0.sync.runs(limit: 1) }
            #expect(runs.first?.failure == "needsSignIn")
            #expect(
                try await device.store.read { try $0.queue.status() }.lastFailure == "needsSignIn"
            )

            gate.refuse(with: nil)
            clock.advance(by: .seconds(60))

            #expect(await ends.next() == true)
            #expect(try await outcomes(device) == [.success, .skipped, .failure])
            #expect(try await device.store.read { try $0.queue.status() }.lastError == nil)
        }
    }
}
