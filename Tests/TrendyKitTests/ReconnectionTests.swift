import GRDB
import Synchronization
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

/// A transport that a test disconnects and reconnects.
private final class SwitchableTransport: TransportWrapper {
    let base: any SyncTransport
    private let isConnected = Mutex(true)

    init(_ base: any SyncTransport) { self.base = base }

    func setConnected(_ isConnected: Bool) {
        self.isConnected.withLock { $0 = isConnected }
    }

    private func check() throws {
        guard isConnected.withLock({ $0 }) else {
            throw SyncFailure(code: .offline, reason: .offline)
        }
    }

    func push(_ request: PushRequest) async throws -> PushAnswer {
        try check()
        return try await base.push(request)
    }

    func changes(since cursor: String?, limit: Int) async throws -> ChangePage {
        try check()
        return try await base.changes(since: cursor, limit: limit)
    }
}

@Suite("Reconnecting", .timeLimit(.minutes(20)))
struct ReconnectionTests {
    @Test("Reconnecting sends pending changes immediately, whatever the retry delay")
    func atOnce() async throws {
        try await TestWorld.run { world in
            let wrapper = Mutex<SwitchableTransport?>(nil)
            let a = try await world.device("a") { base in
                let transport = SwitchableTransport(base)
                wrapper.withLock { $0 = transport }
                return transport
            }
            let network = try #require(wrapper.withLock { $0 })
            try await a.sync()
            network.setConnected(false)
            try await a.store.log("Coffee")
            let clock = SteppingClock()
            let (scheduler, runs) = a.scheduler(on: clock)
            let schedule = SyncSchedule()
            let runTask = Task { await scheduler.run() }
            var ends = runs.makeAsyncIterator()
            #expect(await ends.next() == false)
            await clock.slept(for: schedule.firstPause)
            #expect(try await a.store.read { try $0.queue.status() }.pausedUntil != nil)
            await scheduler.update { $0.isOnline = false }
            await clock.slept(for: .seconds(3600))
            let without = SyncStatus(
                queue: try await a.store.read { try $0.queue.status() },
                now: .init(seconds: 0)
            )
            #expect(without.blocker == .offline && without.nextTry == nil)
            #expect(
                try await a.store.read { try $0.sync.runs(limit: 1) }.first?.outcome == .skipped
            )
            // Shorter than the retry delay after the failure, longer than any run's delay.
            clock.advance(by: .seconds(5))
            let then = clock.now

            network.setConnected(true)
            await scheduler.update { $0.isOnline = true }

            #expect(await ends.next() == true)
            #expect(clock.now == then)
            #expect(try await a.store.read { try $0.queue.status() }.pending == 0)
            #expect(try await a.store.read { try $0.queue.status() }.lastError == nil)
            #expect(try await a.store.read { try $0.sync.runs() }.map(\.trigger).first == "network")
            runTask.cancel()
            await runTask.value
        }
    }

    /// A scheduler whose first run has ended and which waits for the next.
    private func afterFirstRun(
        of device: TestDevice,
        _ body: (SyncScheduler, SteppingClock) async throws -> Void
    ) async throws {
        let clock = SteppingClock()
        let (scheduler, runs) = device.scheduler(on: clock)
        let runTask = Task { await scheduler.run() }
        var ends = runs.makeAsyncIterator()
        #expect(await ends.next() == true)
        await clock.slept(for: SyncSchedule().interval)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(scheduler, clock))
        } catch {
            result = .failure(error)
        }
        runTask.cancel()
        await runTask.value
        try result.get()
    }

    @Test("A network loss while nothing is due is reported once a change is pending")
    func nothingDue() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            try await afterFirstRun(of: a) { scheduler, clock in
                await scheduler.update { $0.isOnline = false }
                await clock.slept(for: .seconds(3600))
                let before = try await a.store.read { try $0.sync.runs(limit: 1) }.first?.outcome
                clock.advance(by: .seconds(1))

                try await a.store.log("Coffee")
                await scheduler.requestSync()
                await clock.slept(for: .seconds(3600))

                #expect(before == .success)
                #expect(
                    try await a.store.read { try $0.sync.runs() }.map(\.outcome) == [
                        .skipped, .success,
                    ]
                )
            }
        }
    }

    @Test("A network state that could not be stored on a full disk is stored later")
    func diskFull() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            try await afterFirstRun(of: a) { scheduler, clock in
                try await a.store.log("Coffee")
                try await a.store.database.write { db in
                    try db.execute(
                        sql: """
                            CREATE TRIGGER full BEFORE INSERT ON sync_run
                            BEGIN SELECT RAISE(ABORT, 'full'); END
                            """
                    )
                }
                await scheduler.update { $0.isOnline = false }
                await clock.slept(for: .seconds(60))
                try await a.store.database.write { try $0.execute(sql: "DROP TRIGGER full") }

                clock.advance(by: .seconds(60))
                await clock.slept(for: .seconds(3600))

                #expect(
                    try await a.store.read { try $0.sync.runs() }.map(\.outcome) == [
                        .skipped, .success,
                    ]
                )
            }
        }
    }
}
