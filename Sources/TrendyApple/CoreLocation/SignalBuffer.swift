#if canImport(CoreLocation)
import Synchronization
import TrendyPlaces

/// Signals that wait until somebody listens: the system tells them before the app is ready.
final class SignalBuffer: Sendable {
    private struct State {
        var waiting: [RegionSignal] = []
        var listener: AsyncStream<RegionSignal>.Continuation?
        /// Which listener it is: an earlier one that ends says nothing about it.
        var number = 0
    }

    private let state = Mutex(State())

    func add(_ signal: RegionSignal) {
        state.withLock { state in
            if let listener = state.listener {
                listener.yield(signal)
            } else {
                state.waiting.append(signal)
            }
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
        let (old, number) = state.withLock { state in
            for signal in state.waiting { continuation.yield(signal) }
            state.waiting = []
            state.number += 1
            defer { state.listener = continuation }
            return (state.listener, state.number)
        }
        continuation.onTermination = { [weak self] _ in self?.left(number) }
        old?.finish()
        return stream
    }

    private func left(_ number: Int) {
        state.withLock { state in
            if state.number == number { state.listener = nil }
        }
    }

    func finish() {
        state.withLock { state in
            defer { state.listener = nil }
            return state.listener
        }?.finish()
    }
}
#endif
