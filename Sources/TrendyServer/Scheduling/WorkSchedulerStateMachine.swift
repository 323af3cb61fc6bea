package import TrendyModel

/// Round-robin admission of work by account: which unit of work runs, waits or is refused.
///
/// Accounts with waiting work take turns, one unit each, so that an account waits for at most one
/// unit of each other account whatever they have queued. Units of one account run in the order of
/// their requests. A slot is never free while work that may run waits.
package struct WorkSchedulerStateMachine: ~Copyable {
    /// How much runs and waits.
    package struct Limits: Sendable {
        /// Units that run at once.
        package var running: Int
        /// Units of one account that run at once.
        package var runningPerAccount: Int
        /// Units of one account that wait.
        package var waitingPerAccount: Int
        /// Units that wait.
        package var waiting: Int

        /// Makes limits.
        package init(
            running: Int,
            runningPerAccount: Int,
            waitingPerAccount: Int,
            waiting: Int
        ) {
            self.running = running
            self.runningPerAccount = runningPerAccount
            self.waitingPerAccount = waitingPerAccount
            self.waiting = waiting
        }
    }

    /// The answer to a request.
    package enum Admission: Sendable, Equatable {
        /// The unit runs now; report its end with ``finished(account:)``.
        case run
        /// The unit waits until ``finished(account:)`` returns it.
        case wait
        /// The account has too much waiting.
        case refusedByAccountLimit
        /// The server has too much waiting.
        case refusedByTotalLimit
    }

    private let limits: Limits
    private var running = 0
    private var runningByAccount: [EntityID: Int] = [:]
    private var waiting = 0
    private var waitingByAccount: [EntityID: [UInt64]] = [:]
    /// The accounts that have work waiting; the first is served next.
    private var turns: [EntityID] = []

    /// A scheduler without work.
    package init(limits: Limits) {
        self.limits = limits
    }

    /// Whether nothing runs and nothing waits.
    package var isIdle: Bool {
        running == 0 && waiting == 0 && runningByAccount.isEmpty && waitingByAccount.isEmpty
            && turns.isEmpty
    }

    /// Requests a slot for a unit of work; tickets are unique.
    package mutating func request(ticket: UInt64, account: EntityID) -> Admission {
        if running < limits.running, mayRun(account) {
            start(account)
            return .run
        }
        let ofAccount = waitingByAccount[account]?.count ?? 0
        guard ofAccount < limits.waitingPerAccount else { return .refusedByAccountLimit }
        guard waiting < limits.waiting else { return .refusedByTotalLimit }
        waiting += 1
        waitingByAccount[account, default: []].append(ticket)
        if ofAccount == 0 { turns.append(account) }
        return .wait
    }

    /// Frees the slot of a unit that ran; returns the units that run now.
    package mutating func finished(account: EntityID) -> [UInt64] {
        running -= 1
        let left = (runningByAccount[account] ?? 1) - 1
        runningByAccount[account] = left > 0 ? left : nil
        var started: [UInt64] = []
        while running < limits.running, let place = nextTurn {
            let next = turns.remove(at: place)
            guard var tickets = waitingByAccount[next], !tickets.isEmpty else { continue }
            started.append(tickets.removeFirst())
            waiting -= 1
            waitingByAccount[next] = tickets.isEmpty ? nil : tickets
            if !tickets.isEmpty { turns.append(next) }
            start(next)
        }
        return started
    }

    /// Withdraws a unit; `false` when it does not wait, because it runs or was never admitted.
    package mutating func cancel(ticket: UInt64, account: EntityID) -> Bool {
        guard var tickets = waitingByAccount[account],
            let place = tickets.firstIndex(of: ticket)
        else { return false }
        tickets.remove(at: place)
        waiting -= 1
        waitingByAccount[account] = tickets.isEmpty ? nil : tickets
        if tickets.isEmpty { turns.removeAll { $0 == account } }
        return true
    }

    private var nextTurn: Int? {
        for place in turns.indices where mayRun(turns[place]) { return place }
        return nil
    }

    private func mayRun(_ account: EntityID) -> Bool {
        (runningByAccount[account] ?? 0) < limits.runningPerAccount
    }

    private mutating func start(_ account: EntityID) {
        running += 1
        runningByAccount[account, default: 0] += 1
    }
}
