import Synchronization
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("News of the server", .timeLimit(.minutes(20)))
struct NewsTests {
    private let interval = SyncSchedule().interval

    @Test("News of a life of the server that is over is fetched once, and not asked for again")
    func otherLife() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let clock = SteppingClock()
            let (scheduler, runs) = a.scheduler(on: clock)
            let life = Task { await scheduler.run() }
            var ends = runs.makeAsyncIterator()
            #expect(await ends.next() == true)
            await clock.slept(for: interval)
            let before = try #require(await a.store.status().cursor.flatMap { Cursor($0) })

            await scheduler.fetchChanges(
                upTo: Cursor(epoch: "0000000000000000", version: before.version)
            )

            #expect(await ends.next() == true)
            // Nothing else is due: as long as nobody asks, it waits.
            await clock.slept(for: interval)
            life.cancel()
            await life.value
        }
    }

    @Test("News that a run had no time to fetch is fetched by the next one")
    func timedOut() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let clock = SteppingClock()
            // It is asked for as a run is decided on, and as it begins.
            let asked = Mutex<Int?>(nil)
            let (scheduler, runs) = a.scheduler(on: clock) {
                let isBeginning = asked.withLock { count in
                    guard let before = count else { return false }
                    count = before + 1
                    return before == 1
                }
                return isBeginning ? SyncDeadline { .zero } : nil
            }
            let life = Task { await scheduler.run() }
            var ends = runs.makeAsyncIterator()
            #expect(await ends.next() == true)
            await clock.slept(for: interval)
            let before = try #require(await a.store.status().cursor.flatMap { Cursor($0) })
            asked.withLock { $0 = 0 }

            await scheduler.fetchChanges(
                upTo: Cursor(epoch: before.epoch, version: before.version + 1)
            )

            #expect(await ends.next() == true)
            #expect(await ends.next() == true)
            await clock.slept(for: interval)
            life.cancel()
            await life.value
        }
    }
}
