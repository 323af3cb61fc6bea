import Synchronization

/// A stream for one listener at a time that buffers messages while there is no listener.
///
/// A single `AsyncStream` would end with its first listener.
package final class BufferedStream<Message: Sendable>: Sendable {
    private struct State {
        var buffered: [Message] = []
        /// The latest listener.
        ///
        /// A terminated listener is detected by the result of `yield`. An `onTermination` handler
        /// would run while the task's lock is held and would deadlock with a `yield` that wakes the
        /// task.
        var listener: AsyncStream<Message>.Continuation?
    }

    private let state = Mutex(State())

    /// Creates an empty stream.
    package init() {}

    /// Delivers a message to the listener, or buffers it.
    package func yield(_ message: Message) {
        state.withLock { state in
            if let listener = state.listener {
                guard case .terminated = listener.yield(message) else { return }
                state.listener = nil
            }
            state.buffered.append(message)
        }
    }

    /// The buffered messages and those that follow, until the listener's task is cancelled.
    package func messages() -> AsyncStream<Message> {
        let (stream, continuation) = AsyncStream.makeStream(of: Message.self)
        state.withLock { state in
            for message in state.buffered { continuation.yield(message) }
            state.buffered = []
            state.listener = continuation
        }
        return stream
    }
}
