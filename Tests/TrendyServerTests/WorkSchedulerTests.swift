import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Scheduling work by account")
struct WorkSchedulerTests {
    private func account(_ number: Int) -> EntityID { EntityID(high: 7, low: UInt64(number)) }

    private func limits(
        running: Int = 1,
        perAccount: Int = 1,
        waitingPerKey: Int = 8,
        waiting: Int = 100
    ) -> WorkSchedulerLimits {
        WorkSchedulerLimits(
            running: running,
            runningPerKey: perAccount,
            waitingPerKey: waitingPerKey,
            waiting: waiting
        )
    }

    @Test("An account with one unit waits for one unit of another account with a long queue")
    func turns() {
        var machine = WorkSchedulerStateMachine<EntityID>(limits: limits())
        for ticket in 1...5 { _ = machine.request(ticket: UInt64(ticket), key: account(1)) }
        let late = machine.request(ticket: 6, key: account(2))

        var order: [UInt64] = []
        var running = account(1)
        while let next = machine.finished(key: running).first {
            order.append(next)
            running = account(next == 6 ? 2 : 1)
        }

        #expect(late == .wait)
        let isIdle = machine.isIdle
        #expect(order == [2, 6, 3, 4, 5])
        #expect(isIdle)
    }

    @Test("Units of an account count until each of them has finished")
    func runningUnits() {
        var machine = WorkSchedulerStateMachine<EntityID>(
            limits: limits(running: 3, perAccount: 2)
        )
        let first = (1...4).map { machine.request(ticket: UInt64($0), key: account(1)) }

        let started = machine.finished(key: account(1))
        let more = machine.request(ticket: 5, key: account(1))
        let other = machine.request(ticket: 6, key: account(2))
        let next = machine.finished(key: account(1))

        #expect(first == [.run, .run, .wait, .wait])
        #expect(started == [3])
        #expect(more == .wait)
        #expect(other == .run)
        #expect(next == [4])
    }

    @Test("A key without space is passed over, and keeps its turn")
    func passedOver() {
        var machine = WorkSchedulerStateMachine<EntityID>(
            limits: limits(running: 2, perAccount: 1)
        )
        for (ticket, number) in [(1, 1), (2, 2), (3, 1), (4, 3), (5, 2)] {
            _ = machine.request(ticket: UInt64(ticket), key: account(number))
        }

        let first = machine.finished(key: account(2))
        let second = machine.finished(key: account(3))
        let isCancelledTwice = machine.cancel(ticket: 3, key: account(2))
        let third = machine.finished(key: account(1))

        #expect(first == [4])
        #expect(second == [5])
        #expect(!isCancelledTwice)
        #expect(third == [3])
    }

    @Test("Work over a limit of the account or in total is refused and not queued")
    func refusals() {
        var machine = WorkSchedulerStateMachine<EntityID>(
            limits: limits(waitingPerKey: 2, waiting: 3)
        )

        let first = (1...4).map { machine.request(ticket: UInt64($0), key: account(1)) }
        let second = (5...6).map { machine.request(ticket: UInt64($0), key: account(2)) }
        let isDeletedElsewhere = machine.cancel(ticket: 2, key: account(1))
        let afterwards = machine.request(ticket: 7, key: account(2))

        #expect(first == [.run, .wait, .wait, .refusedByKeyLimit])
        #expect(second == [.wait, .refusedByTotalLimit])
        #expect(isDeletedElsewhere)
        #expect(afterwards == .wait)
    }

    /// Compares random requests, ends and cancellations with a model.
    @Test(
        "Limits hold, no slot stays free, and accounts wait for one unit of each other account",
        arguments: 1...200
    )
    func properties(_ seed: Int) {
        let random = TestRandom(seed: UInt64(seed))
        func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        let limits = limits(
            running: 1 + pick(3),
            perAccount: 1 + pick(2),
            waitingPerKey: 1 + pick(5),
            waiting: 3 + pick(12)
        )
        var machine = WorkSchedulerStateMachine<EntityID>(limits: limits)
        var accounts: [UInt64: EntityID] = [:]
        var running: [UInt64] = []
        var waiting: [UInt64] = []
        // For each eligible waiting account: the units of other accounts that started since.
        var passed: [EntityID: [EntityID: Int]] = [:]

        func count(_ tickets: [UInt64], _ account: EntityID) -> Int {
            tickets.count { accounts[$0] == account }
        }
        func isEligible(_ account: EntityID) -> Bool {
            count(waiting, account) > 0 && count(running, account) < limits.runningPerKey
        }
        func begin(_ ticket: UInt64) {
            guard let account = accounts[ticket] else { return }
            running.append(ticket)
            passed[account] = nil
            for other in passed.keys where other != account {
                passed[other]?[account, default: 0] += 1
                #expect(passed[other]?[account] == 1)
            }
        }
        func check() {
            for number in 0..<6 {
                let account = account(number)
                #expect(count(running, account) <= limits.runningPerKey)
                #expect(count(waiting, account) <= limits.waitingPerKey)
                let isFree = running.count < limits.running
                #expect(!(isFree && isEligible(account)), "A slot is free while work waits")
                if !isEligible(account) {
                    passed[account] = nil
                } else if passed[account] == nil {
                    passed[account] = [:]
                }
            }
            #expect(running.count <= limits.running)
            #expect(waiting.count <= limits.waiting)
        }

        for ticket in UInt64(1)...400 {
            switch pick(10) {
            case 0..<5:
                let account = account(pick(6))
                accounts[ticket] = account
                switch machine.request(ticket: ticket, key: account) {
                case .run: begin(ticket)
                case .wait: waiting.append(ticket)
                case .refusedByKeyLimit:
                    #expect(count(waiting, account) == limits.waitingPerKey)
                case .refusedByTotalLimit:
                    #expect(waiting.count == limits.waiting)
                }
            case 5..<9:
                guard !running.isEmpty else { continue }
                let ended = running.remove(at: pick(running.count))
                for next in machine.finished(key: accounts[ended] ?? account(0)) {
                    let account = accounts[next]
                    let first = waiting.first { accounts[$0] == account }
                    #expect(next == first, "Units of one account run in their order")
                    waiting.removeAll { $0 == next }
                    begin(next)
                }
            default:
                guard let ticket = (running + waiting).randomElement(random) else { continue }
                let isDeletedElsewhere = machine.cancel(ticket: ticket, key: accounts[ticket]!)
                #expect(isDeletedElsewhere == waiting.contains(ticket))
                waiting.removeAll { $0 == ticket }
            }
            check()
        }
        while let ended = running.popLast() {
            for next in machine.finished(key: accounts[ended]!) {
                waiting.removeAll { $0 == next }
                begin(next)
            }
            check()
        }
        let isIdle = machine.isIdle
        #expect(waiting.isEmpty)
        #expect(isIdle)
    }

