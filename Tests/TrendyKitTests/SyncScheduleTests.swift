import Synchronization
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("The sync schedule")
struct SyncScheduleTests {
    private let schedule = SyncSchedule()
    private let now = Instant(seconds: 1_768_000_000)

    private func status(
        pending: Int = 0,
        blocked: Int = 0,
        nextAttempt: Instant? = nil,
        wait: Duration? = nil
    ) -> QueueStatus {
        var status = QueueStatus()
        status.pending = pending
        status.blocked = blocked
        status.nextAttempt = nextAttempt
        status.serverWaitUntil = wait.map { now + $0 }
        return status
    }

    private func history(_ since: Duration?, failures: Int = 0) -> SyncSchedule.History {
        var history = SyncSchedule.History()
        history.sinceLastRun = since
        history.failures = failures
        return history
    }

    private func next(
        _ status: QueueStatus,
        _ history: SyncSchedule.History,
        _ conditions: SyncConditions = SyncConditions()
    ) -> SyncSchedule.Decision {
        schedule.next(now: now, status: status, history: history, conditions: conditions)
    }

    @Test("Syncs run at launch, then periodically: more often on a charger, less in Low Power Mode")
    func periodic() {
        var charging = SyncConditions()
        charging.isCharging = true
        var sparing = charging
        sparing.isLowPower = true

        #expect(next(status(), history(nil)) == .run(.launch, after: .zero))
        #expect(next(status(), history(.seconds(100))) == .run(.periodic, after: .seconds(800)))
        #expect(
            next(status(), history(.seconds(100)), charging)
                == .run(.periodic, after: .seconds(200))
        )
        #expect(
            next(status(), history(.seconds(100)), sparing)
                == .run(.periodic, after: .seconds(3500))
        )
        #expect(next(status(), history(.seconds(1000))) == .run(.periodic, after: .zero))
    }

    @Test("Pending changes are sent soon after recording, and when their next attempt is due")
    func due() {
        let fresh = status(pending: 1, nextAttempt: Instant(milliseconds: 0))
        let postponed = status(pending: 1, nextAttempt: now + .seconds(8))

        #expect(next(fresh, history(.seconds(60))) == .run(.change, after: .zero))
        #expect(
            next(fresh, history(.milliseconds(500))) == .run(.change, after: .milliseconds(1500))
        )
        #expect(next(postponed, history(.seconds(3))) == .run(.retry, after: .seconds(8)))
    }

    @Test("A person who chose to sync less often waits about an hour, whatever the reason")
    func lessOften() {
        let schedule = SyncSchedule.lessOften
        let recent = history(.seconds(600))
        var announced = recent
        announced.announcedCursor = Cursor(epoch: "next", version: 9)
        var charging = SyncConditions()
        charging.isCharging = true
        let pending = status(pending: 1, nextAttempt: Instant(milliseconds: 0))
        func next(
            _ status: QueueStatus,
            _ history: SyncSchedule.History,
            _ conditions: SyncConditions = SyncConditions()
        ) -> SyncSchedule.Decision {
            schedule.next(now: now, status: status, history: history, conditions: conditions)
        }

        #expect(next(pending, recent) == .run(.change, after: .seconds(3000)))
        #expect(next(status(), recent, charging) == .run(.periodic, after: .seconds(3000)))
        #expect(next(status(), announced) == .run(.remoteChange, after: .seconds(3000)))
        #expect(
            next(pending, history(.seconds(600), failures: 3))
                == .run(.retry, after: .seconds(3000))
        )
        #expect(next(pending, history(nil)) == .run(.launch, after: .zero))
    }

    @Test("Blocked mutations do not trigger a sync")
    func blocked() {
        let blocked = status(pending: 2, blocked: 2)

        #expect(next(blocked, history(.seconds(60))) == .run(.periodic, after: .seconds(840)))
    }

    @Test("Failed runs are followed by growing delays, up to a limit")
    func failures() {
        let due = status(pending: 1, nextAttempt: Instant(milliseconds: 0))
        let pauses = (1...9).map { next(due, history(.zero, failures: $0)) }

        #expect(
            pauses
                == [15, 30, 60, 120, 240, 480, 900, 900, 900].map {
                    .run(.retry, after: .seconds($0))
                }
        )
        #expect(next(due, history(.zero, failures: 10_000)) == .run(.retry, after: .seconds(900)))
    }

    @Test("A server that asks to wait is not contacted, for at most an hour")
    func serverWait() {
        let asked = status(pending: 1, nextAttempt: Instant(milliseconds: 0), wait: .seconds(120))
        let byWrongClock = status(
            pending: 1,
            nextAttempt: Instant(milliseconds: 0),
            wait: .seconds(86_400)
        )

        #expect(next(asked, history(.seconds(60))) == .run(.change, after: .seconds(120)))
        #expect(next(byWrongClock, history(.seconds(60))) == .run(.change, after: .zero))
        // A new process knows it as well.
        #expect(next(asked, history(nil)) == .run(.launch, after: .seconds(120)))
    }

    @Test("No sync runs offline, without a session, or with an outdated app")
    func obstacles() {
        var offline = SyncConditions()
        offline.isOnline = false
        var ended = history(.seconds(60))
        ended.blocker = .needsSignIn

        #expect(next(status(pending: 1), history(nil), offline) == .idle(.offline))
        #expect(next(status(pending: 1), ended) == .idle(.needsSignIn))
    }

    @Test("Syncs resume immediately after a sign-in")
    func afterSignIn() {
        var repaired = history(.seconds(60), failures: 1)
        repaired.isRepaired = true

        #expect(next(status(), repaired) == .run(.retry, after: .zero))
    }

    @Test("An expensive or constrained network is used hourly unless changes are pending")
    func sparing() {
        let due = status(pending: 1, nextAttempt: Instant(milliseconds: 0))
        for path in [\SyncConditions.isExpensive, \.isConstrained] {
            var conditions = SyncConditions()
            conditions[keyPath: path] = true

            #expect(
                next(status(), history(.seconds(100)), conditions)
                    == .run(.periodic, after: .seconds(3500))
            )
            #expect(next(due, history(.seconds(100)), conditions) == .run(.change, after: .zero))
        }
    }

    @Test("A restored network is used immediately, unless the server asked to wait")
    func networkBack() {
        var back = history(.seconds(100))
        back.isNetworkBack = true

        #expect(next(status(), back) == .run(.network, after: .zero))
        #expect(next(status(wait: .seconds(60)), back) == .run(.network, after: .seconds(60)))
    }

    @Test("Announced changes are pulled immediately, unless they are known or requests fail")
    func announcedChanges() {
        var announced = history(.milliseconds(1))
        announced.announcedCursor = Cursor(epoch: "e", version: 7)
        func at(_ cursor: String) -> QueueStatus {
            var status = status()
            status.cursor = cursor
            return status
        }
        #expect(next(at("e-6"), announced) == .run(.remoteChange, after: .zero))
        #expect(next(at("f-9"), announced) == .run(.remoteChange, after: .zero))
        #expect(next(at("e-7"), announced) == .run(.periodic, after: .milliseconds(899_999)))
        announced.failures = 1
        #expect(next(at("e-6"), announced) == .run(.remoteChange, after: .milliseconds(14_999)))
    }

    @Test("Monitor events reach the scheduler")
    func monitors() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let scheduler = SyncScheduler(
                coordinator: a.coordinator,
                store: a.store,
                dependencies: .live()
            )
            var path = NetworkPath()
            (path.isOnline, path.isExpensive) = (false, true)
            var state = PowerState()
            state.isLowPower = true

            await ConditionsMonitor(
                network: FiniteMonitor(values: [path]),
                power: FiniteMonitor(values: [state]),
                scheduler: scheduler
            ).run()

            let conditions = await scheduler.conditions
            #expect(!conditions.isOnline && conditions.isExpensive && conditions.isLowPower)
            #expect(!conditions.allowStreams)
        }
    }

    /// Monitors that report values from a test, and end.
    struct FiniteMonitor<Value: Sendable>: Sendable {
        let values: [Value]

        var stream: AsyncStream<Value> {
            AsyncStream { continuation in
                for value in values { continuation.yield(value) }
                continuation.finish()
            }
        }
    }

    @Test("The scheduler sends recorded changes and those that a busy server postponed")
    func scheduler() async throws {
        try await TestWorld.run { world in
            let refusals = Mutex(1)
            let box = FaultyBox()
            let a = try await world.device("a") { base in
                box.wrap(base) { _ in
                    let isBusy = refusals.withLock { left in
                        defer { left -= 1 }
                        return left > 0
                    }
                    guard isBusy else { return nil }
                    var problem = Problem(.rateLimit, detail: "Slow down.")
                    problem.retryAfter = 1
                    return problem
                }
            }
            let waits = Mutex<[Bool]>([])
            let transport = try #require(box.transport)
            transport.duringEachPush {
                do {
                    let isWaiting =
                        try await a.store.read { try $0.queue.status() }.serverWaitUntil != nil
                    waits.withLock { $0.append(isWaiting) }
                } catch {
                    Issue.record(error)
                }
            }
            var schedule = SyncSchedule()
            schedule.minimumPause = .milliseconds(10)
            schedule.firstPause = .milliseconds(10)
            let (runs, continuation) = AsyncStream.makeStream(of: Bool.self)
            let scheduler = SyncScheduler(
                coordinator: a.coordinator,
                store: a.store,
                dependencies: .live(),
                schedule: schedule
            ) { result in
                if case .success = result {
                    continuation.yield(true)
                } else {
                    continuation.yield(false)
                }
            }
            let runTask = Task { await scheduler.run() }
            var iterator = runs.makeAsyncIterator()

            #expect(await iterator.next() == true)
            try await a.store.log("Coffee")
            await scheduler.requestSync()
            #expect(await iterator.next() == false)
            #expect(await iterator.next() == true)
            #expect(waits.withLock { $0 } == [false, true])
            #expect(try await a.store.read { try $0.queue.status() }.pending == 0)
            #expect(try await a.store.read { try $0.queue.status() }.serverWaitUntil == nil)
            let begun = try await a.store.read { try $0.sync.runs() }.filter {
                $0.outcome != .skipped
            }
            #expect(begun.map(\.trigger) == ["retry", "change", "launch"])

            runTask.cancel()
            await runTask.value
        }
    }
}

extension SyncScheduleTests.FiniteMonitor: NetworkMonitor where Value == NetworkPath {
    func paths() -> AsyncStream<NetworkPath> { stream }
}

extension SyncScheduleTests.FiniteMonitor: PowerMonitor where Value == PowerState {
    func states() -> AsyncStream<PowerState> { stream }
}
