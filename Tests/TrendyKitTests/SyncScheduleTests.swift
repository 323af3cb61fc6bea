import Synchronization
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("When to sync next")
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

    @Test("At launch at once; then now and then, more often on a charger, less to spare power")
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

    @Test("What waits goes soon after it was recorded, and when its next attempt is due")
    func due() {
        let fresh = status(pending: 1, nextAttempt: Instant(milliseconds: 0))
        let postponed = status(pending: 1, nextAttempt: now + .seconds(8))

        #expect(next(fresh, history(.seconds(60))) == .run(.change, after: .zero))
        #expect(
            next(fresh, history(.milliseconds(500))) == .run(.change, after: .milliseconds(1500))
        )
        #expect(next(postponed, history(.seconds(3))) == .run(.retry, after: .seconds(8)))
    }

    @Test("What waits behind a refusal is no reason to sync")
    func blocked() {
        let blocked = status(pending: 2, blocked: 2)

        #expect(next(blocked, history(.seconds(60))) == .run(.periodic, after: .seconds(840)))
    }

    @Test("Runs that do not get through are followed by longer and longer pauses, up to a limit")
    func failures() {
        let due = status(pending: 1, nextAttempt: Instant(milliseconds: 0))
        let pauses = (1...9).map { next(due, history(.zero, failures: $0)) }

        #expect(
            pauses
                == [15, 30, 60, 120, 240, 480, 900, 900, 900].map {
                    .run(.retry, after: .seconds($0))
                }
        )
    }

    @Test("A server that asks to wait is left alone, an hour at most")
    func serverWait() {
        let asked = status(pending: 1, nextAttempt: Instant(milliseconds: 0), wait: .seconds(120))
        let byWrongClock = status(
            pending: 1,
            nextAttempt: Instant(milliseconds: 0),
            wait: .seconds(86_400)
        )

        #expect(next(asked, history(.seconds(60))) == .run(.change, after: .seconds(120)))
        #expect(next(byWrongClock, history(.seconds(60))) == .run(.change, after: .zero))
        // A new process knows it too.
        #expect(next(asked, history(nil)) == .run(.launch, after: .seconds(120)))
    }

    @Test("Without a network, without a session and with an app too old there is nothing to run")
    func obstacles() {
        var offline = SyncConditions()
        offline.isOnline = false
        var ended = history(.seconds(60))
        ended.blocker = .needsSignIn

        #expect(next(status(pending: 1), history(nil), offline) == .rest(.offline))
        #expect(next(status(pending: 1), ended) == .rest(.needsSignIn))
    }

    @Test("Once somebody has signed in again, it goes on at once")
    func mended() {
        var mended = history(.seconds(60), failures: 1)
        mended.isRepaired = true

        #expect(next(status(), mended) == .run(.retry, after: .zero))
    }

    @Test("A network that costs money, or that the person spares, is used hourly unless work waits")
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

    @Test("A network that is back is used at once, as soon as the server lets itself be asked")
    func networkBack() {
        var back = history(.seconds(100))
        back.isNetworkBack = true

        #expect(next(status(), back) == .run(.network, after: .zero))
        #expect(next(status(wait: .seconds(60)), back) == .run(.network, after: .seconds(60)))
    }

    @Test("News are fetched at once, unless they are known or nothing gets through")
    func news() {
        var told = history(.milliseconds(1))
        told.news = Cursor(epoch: "e", version: 7)
        func at(_ cursor: String) -> QueueStatus {
            var status = status()
            status.cursor = cursor
            return status
        }
        #expect(next(at("e-6"), told) == .run(.news, after: .zero))
        #expect(next(at("f-9"), told) == .run(.news, after: .zero))
        #expect(next(at("e-7"), told) == .run(.periodic, after: .milliseconds(899_999)))
        told.failures = 1
        #expect(next(at("e-6"), told) == .run(.news, after: .milliseconds(14_999)))
    }

    @Test("What the monitors tell reaches the scheduler")
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
                network: Told(values: [path]),
                power: Told(values: [state]),
                scheduler: scheduler
            ).run()

            let conditions = await scheduler.conditions
            #expect(!conditions.isOnline && conditions.isExpensive && conditions.isLowPower)
            #expect(!conditions.allowStreams)
        }
    }

    /// Monitors that tell what a test says, and end.
    struct Told<Value: Sendable>: Sendable {
        let values: [Value]

        var stream: AsyncStream<Value> {
            AsyncStream { continuation in
                for value in values { continuation.yield(value) }
                continuation.finish()
            }
        }
    }

    @Test("The scheduler sends what is recorded, and what a busy server put off, by itself")
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
                    let isWaiting = try await a.store.status().serverWaitUntil != nil
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
            let life = Task { await scheduler.run() }
            var iterator = runs.makeAsyncIterator()

            #expect(await iterator.next() == true)
            try await a.store.log("Coffee")
            await scheduler.requestSync()
            #expect(await iterator.next() == false)
            #expect(await iterator.next() == true)
            #expect(waits.withLock { $0 } == [false, true])
            #expect(try await a.store.status().pending == 0)
            #expect(try await a.store.status().serverWaitUntil == nil)
            let begun = try await a.store.syncRuns().filter { $0.outcome != .skipped }
            #expect(begun.map(\.trigger) == ["retry", "change", "launch"])

            life.cancel()
            await life.value
        }
    }
}

extension SyncScheduleTests.Told: NetworkMonitor where Value == NetworkPath {
    func paths() -> AsyncStream<NetworkPath> { stream }
}

extension SyncScheduleTests.Told: PowerMonitor where Value == PowerState {
    func states() -> AsyncStream<PowerState> { stream }
}
