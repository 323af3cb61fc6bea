import Synchronization

/// A clock that stands still until a test advances it.
final class SteppingClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var next = 0
        var sleepers:
            [Int: (deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] =
                [:]
        var watchers: [Int: (span: Duration, continuation: CheckedContinuation<Void, Never>)] =
            [:]

        /// A number that no sleeper and no watcher uses.
        mutating func number() -> Int {
            next += 1
            return next
        }
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { $0.number() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let watchers = state.withLock { state in
                    guard !Task.isCancelled, deadline > state.now else {
                        continuation.resume(
                            with: Task.isCancelled ? .failure(CancellationError()) : .success(())
                        )
                        return [CheckedContinuation<Void, Never>]()
                    }
                    state.sleepers[id] = (deadline, continuation)
                    let span = state.now.duration(to: deadline)
                    let awake = state.watchers.filter { $0.value.span == span }
                    for id in awake.keys { state.watchers[id] = nil }
                    return awake.values.map(\.continuation)
                }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Returns when a task sleeps for a span from now, or when the test is cancelled.
    func slept(for span: Duration) async {
        let id = state.withLock { $0.number() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    let deadline = state.now.advanced(by: span)
                    if Task.isCancelled
                        || state.sleepers.values.contains(where: { $0.deadline == deadline })
                    {
                        return true
                    }
                    state.watchers[id] = (span, continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let watcher = state.withLock { $0.watchers.removeValue(forKey: id) }
            watcher?.continuation.resume()
        }
    }

    func advance(by span: Duration) {
        let awake = state.withLock { state in
            state.now = state.now.advanced(by: span)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }.map(\.continuation)
        }
        for continuation in awake { continuation.resume() }
    }
}
