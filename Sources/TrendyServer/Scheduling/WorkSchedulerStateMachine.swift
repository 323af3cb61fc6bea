/// Round-robin scheduler of work by key, such as an account: decides which unit runs, waits or is
/// refused.
///
/// Keys with waiting work take turns, one unit each: a key waits for at most one unit of each other
/// key, independent of their queue lengths. Units of one key run in FIFO order. No slot is free
/// while eligible work waits.
package struct WorkSchedulerStateMachine<Key: Hashable & Sendable>: ~Copyable {
    /// The decision about a request.
    package enum Admission: Sendable, Equatable {
        /// The unit runs now; the caller reports its end with ``finished(key:)``.
        case run
        /// The unit waits until ``finished(key:)`` returns it.
        case wait
        /// The queue of the key is full.
        case refusedByKeyLimit
        /// The queue of all keys is full.
        case refusedByTotalLimit
    }

    private let limits: WorkSchedulerLimits
    private var running = 0
    private var runningByKey: [Key: Int] = [:]
    private var waiting = 0
    private var waitingByKey: [Key: [UInt64]] = [:]
    /// The keys with waiting work; the scheduler serves the first one next.
    private var turns: [Key] = []

    /// Creates a scheduler without work.
    package init(limits: WorkSchedulerLimits) {
        self.limits = limits
    }

    /// Whether no unit runs or waits.
    package var isIdle: Bool {
        running == 0 && waiting == 0 && runningByKey.isEmpty && waitingByKey.isEmpty
            && turns.isEmpty
    }

    /// Requests a slot for a unit of work; tickets are unique.
    package mutating func request(ticket: UInt64, key: Key) -> Admission {
        if running < limits.running, mayRun(key) {
            start(key)
            return .run
        }
        let ofKey = waitingByKey[key]?.count ?? 0
        guard ofKey < limits.waitingPerKey else { return .refusedByKeyLimit }
        guard waiting < limits.waiting else { return .refusedByTotalLimit }
        waiting += 1
        waitingByKey[key, default: []].append(ticket)
        if ofKey == 0 { turns.append(key) }
        return .wait
    }

    /// Frees the slot of a finished unit; returns the units that run now.
    package mutating func finished(key: Key) -> [UInt64] {
        running -= 1
        let left = (runningByKey[key] ?? 1) - 1
        runningByKey[key] = left > 0 ? left : nil
        var started: [UInt64] = []
        while running < limits.running, let place = nextTurn {
            let next = turns.remove(at: place)
            guard var tickets = waitingByKey[next], !tickets.isEmpty else { continue }
            started.append(tickets.removeFirst())
            waiting -= 1
            waitingByKey[next] = tickets.isEmpty ? nil : tickets
            if !tickets.isEmpty { turns.append(next) }
            start(next)
        }
        return started
    }

    /// Removes a waiting unit; returns `false` for a unit that runs or was never admitted.
    package mutating func cancel(ticket: UInt64, key: Key) -> Bool {
        guard var tickets = waitingByKey[key],
            let place = tickets.firstIndex(of: ticket)
        else { return false }
        tickets.remove(at: place)
        waiting -= 1
        waitingByKey[key] = tickets.isEmpty ? nil : tickets
        if tickets.isEmpty { turns.removeAll { $0 == key } }
        return true
    }

    private var nextTurn: Int? {
        for place in turns.indices where mayRun(turns[place]) { return place }
        return nil
    }

    private func mayRun(_ key: Key) -> Bool {
        (runningByKey[key] ?? 0) < limits.runningPerKey
    }

    private mutating func start(_ key: Key) {
        running += 1
        runningByKey[key, default: 0] += 1
    }
}
