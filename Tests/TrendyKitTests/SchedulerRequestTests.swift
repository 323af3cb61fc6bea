import Synchronization
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("Requests that reach the scheduler during a run", .timeLimit(.minutes(20)))
struct SchedulerRequestTests {
    /// A transport that runs a closure during pulls.
    private final class PullHook: TransportWrapper {
        let base: any SyncTransport
        private let hook: Mutex<(@Sendable () async throws -> Void)?> = Mutex(nil)

        init(_ base: any SyncTransport) { self.base = base }

        /// Runs a closure once, after the server answered the next pull.
        func duringNextPull(_ body: @escaping @Sendable () async throws -> Void) {
            hook.withLock { $0 = body }
        }

        func changes(since cursor: String?, limit: Int) async throws -> ChangePage {
            let page = try await base.changes(since: cursor, limit: limit)
            let during = hook.withLock { hook in
                defer { hook = nil }
                return hook
            }
            try await during?()
            return page
        }
    }

    /// A synced device whose scheduler waits for the next periodic run, and another device.
    private struct Waiting: Sendable {
        let device: TestDevice
        let other: TestDevice
        let pull: PullHook
        let scheduler: SyncScheduler
        let clock: SteppingClock

        /// Records an event on the other device, and returns the server's cursor after it.
        func recordElsewhere(_ type: String) async throws -> Cursor {
            try await other.store.log(type)
            try await other.sync()
            let text = try await other.store.read { try $0.sync.cursor() }
            return try #require(text.flatMap { Cursor($0) })
        }

        /// The triggers of the runs since the launch, in order.
        func triggers() async throws -> [String] {
            let runs = try await device.store.read { try $0.sync.runs() }
            return runs.map(\.trigger).reversed().drop { $0 != "launch" }.dropFirst().map(\.self)
        }

        /// The first of several spans for which the scheduler sleeps.
        func firstSleep(of spans: Int64...) async -> Int64? {
            await withTaskGroup(of: Int64.self) { [clock] group in
                for span in spans {
                    group.addTask {
                        await clock.slept(for: .seconds(span))
                        return span
                    }
                }
                defer { group.cancelAll() }
                return await group.next()
            }
        }
    }

    private func waiting(
        _ body: (Waiting, inout AsyncStream<Bool>.Iterator) async throws -> Void
    ) async throws {
        try await TestWorld.run { world in
            let other = try await world.device("b")
            var hook: PullHook?
            let device = try await world.device("a") { base in
                let made = PullHook(base)
                hook = made
                return made
            }
            try await device.sync()
            let clock = SteppingClock()
            let (scheduler, runs) = device.scheduler(on: clock)
            let waiting = Waiting(
                device: device,
                other: other,
                pull: try #require(hook),
                scheduler: scheduler,
                clock: clock
            )
            let runTask = Task { await scheduler.run() }
            var ends = runs.makeAsyncIterator()
            #expect(await ends.next() == true)
            await clock.slept(for: .seconds(900))
            let result: Result<Void, any Error>
            do {
                result = .success(try await body(waiting, &ends))
            } catch {
                result = .failure(error)
            }
            runTask.cancel()
            await runTask.value
            try result.get()
        }
    }

    @Test("Changes announced during a run are fetched by exactly one more run")
    func announced() async throws {
        try await waiting { waiting, ends in
            let first = try await waiting.recordElsewhere("Coffee")
            waiting.pull.duringNextPull {
                for type in ["Tea", "Water", "Juice"] {
                    let cursor = try await waiting.recordElsewhere(type)
                    await waiting.scheduler.fetchChanges(upTo: cursor)
                }
            }

            await waiting.scheduler.fetchChanges(upTo: first)
            #expect(await ends.next() == true)
            #expect(await waiting.firstSleep(of: 900) == 900)

            #expect(try await waiting.triggers() == ["remote_change", "remote_change"])
            #expect(
                try await waiting.device.contents() == (try await waiting.other.contents())
            )
        }
    }

    @Test("Changes announced again during the run that fetches them cause no other run")
    func announcedAgain() async throws {
        try await waiting { waiting, ends in
            let cursor = try await waiting.recordElsewhere("Coffee")
            let scheduler = waiting.scheduler
            waiting.pull.duringNextPull {
                for _ in 0..<3 { await scheduler.fetchChanges(upTo: cursor) }
            }

            await scheduler.fetchChanges(upTo: cursor)
            #expect(await ends.next() == true)
            #expect(await waiting.firstSleep(of: 900) == 900)

            #expect(try await waiting.triggers() == ["remote_change"])
        }
    }

    @Test("A run that the person requests starts at once, without a change and before the pause")
    func manual() async throws {
        try await waiting { waiting, ends in
            await waiting.scheduler.requestManualSync()
            #expect(await ends.next() == true)
            #expect(await waiting.firstSleep(of: 900) == 900)

            let triggers = try await waiting.triggers()
            #expect(triggers == ["manual"])
        }
    }

    @Test("Changes recorded during a run are sent by exactly one more run, after the pause")
    func recorded() async throws {
        try await waiting { waiting, ends in
            let (device, scheduler) = (waiting.device, waiting.scheduler)
            waiting.pull.duringNextPull {
                for type in ["Tea", "Water", "Juice"] {
                    try await device.store.log(type)
                    await scheduler.requestSync()
                }
            }
            try await device.store.log("Coffee")

            await scheduler.requestSync()
            for _ in 0..<2 {
                #expect(await waiting.firstSleep(of: 2, 900) == 2)
                waiting.clock.advance(by: .seconds(2))
                #expect(await ends.next() == true)
            }
            #expect(await waiting.firstSleep(of: 2, 900) == 900)

            #expect(try await waiting.triggers() == ["change", "change"])
            #expect(try await device.store.read { try $0.queue.status() }.pending == 0)
        }
    }

    @Test("A network that came back during a failing run is used by one more run, after the pause")
    func networkBack() async throws {
        try await waiting { waiting, ends in
            let cursor = try await waiting.recordElsewhere("Coffee")
            let scheduler = waiting.scheduler
            waiting.pull.duringNextPull {
                await scheduler.update { $0.isOnline = false }
                await scheduler.update { $0.isOnline = true }
                throw SyncFailure(code: .offline, reason: .offline)
            }

            await scheduler.fetchChanges(upTo: cursor)
            #expect(await ends.next() == false)
            #expect(await waiting.firstSleep(of: 15, 900) == 15)
            waiting.clock.advance(by: .seconds(15))
            #expect(await ends.next() == true)
            #expect(await waiting.firstSleep(of: 15, 900) == 900)

            #expect(try await waiting.triggers() == ["remote_change", "network"])
            #expect(
                try await waiting.device.contents() == (try await waiting.other.contents())
            )
        }
    }
}
