#if canImport(CoreLocation)
import Synchronization
import TrendyPlaces

/// Buffers region events until a listener subscribes, because the system delivers them at launch.
final class SignalBuffer: Sendable {
    private struct State {
        var buffered: [RegionSignal] = []
        /// The latest listener.
        ///
        /// A terminated listener is detected by the result of `yield`. An `onTermination` handler
        /// would run while the task's lock is held and would deadlock with a `yield` that wakes the
        /// task.
        var listener: AsyncStream<RegionSignal>.Continuation?
    }

    private let state = Mutex(State())

    func add(_ signal: RegionSignal) {
        state.withLock { state in
            if let listener = state.listener {
                guard case .terminated = listener.yield(signal) else { return }
                state.listener = nil
            }
            state.buffered.append(signal)
        }
    }

    /// Takes the buffered events.
    func take() -> [RegionSignal] {
        state.withLock { state in
            defer { state.buffered = [] }
            return state.buffered
        }
    }

    /// The buffered events and those that follow.
    ///
    /// The stream of the previous listener ends.
    ///
    /// After the listener's task ends, events are buffered again.
    func stream() -> AsyncStream<RegionSignal> {
        let (stream, continuation) = AsyncStream.makeStream(of: RegionSignal.self)
        let old = state.withLock { state in
            for signal in state.buffered { continuation.yield(signal) }
            state.buffered = []
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
