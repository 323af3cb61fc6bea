import GRDB
import Synchronization
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

/// A network that a test takes away and gives back.
private final class Cable: TransportWrapper {
    let base: any SyncTransport
    private let isIn = Mutex(true)

    init(_ base: any SyncTransport) { self.base = base }

    func plug(_ isIn: Bool) { self.isIn.withLock { $0 = isIn } }

    private func check() throws {
        guard isIn.withLock({ $0 }) else {
            throw SyncFailure(code: .offline, message: "The network is gone.")
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

@Suite("Back online", .timeLimit(.minutes(20)))
struct BackOnlineTests {
    @Test("The network's return sends what waits at once, whatever pause failures had earned (28)")
    func atOnce() async throws {
        try await TestWorld.run { world in
            let cable = Mutex<Cable?>(nil)
            let a = try await world.device("a") { base in
                let made = Cable(base)
                cable.withLock { $0 = made }
                return made
            }
            let network = try #require(cable.withLock { $0 })
            try await a.sync()
            network.plug(false)
            try await a.store.log("Coffee")
            let clock = SteppingClock()
            let (scheduler, runs) = a.scheduler(on: clock)
            let schedule = SyncSchedule()
            let life = Task { await scheduler.run() }
            var ends = runs.makeAsyncIterator()
            #expect(await ends.next() == false)
            await clock.slept(for: schedule.firstPause)
            #expect(try await a.store.status().pausedUntil != nil)
            await scheduler.update { $0.isOnline = false }
            await clock.slept(for: .seconds(3600))
            let without = SyncStatus(queue: try await a.store.status(), now: .init(seconds: 0))
            #expect(without.blocker == .offline && without.nextTry == nil)
            #expect(try await a.store.syncRuns(limit: 1).first?.outcome == .skipped)
            // Shorter than the pause that the failure had earned, longer than that of any run.
            clock.advance(by: .seconds(5))
            let then = clock.now

            network.plug(true)
            await scheduler.update { $0.isOnline = true }

            #expect(await ends.next() == true)
            #expect(clock.now == then)
            #expect(try await a.store.status().pending == 0)
            #expect(try await a.store.status().lastError == nil)
            #expect(try await a.store.syncRuns().map(\.trigger).first == "network")
            life.cancel()
            await life.value
        }
    }

    /// A scheduler whose first run has ended, and which waits for the next.
    private func afterFirstRun(
        of device: TestDevice,
        _ body: (SyncScheduler, SteppingClock) async throws -> Void
    ) async throws {
        let clock = SteppingClock()
        let (scheduler, runs) = device.scheduler(on: clock)
        let life = Task { await scheduler.run() }
        var ends = runs.makeAsyncIterator()
        #expect(await ends.next() == true)
        await clock.slept(for: SyncSchedule().interval)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(scheduler, clock))
        } catch {
            result = .failure(error)
        }
        life.cancel()
        await life.value
        try result.get()
    }

    @Test("A network that goes while nothing is due is told of once something waits")
    func nothingDue() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            try await afterFirstRun(of: a) { scheduler, clock in
                await scheduler.update { $0.isOnline = false }
                await clock.slept(for: .seconds(3600))
                let before = try await a.store.syncRuns(limit: 1).first?.outcome
                clock.advance(by: .seconds(1))

                try await a.store.log("Coffee")
                await scheduler.requestSync()
                await clock.slept(for: .seconds(3600))

                #expect(before == .success)
                #expect(try await a.store.syncRuns().map(\.outcome) == [.skipped, .success])
            }
        }
    }

    @Test("What the disk did not take of a network that is gone is told later")
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

                #expect(try await a.store.syncRuns().map(\.outcome) == [.skipped, .success])
            }
        }
    }
}
