import Synchronization
import Testing
import TrendyModel
import TrendyStore
import TrendyWire

@testable import TrendySync

@Suite("The scheduler under changing conditions", .timeLimit(.minutes(5)))
struct SchedulerConditionTests {
    private static let lost = SyncFailure(code: .offline, reason: .offline)
    private static let ended = SyncFailure(Problem(.unauthorized, detail: "It has ended."))

    /// Runs a scheduler while `body` runs, and passes the outcome of each run.
    private func scheduling(
        _ device: ScriptedDevice,
        deadline: @escaping @Sendable () -> SyncDeadline? = { nil },
        _ body: (SyncScheduler, inout AsyncStream<Bool>.Iterator) async throws -> Void
    ) async throws {
        let (runs, run) = AsyncStream.makeStream(of: Bool.self)
        let scheduler = scheduler(device, deadline: deadline) { result in
            if case .success = result { run.yield(true) } else { run.yield(false) }
        }
        let task = Task { await scheduler.run() }
        var ends = runs.makeAsyncIterator()
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(scheduler, &ends))
        } catch {
            result = .failure(error)
        }
        task.cancel()
        await task.value
        try result.get()
    }

    private func scheduler(
        _ device: ScriptedDevice,
        deadline: @escaping @Sendable () -> SyncDeadline? = { nil },
        onRun: @escaping @Sendable (Result<SyncReport, any Error>) async -> Void = { _ in }
    ) -> SyncScheduler {
        SyncScheduler(
            coordinator: device.coordinator(),
            store: device.store,
            dependencies: device.dependencies,
            onRun: onRun,
            deadline: deadline
        )
    }

    @Test("Only a network that came back ends the pause after a failed run")
    func pause() async throws {
        for (isRestored, trigger) in [(false, "retry"), (true, "network")] {
            try await ScriptedDevice.run { device in
                try await device.createTypes("Coffee")
                device.server.script { $0.push = { _, _ in throw Self.lost } }
                try await scheduling(device) { scheduler, ends in
                    #expect(await ends.next() == false)
                    await device.clock.slept(for: .seconds(15))
                    device.server.script { $0.push = { _, _ in } }
                    if isRestored { await scheduler.update { $0.isOnline = false } }
                    await scheduler.update { conditions in
                        (conditions.isOnline, conditions.isCharging) = (true, true)
                    }
                    device.clock.advance(by: .seconds(15))

                    #expect(await ends.next() == true)

                    let runs = try await device.runs().filter { $0.outcome != .skipped }
                    #expect(runs.map(\.trigger) == ["launch", trigger])
                }
            }
        }
    }

    @Test("Each time that Low Power Mode postpones a run, the history has a skipped run")
    func skippedAgain() async throws {
        try await ScriptedDevice.run { device in
            try await scheduling(device) { scheduler, ends in
                for round in 1...2 {
                    #expect(await ends.next() == true)
                    await device.clock.slept(for: .seconds(900))
                    await scheduler.update { $0.isLowPower = true }
                    await device.clock.slept(for: .seconds(900))
                    device.clock.advance(by: .seconds(900))
                    await device.clock.slept(for: .seconds(2700))

                    let outcomes = try await device.runs().map(\.outcome)
                    let expected: [SyncRun.Outcome] = [.success, .skipped, .success, .skipped]
                    #expect(outcomes == Array(expected.prefix(round * 2)))
                    await scheduler.update { $0.isLowPower = false }
                }
            }
        }
    }

    @Test("Without time for a run, none starts until the scheduler has time again")
    func timedOut() async throws {
        try await ScriptedDevice.run { device in
            let left = Mutex(Duration.zero)
            let deadline: @Sendable () -> SyncDeadline? = {
                SyncDeadline { left.withLock { $0 } }
            }
            try await scheduling(device, deadline: deadline) { scheduler, ends in
                await device.clock.slept(for: .seconds(3600))
                let earlier = try await device.runs()
                #expect(earlier.isEmpty)

                left.withLock { $0 = .seconds(60) }
                await scheduler.requestSync()

                #expect(await ends.next() == true)
                #expect(try await device.runs().map(\.outcome) == [.success])
            }
        }
    }

    @Test("Streams are allowed until the session ends, and again when the person has signed in")
    func streams() async throws {
        try await ScriptedDevice.run { device in
            device.server.script { $0.changes = { _ in throw Self.ended } }
            try await scheduling(device) { scheduler, ends in
                #expect(await ends.next() == false)
                #expect(await !scheduler.allowsStreams)
                // Returns at once.
                await scheduler.untilStreamsEnd()

                await device.clock.slept(for: .seconds(60))
                device.server.script { $0.changes = { _ in } }
                await scheduler.clearBlocker()
                device.clock.advance(by: .seconds(15))

                #expect(await ends.next() == true)
                #expect(await scheduler.allowsStreams)
                let runs = try await device.runs()
                #expect(runs.map(\.trigger) == ["launch", "retry"])
            }
        }
    }

    @Test("Waiting for the end of streams returns at once when no stream may be open")
    func noStreams() async throws {
        try await ScriptedDevice.run { device in
            let scheduler = scheduler(device)
            await scheduler.update { $0.isLowPower = true }

            await scheduler.untilStreamsEnd()

            #expect(await !scheduler.allowsStreams)
        }
    }

    /// A change stream that ends with the failures of a test, one after another.
    private final class Feed: ChangeFeed {
        enum End: Sendable {
            case failure(SyncFailure)
            /// Announces a change, and breaks.
            case announcement
            case closed
        }

        let count = Atomic(0)
        private let ends: [End]

        init(_ ends: [End]) { self.ends = ends }

        func follow(_ onChange: @Sendable (Cursor) async throws -> Void) async throws {
            let index = count.add(1, ordering: .relaxed).oldValue
            switch ends[index % ends.count] {
            case .failure(let failure): throw failure
            case .announcement:
                try await onChange(Cursor(epoch: "e", version: 9))
                throw SchedulerConditionTests.lost
            case .closed: return
            }
        }
    }

    /// The pauses of a follower between its first streams.
    private func pauses(
        _ count: Int,
        of feed: Feed,
        bits: UInt64 = 100,
        isLowPower: Bool = false
    ) async throws -> [Duration] {
        let clock = RecordingClock(sleeps: count)
        try await ScriptedDevice.run { device in
            var dependencies = device.dependencies
            dependencies.clock = clock
            dependencies.random = FixedRandomSource(bits: bits)
            let scheduler = scheduler(device)
            await scheduler.update { $0.isLowPower = isLowPower }
            await ChangeFollower(feed: feed, scheduler: scheduler, dependencies: dependencies).run()
        }
        return clock.spans
    }

    @Test("The pause between streams that deliver nothing doubles up to a minute")
    func growingPause() async throws {
        for end in [Feed.End.failure(Self.lost), .closed] {
            let feed = Feed([end])

            let pauses = try await pauses(8, of: feed)

            #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
            #expect(feed.count.load(ordering: .relaxed) == 9)
        }
    }

    @Test("A stream that delivered something resets the pause; a server may ask for a longer one")
    func otherPauses() async throws {
        let busy = SyncFailure(code: .busy, reason: .serverBusy, retryAfter: .seconds(30))
        let reset = Feed([.closed, .closed, .announcement, .closed])
        let asked = Feed([.closed, .failure(busy), .closed, .closed, .closed, .failure(busy)])

        #expect(try await pauses(4, of: reset) == [1, 2, 1, 2].map { .seconds($0) })
        #expect(try await pauses(6, of: asked) == [1, 30, 4, 8, 16, 32].map { .seconds($0) })
    }

    @Test(
        "Pauses deviate by at most a tenth, so that devices do not return together",
        arguments: [(0, 900), (200, 1100), (201, 900)] as [(UInt64, Int64)]
    )
    func jitter(bits: UInt64, milliseconds: Int64) async throws {
        let pauses = try await pauses(1, of: Feed([.closed]), bits: bits)

        #expect(pauses == [.milliseconds(milliseconds)])
    }

    @Test("While streams are not allowed, none is opened")
    func notOpened() async throws {
        let feed = Feed([.closed])

        #expect(try await pauses(3, of: feed, isLowPower: true).count == 3)
        #expect(feed.count.load(ordering: .relaxed) == 0)
    }
}

/// A clock on which a number of sleeps end at once; the next one fails, as when the clock stops.
private final class RecordingClock: Clock, Sendable {
    typealias Instant = SteppingClock.Instant

    private struct State {
        var now = Instant(offset: .zero)
        var spans: [Duration] = []
    }

    private let count: Int
    private let state = Mutex(State())

    init(sleeps count: Int) { self.count = count }

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }

    /// The durations of the sleeps so far.
    var spans: [Duration] { state.withLock { $0.spans } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try state.withLock { state in
            guard state.spans.count < count else { throw CancellationError() }
            state.spans.append(state.now.duration(to: deadline))
            state.now = deadline
        }
    }
}
