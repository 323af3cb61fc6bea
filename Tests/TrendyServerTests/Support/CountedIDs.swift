import Synchronization
import TrendyModel

/// An id source that counts the taken ids; the server takes one for each request without a request
/// id.
final class CountedIDs: EntityIDSource {
    private struct State {
        var count = 0
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let base: any EntityIDSource
    private let state = Mutex(State())

    init(_ base: any EntityIDSource) {
        self.base = base
    }

    func next() -> EntityID {
        let due = state.withLock { state in
            state.count += 1
            let count = state.count
            let due = state.waiting.filter { $0.count <= count }
            state.waiting.removeAll { $0.count <= count }
            return due
        }
        for waiter in due { waiter.continuation.resume() }
        return base.next()
    }

    /// Returns when `count` ids were taken.
    func reached(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.count >= count { return true }
                state.waiting.append((count, continuation))
                return false
            }
            if isOver { continuation.resume() }
        }
    }
}
