import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("News of the server", .timeLimit(.minutes(2)))
struct NewsTests {
    @Test("News of a life of the server that is over is fetched once, and not asked for again")
    func otherLife() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let clock = SteppingClock()
            let live = Dependencies.live()
            let (runs, continuation) = AsyncStream.makeStream(of: Bool.self)
            let schedule = SyncSchedule()
            let scheduler = SyncScheduler(
                coordinator: a.coordinator,
                store: a.store,
                dependencies: Dependencies(
                    wallClock: live.wallClock,
                    random: live.random,
                    ids: live.ids,
                    clock: clock
                ),
                schedule: schedule,
                onRun: { result in
                    if case .success = result { continuation.yield(true) }
                }
            )
            let life = Task { await scheduler.run() }
            var ends = runs.makeAsyncIterator()
            #expect(await ends.next() == true)
            await clock.slept(for: schedule.interval)
            let before = try #require(await a.store.status().cursor.flatMap { Cursor($0) })

            await scheduler.fetchNews(
                upTo: Cursor(epoch: "0000000000000000", version: before.version)
            )

            #expect(await ends.next() == true)
            // Nothing else is due: as long as nobody asks, it waits.
            await clock.slept(for: schedule.interval)
            life.cancel()
            await life.value
        }
    }
}
