#if canImport(CoreLocation)
import Synchronization
import TrendyPlaces

/// Signals that wait until somebody listens: the system tells them before the app is ready.
final class SignalBuffer: Sendable {
    private struct State {
        var waiting: [RegionSignal] = []
        /// Whoever listened last.
        ///
        /// That it has left is seen by what it does not take: who asked to be told would be told
        /// while its task is locked, and would wait here for whoever wakes it.
        var listener: AsyncStream<RegionSignal>.Continuation?
    }

    private let state = Mutex(State())

    func add(_ signal: RegionSignal) {
        state.withLock { state in
            if let listener = state.listener {
                guard case .terminated = listener.yield(signal) else { return }
                state.listener = nil
            }
            state.waiting.append(signal)
        }
    }

    /// What waits, for somebody who takes it now and then.
    func take() -> [RegionSignal] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// What waits, and whatever comes after it; a listener of before is told no more.
    ///
    /// Once the listener is gone, signals wait again.
    func stream() -> AsyncStream<RegionSignal> {
        let (stream, continuation) = AsyncStream.makeStream(of: RegionSignal.self)
        let old = state.withLock { state in
            for signal in state.waiting { continuation.yield(signal) }
            state.waiting = []
            defer { state.listener = continuation }
            return state.listener
        }
        old?.finish()
        return stream
    }

    func finish() {
        state.withLock { state in
            defer { state.listener = nil }
            return state.listener
        }?.finish()
    }
}
#endif
