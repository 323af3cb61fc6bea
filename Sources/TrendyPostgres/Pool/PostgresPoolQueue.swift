import DequeModule

/// The queue of a pool: decides which caller gets a connection, waits or is refused.
///
/// Callers are served in the order of their arrival. Workers stand for connections. No worker
/// sleeps while a caller waits that it could serve.
struct PostgresPoolQueue: ~Copyable {
    /// The decision about a new caller.
    enum Admission: Equatable {
        /// The caller waits; this sleeping worker has to be woken for it.
        case wake(Int)
        /// The caller waits for a busy worker; `setsTimer`: the timer must be set to its deadline.
        case wait(setsTimer: Bool)
        /// Too many callers wait.
        case full
        /// The pool is closed.
        case closed
    }

    /// The next step of a worker.
    enum Step: Equatable {
        /// Serve a caller.
        case serve(UInt64)
        /// Sleep until it is woken.
        case sleep
        /// End: the pool is closed and no caller waits.
        case end
    }

    private let maximumWaiting: Int
    /// The tickets in order; those of callers that left stay until their turn.
    private var order = Deque<UInt64>()
    private var deadlines: [UInt64: Deadline] = [:]
    private var sleeping: [Int] = []
    /// The instant at which the timer calls ``expire(at:)``; `nil` when it is not set.
    private var timer: Deadline?
    private(set) var isClosed = false

    init(maximumWaiting: Int) {
        self.maximumWaiting = maximumWaiting
    }

    var waitingCount: Int { deadlines.count }
    var sleepingCount: Int { sleeping.count }

    /// Adds a caller; tickets are unique and ascending.
    mutating func add(_ ticket: UInt64, deadline: Deadline) -> Admission {
        guard !isClosed else { return .closed }
        guard deadlines.count < maximumWaiting || !sleeping.isEmpty else { return .full }
        order.append(ticket)
        deadlines[ticket] = deadline
        // The last one that fell asleep has the warmest connection.
        if let worker = sleeping.popLast() { return .wake(worker) }
        if let timer, timer <= deadline { return .wait(setsTimer: false) }
        timer = deadline
        return .wait(setsTimer: true)
    }

    /// The next step of a worker with a connection.
    mutating func next(worker: Int) -> Step {
        while let ticket = order.popFirst() {
            if deadlines.removeValue(forKey: ticket) != nil { return .serve(ticket) }
        }
        guard !isClosed else { return .end }
        sleeping.append(worker)
        return .sleep
    }

    /// Removes a worker from the sleeping ones.
    mutating func wakeUp(worker: Int) {
        sleeping.removeAll { $0 == worker }
    }

    /// A sleeping worker for the callers that a worker without a connection cannot serve; it is
    /// not asleep any more.
    mutating func replacement() -> Int? {
        deadlines.isEmpty ? nil : sleeping.popLast()
    }

    /// Removes a caller that does not want to wait longer; returns `false` when it is served or
    /// gone.
    mutating func remove(_ ticket: UInt64) -> Bool {
        deadlines.removeValue(forKey: ticket) != nil
    }

    /// Removes the callers whose deadline has passed, in order.
    mutating func expire(at now: Deadline) -> [UInt64] {
        let expired = deadlines.filter { $0.value <= now }.keys.sorted()
        for ticket in expired { deadlines[ticket] = nil }
        while let first = order.first, deadlines[first] == nil { order.removeFirst() }
        return expired
    }

    /// Sets the timer to the earliest deadline of a caller and returns it; `nil` when no caller
    /// waits.
    mutating func setTimer() -> Deadline? {
        timer = deadlines.values.min()
        return timer
    }

    /// Refuses new callers; all workers have to be woken.
    mutating func close() {
        isClosed = true
        sleeping = []
    }
}
