import Synchronization
import Testing
import TrendyModel

@testable import TrendyPlaces
@testable import TrendyStore

@Suite("Running the monitor", .timeLimit(.minutes(1)))
struct MonitorRunTests {
    @Test("The states of new regions are requested once the system had time to register them")
    func catchesUp() async throws {
        let clock = SleepLog(limit: 1)
        let device = try PlaceDevice(clock: clock)
        let home = try await device.add("Home")
        let run = Task { await device.monitor.run() }
        defer { run.cancel() }

        for await request in device.system.newRequests where request == .state(home.region) {
            break
        }

        #expect(clock.sleeps == [RegionTracker.registrationTime])
        #expect(device.system.monitoredRegions().map(\.identifier) == [home.region])
    }

    @Test("After an error of the store, the monitor tries again in 5 s, then every 30 s")
    func retries() async throws {
        let clock = SleepLog(limit: 2)
        let device = try PlaceDevice(clock: clock)
        _ = try await device.add("Home")
        try await device.store.close()
        let errors = Counter()
        let run = Task { await device.monitor.run { _ in errors.increase() } }
        defer { run.cancel() }

        for await _ in clock.newSleeps.prefix(3) {}

        #expect(clock.sleeps == [.seconds(5), .seconds(30), .seconds(30)])
        #expect(errors.count == 3)
    }

    @Test("A device of unknown position is located after 1 minute, then less and less often")
    func searches() async throws {
        let clock = SleepLog(limit: 40)
        let device = try PlaceDevice(clock: clock)
        try await device.addRow(25)
        let run = Task { await device.monitor.run() }
        defer { run.cancel() }

        let searches = clock.newSleeps.filter { $0 >= .seconds(60) }.prefix(9)
        var delays: [Int64] = []
        for await delay in searches { delays.append(delay.components.seconds) }

        #expect(delays == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
        // One fix is requested at the launch, and one after each delay.
        #expect(device.system.takeRequests().count { $0 == .fix } >= 9)
    }

    @Test("The search begins once a signal shows that the position is unknown")
    func searchesAfterSignal() async throws {
        let clock = SleepLog(limit: 0)
        let device = try PlaceDevice(clock: clock)
        try await device.addRow(25)
        try await device.reconcile(.launch, at: 0)
        try await device.report(.fix, at: 10, fix: device.fix(0, at: 10))
        var seconds: Int64 = 20
        device.wait(until: seconds)
        while seconds < 40, try await device.monitor.catchUp() != nil {
            seconds += 1
            device.wait(until: seconds)
        }
        let run = Task { await device.monitor.run() }
        defer { run.cancel() }

        device.system.deliver(RegionSignal(.noFix, at: device.now))
        for await _ in clock.newSleeps { break }

        #expect(clock.sleeps == [.seconds(60)])
    }

    @Test("The process is active while the monitor works, and not afterwards")
    func activity() async throws {
        let device = try PlaceDevice()
        let home = try await device.add("Home")
        let tracker = device.store.work
        func isActive(during work: () async throws -> Void) async throws -> Bool {
            let uses = Counter()
            device.system.onUse { if !tracker.isActive { uses.increase() } }
            try await work()
            device.system.onUse(nil)
            return uses.count == 0 && !tracker.isActive
        }

        #expect(try await isActive { try await device.reconcile(.launch, at: 0) })
        #expect(try await isActive { _ = try await device.monitor.catchUp() })
        #expect(try await isActive { try await device.report(.noFix, at: 60) })
        #expect(try await isActive { try await device.monitor.request(.always) })
        let visit = ManualVisit(home.id, from: device.at(0))
        #expect(try await isActive { _ = try await device.monitor.record(visit) })
        #expect(
            try await isActive {
                _ = try await device.monitor.endVisit(to: home.id, at: device.at(60))
            }
        )
    }

    @Test("A reconciliation that failed after its first transaction is repeated")
    func repeated() async throws {
        let device = try PlaceDevice()
        _ = try await device.add("Home")
        try await device.reconcile(.launch, at: 0)
        device.system.set(.init(isPrecise: false))
        let tracker = device.store.work
        let uses = Counter()
        // A transaction reads the zone and the regions.
        device.system.onUse {
            uses.increase()
            if uses.count == 3 { _ = tracker.suspendAccess(isForced: true) }
        }
        await #expect(throws: StoreError.self) { try await device.report(.authorization, at: 60) }
        device.system.onUse(nil)
        tracker.open()
        _ = device.system.takeRequests()

        _ = try await device.monitor.catchUp()

        #expect(device.system.takeRequests().contains(.fix))
    }

    @Test("When nothing differs, there is nothing to catch up with")
    func nothing() async throws {
        let device = try PlaceDevice()
        _ = try await device.add("Home")

        let first = try await device.reconcile(.launch, at: 0)
        #expect(first == RegionTracker.registrationTime)
        #expect(try await device.reconcile(.edit, at: 60) == nil)
        #expect(try await device.monitor.catchUp() == nil)
    }
}

private final class Counter: Sendable {
    private let state = Mutex(0)

    var count: Int { state.withLock { $0 } }

    func increase() { state.withLock { $0 += 1 } }
}

/// A clock that stands still and records sleeps: some end at once, further ones when their task is
/// cancelled.
private final class SleepLog: Clock {
    struct Instant: InstantProtocol {
        var sinceBeginning = Duration.zero

        func advanced(by duration: Duration) -> Self {
            Self(sinceBeginning: sinceBeginning + duration)
        }

        func duration(to other: Self) -> Duration { other.sinceBeginning - sinceBeginning }

        static func < (left: Self, right: Self) -> Bool {
            left.sinceBeginning < right.sinceBeginning
        }
    }

    private let limit: Int
    private let log = Mutex<[Duration]>([])
    private let stream = AsyncStream.makeStream(of: Duration.self)

    /// - `limit`: how many sleeps end at once.
    init(limit: Int) {
        self.limit = limit
    }

    var now: Instant { Instant() }
    var minimumResolution: Duration { .zero }
    var sleeps: [Duration] { log.withLock { $0 } }

    /// All sleeps, as they begin; for one consumer.
    var newSleeps: AsyncStream<Duration> { stream.stream }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let duration = now.duration(to: deadline)
        let count = log.withLock {
            $0.append(duration)
            return $0.count
        }
        stream.continuation.yield(duration)
        guard count > limit else { return try Task.checkCancellation() }
        let (cancellation, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in cancellation {}
        continuation.finish()
        throw CancellationError()
    }
}
