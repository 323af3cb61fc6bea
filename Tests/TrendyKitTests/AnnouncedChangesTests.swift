import Synchronization
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("Announced changes of the server", .timeLimit(.minutes(20)))
struct AnnouncedChangesTests {
    private let interval = SyncSchedule().interval

    @Test("A change announced with an old epoch is pulled once and not requested again")
    func otherLife() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let clock = SteppingClock()
            let (scheduler, runs) = a.scheduler(on: clock)
            let runTask = Task { await scheduler.run() }
            var ends = runs.makeAsyncIterator()
            #expect(await ends.next() == true)
            await clock.slept(for: interval)
            let before = try #require(
                await a.store.read { try $0.queue.status() }.cursor.flatMap { Cursor($0) }
            )

            await scheduler.fetchChanges(
                upTo: Cursor(epoch: "0000000000000000", version: before.version)
            )

            #expect(await ends.next() == true)
            // No other sync is due, so the scheduler waits for the interval.
            await clock.slept(for: interval)
            runTask.cancel()
            await runTask.value
        }
    }

    @Test("An announced change that a run had no time for is pulled by the next run")
    func timedOut() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let clock = SteppingClock()
            // The deadline is read when a run is decided on and when it begins.
            let asked = Mutex<Int?>(nil)
            let (scheduler, runs) = a.scheduler(on: clock) {
                let isBeginning = asked.withLock { count in
                    guard let before = count else { return false }
                    count = before + 1
                    return before == 1
                }
                return isBeginning ? SyncDeadline { .zero } : nil
            }
            let runTask = Task { await scheduler.run() }
            var ends = runs.makeAsyncIterator()
            #expect(await ends.next() == true)
            await clock.slept(for: interval)
            let before = try #require(
                await a.store.read { try $0.queue.status() }.cursor.flatMap { Cursor($0) }
            )
            asked.withLock { $0 = 0 }

            await scheduler.fetchChanges(
                upTo: Cursor(epoch: before.epoch, version: before.version + 1)
            )

            #expect(await ends.next() == true)
            #expect(await ends.next() == true)
            await clock.slept(for: interval)
            runTask.cancel()
            await runTask.value
        }
    }
}
