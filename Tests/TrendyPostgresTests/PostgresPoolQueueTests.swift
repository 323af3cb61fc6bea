import Testing

@testable import TrendyPostgres

struct PostgresPoolQueueTests {
    private let later = Deadline.after(.seconds(60))

    @Test("Callers are served in the order of their arrival")
    func order() {
        let queue = Queue(maximumWaiting: 10)
        for ticket in 1...4 as ClosedRange<UInt64> { _ = queue.add(ticket, deadline: later) }

        #expect(queue.remove(2))
        #expect(!queue.remove(2))

        #expect(queue.next(worker: 0) == .serve(1))
        #expect(queue.next(worker: 1) == .serve(3))
        #expect(queue.next(worker: 0) == .serve(4))
        #expect(queue.next(worker: 0) == .sleep)
        #expect(queue.waitingCount == 0)
    }

    @Test("Each new caller wakes one sleeping worker, the last that fell asleep")
    func wakes() {
        let queue = Queue(maximumWaiting: 10)
        _ = queue.next(worker: 0)
        _ = queue.next(worker: 1)

        #expect(queue.add(1, deadline: later) == .wake(1))
        #expect(queue.add(2, deadline: later) == .wake(0))
        #expect(queue.add(3, deadline: later) == .wait(setsTimer: true))
        #expect(queue.add(4, deadline: later) == .wait(setsTimer: false))
    }

    @Test("A caller beyond the limit is refused, unless a worker sleeps")
    func full() {
        let queue = Queue(maximumWaiting: 1)
        _ = queue.next(worker: 0)

        #expect(queue.add(1, deadline: later) == .wake(0))
        #expect(queue.add(2, deadline: later) == .full)
        #expect(queue.next(worker: 0) == .serve(1))
        #expect(queue.add(3, deadline: later) == .wait(setsTimer: true))
    }

    @Test("Callers whose deadline has passed leave, and the timer stands at the next one")
    func expires() {
        let queue = Queue(maximumWaiting: 10)
        let now = Deadline.now
        _ = queue.add(1, deadline: later)
        #expect(queue.setTimer() == later)

        #expect(queue.add(2, deadline: now) == .wait(setsTimer: true))

        #expect(queue.expire(at: now) == [2])
        #expect(queue.setTimer() == later)
        #expect(queue.expire(at: later) == [1])
        #expect(queue.setTimer() == nil)
        #expect(queue.next(worker: 0) == .sleep)
    }

    @Test("A worker that lost its connection is replaced only while callers wait")
    func replacement() {
        let queue = Queue(maximumWaiting: 10)
        _ = queue.next(worker: 0)
        _ = queue.next(worker: 1)
        #expect(queue.replacement() == nil)

        #expect(queue.add(1, deadline: later) == .wake(1))

        #expect(queue.replacement() == 0)
        #expect(queue.replacement() == nil)
    }

    @Test("A closed queue refuses new callers and serves the waiting ones")
    func closed() {
        let queue = Queue(maximumWaiting: 10)
        _ = queue.add(1, deadline: later)
        #expect(queue.next(worker: 3) == .serve(1))
        #expect(queue.next(worker: 3) == .sleep)
        #expect(queue.add(2, deadline: later) == .wake(3))
        #expect(queue.next(worker: 4) == .serve(2))
        #expect(queue.next(worker: 4) == .sleep)
        #expect(queue.add(5, deadline: later) == .wake(4))

        queue.close()

        #expect(queue.add(6, deadline: later) == .closed)
        #expect(queue.next(worker: 4) == .serve(5))
        #expect(queue.next(worker: 4) == .end)
    }
}

/// A queue whose calls can stand in expectations, which copy and do not mutate.
private final class Queue {
    private var queue: PostgresPoolQueue

    init(maximumWaiting: Int) {
        queue = PostgresPoolQueue(maximumWaiting: maximumWaiting)
    }

    var waitingCount: Int { queue.waitingCount }

    func add(_ ticket: UInt64, deadline: Deadline) -> PostgresPoolQueue.Admission {
        queue.add(ticket, deadline: deadline)
    }

    func next(worker: Int) -> PostgresPoolQueue.Step { queue.next(worker: worker) }
    func remove(_ ticket: UInt64) -> Bool { queue.remove(ticket) }
    func expire(at now: Deadline) -> [UInt64] { queue.expire(at: now) }
    func setTimer() -> Deadline? { queue.setTimer() }
    func replacement() -> Int? { queue.replacement() }
    func close() { queue.close() }
}