    @Test("Waiting work runs at its turn; cancelled work leaves the queue")
    func cancellation() async throws {
        let scheduler = WorkScheduler<EntityID>(name: "reads", limits: limits())
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (started, begin) = AsyncStream.makeStream(of: Void.self)
        let holder = Task {
            try await scheduler.run(for: account(1)) {
                begin.finish()
                for await _ in gate {}
            }
        }
        // The holder has the only slot before the others request it.
        for await _ in started {}
        let cancelled = Task { try await scheduler.run(for: account(2)) { true } }
        let waiting = Task { try await scheduler.run(for: account(3)) { true } }
        try await isWaiting(scheduler, 2)

        cancelled.cancel()
        let result = await cancelled.result
        open.finish()

        #expect(throws: CancellationError.self) { try result.get() }
        #expect(try await waiting.value)
        try await holder.value
        #expect(scheduler.waitingCount == 0)
        #expect(try await scheduler.run(for: account(2)) { true })
    }

    @Test("A refusal is 429 for the account's own limit and 503 for the total limit")
    func problems() async throws {
        let scheduler = WorkScheduler<EntityID>(
            name: "reads",
            limits: limits(waitingPerKey: 1, waiting: 1)
        )
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let tasks = (0..<2).map { _ in
            Task { try await scheduler.run(for: account(1)) { for await _ in gate {} } }
        }
        try await isWaiting(scheduler, 1)

        let own = await #expect(throws: Problem.self) {
            try await scheduler.run(for: account(1)) {}
        }
        let everybodys = await #expect(throws: Problem.self) {
            try await scheduler.run(for: account(2)) {}
        }
        open.finish()
        for task in tasks { try await task.value }

        #expect(own?.status == 429)
        #expect(own?.retryAfter == 1)
        #expect(everybodys?.status == 503)
    }

    /// Waits until `count` callers wait.
    private func isWaiting(_ scheduler: WorkScheduler<EntityID>, _ count: Int) async throws {
        while scheduler.waitingCount < count { await Task.yield() }
    }

    @Test("A grown reservation returns all of its amount, and a refused growth takes nothing")
    func growth() throws {
        let budget = AccountBudget(name: "bytes", perAccount: 10, total: 25, retryAfter: 3)
        var reservation: AccountBudget.Reservation? = try budget.reserve(0, for: account(1))

        try reservation?.grow(by: 4)
        try reservation?.grow(by: 6)
        #expect(throws: Problem.self) { try reservation?.grow(by: 1) }
        let used = budget.used
        reservation = nil

        #expect(used == 10)
        #expect(budget.used == 0)
        _ = try budget.reserve(10, for: account(1))
    }

    @Test("One reservation may exceed the limit of its account, but not the total limit")
    func largeReservation() throws {
        let budget = AccountBudget(name: "bytes", perAccount: 10, total: 25, retryAfter: 3)

        let large = try budget.reserve(25, for: account(1))
        #expect(throws: Problem.self) { try budget.reserve(0, for: account(1)) }
        #expect(throws: Problem.self) { try budget.reserve(1, for: account(2)) }
        withExtendedLifetime(large) {}
        let other = AccountBudget(name: "bytes", perAccount: 10, total: 25, retryAfter: 3)
        #expect(throws: Problem.self) { try other.reserve(26, for: account(1)) }

        #expect(other.used == 0)
    }

    @Test("A budget refuses amounts over its limits and reclaims released ones")
    func budget() throws {
        let budget = AccountBudget(name: "bytes", perAccount: 10, total: 25, retryAfter: 3)
        var first: AccountBudget.Reservation? = try budget.reserve(8, for: account(1))
        let large = try budget.reserve(12, for: account(2))

        let own = #expect(throws: Problem.self) { try budget.reserve(3, for: account(1)) }
        let grown = #expect(throws: Problem.self) { try first?.grow(by: 3) }
        let everybodys = #expect(throws: Problem.self) { try budget.reserve(6, for: account(3)) }
        first = nil
        let fitting = try budget.reserve(6, for: account(3))

        #expect(own?.status == 429)
        #expect(own?.retryAfter == 3)
        #expect(grown?.status == 429)
        #expect(everybodys?.status == 503)
        #expect(budget.used == 18)
        withExtendedLifetime((large, fitting)) {}
    }
}

extension Array {
    fileprivate func randomElement(_ random: TestRandom) -> Element? {
        isEmpty ? nil : self[Int(random.next() % UInt64(count))]
    }
}
