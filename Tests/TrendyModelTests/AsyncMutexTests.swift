import Synchronization
import Testing
import TrendyModel

@Suite("AsyncMutex")
struct AsyncMutexTests {
    /// What tasks have done, in order.
    private final class Record: Sendable {
        private let state = Mutex<[String]>([])
        var events: [String] { state.withLock(\.self) }
        func add(_ event: String) { state.withLock { $0.append(event) } }
    }

    /// How many bodies run.
    private final class Counter: Sendable {
        private let count = Mutex(0)

        @discardableResult
        func add(_ change: Int) -> Int {
            count.withLock { count in
                count += change
                return count
            }
        }
    }

    /// A gate that a body waits at while it holds the lock.
    private struct Gate: Sendable {
        let stream: AsyncStream<Void>
        let continuation: AsyncStream<Void>.Continuation

        init() {
            (stream, continuation) = AsyncStream.makeStream()
        }

        func open() { continuation.finish() }
        func pass() async { for await _ in stream {} }
    }

    private func wait(for count: Int, _ mutex: AsyncMutex) async {
        while mutex.waiterCount < count { await Task.yield() }
    }

    @Test("One body runs at a time, in the order of the calls")
    func order() async {
        let (mutex, record, gate) = (AsyncMutex(), Record(), Gate())
        var tasks: [Task<Void, Never>] = []
        let entered = Gate()
        tasks.append(
            Task {
                await mutex.withLock {
                    entered.open()
                    await gate.pass()
                    record.add("0")
                }
            }
        )
        await entered.pass()
        for number in 1...20 {
            tasks.append(
                Task {
                    await mutex.withLock {
                        record.add("\(number)")
                        await Task.yield()
                        record.add("\(number)")
                    }
                }
            )
            await wait(for: number, mutex)
        }

        gate.open()
        for task in tasks { await task.value }

        #expect(record.events == ["0"] + (1...20).flatMap { ["\($0)", "\($0)"] })
        #expect(mutex.waiterCount == 0)
    }

    @Test("An error in a body releases the lock and reaches the caller")
    func failure() async {
        struct Failure: Error {}
        let mutex = AsyncMutex()

        await #expect(throws: Failure.self) { try await mutex.withLock { throw Failure() } }

        #expect(await mutex.withLock { true })
    }

    @Test("A cancelled waiter leaves the queue at once, and the others keep their order")
    func cancelledWaiter() async throws {
        let (mutex, record, gate, entered) = (AsyncMutex(), Record(), Gate(), Gate())
        let holder = Task {
            await mutex.withLock {
                entered.open()
                await gate.pass()
            }
        }
        await entered.pass()
        var tasks: [Task<Void, any Error>] = []
        for name in ["a", "b", "c"] {
            tasks.append(Task { try await mutex.withLockUnlessCancelled { record.add(name) } })
            await wait(for: tasks.count, mutex)
        }

        tasks[1].cancel()

        await #expect(throws: CancellationError.self) { try await tasks[1].value }
        #expect(mutex.waiterCount == 2)
        gate.open()
        await holder.value
        for task in [tasks[0], tasks[2]] { try await task.value }
        #expect(record.events == ["a", "c"])
        #expect(await mutex.withLock { true })
    }

    @Test("A task that is cancelled before does not take the lock, also when it is free")
    func cancelledBefore() async {
        let (mutex, record, gate) = (AsyncMutex(), Record(), Gate())
        let task = Task {
            await gate.pass()
            try await mutex.withLockUnlessCancelled { record.add("ran") }
        }

        task.cancel()
        gate.open()

        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(record.events.isEmpty)
        #expect(await mutex.withLock { true })
    }

    @Test("A cancelled task that must not lose its work still runs it in turn")
    func uncancellable() async {
        let (mutex, record, gate, entered) = (AsyncMutex(), Record(), Gate(), Gate())
        let holder = Task {
            await mutex.withLock {
                entered.open()
                await gate.pass()
                record.add("first")
            }
        }
        await entered.pass()
        let task = Task { await mutex.withLock { record.add("second") } }
        await wait(for: 1, mutex)

        task.cancel()
        gate.open()
        await holder.value
        await task.value

        #expect(record.events == ["first", "second"])
    }

    @Test("Many tasks that are cancelled at random lose no lock", arguments: 0..<5)
    func storm(seed: Int) async {
        let mutex = AsyncMutex()
        let inside = Counter()
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                let isCancelled = state % 3 == 0
                group.addTask {
                    let task = Task {
                        try await mutex.withLockUnlessCancelled {
                            #expect(inside.add(1) == 1)
                            await Task.yield()
                            inside.add(-1)
                        }
                    }
                    if isCancelled { task.cancel() }
                    _ = await task.result
                }
            }
        }

        #expect(mutex.waiterCount == 0)
        #expect(await mutex.withLock { true })
    }
}
