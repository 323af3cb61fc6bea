import Synchronization

/// Messages for one listener after the other; what comes while nobody listens waits.
///
/// A stream alone would end with its first listener.
final class BufferedStream<Message: Sendable>: Sendable {
    private struct State {
        var waiting: [Message] = []
        /// Whoever listened last.
        ///
        /// That it has left is seen by what it does not take: who asked to be told would be told
        /// while its task is locked, and would wait here for whoever wakes it.
        var listener: AsyncStream<Message>.Continuation?
    }

    private let state = Mutex(State())

    /// Nothing has come yet.
    init() {}

    /// Hands a message to whoever listens, or keeps it.
    func yield(_ message: Message) {
        state.withLock { state in
            if let listener = state.listener {
                guard case .terminated = listener.yield(message) else { return }
                state.listener = nil
            }
            state.waiting.append(message)
        }
    }

    /// What waits, and whatever comes after it, until its listener is cancelled.
    func messages() -> AsyncStream<Message> {
        let (stream, continuation) = AsyncStream.makeStream(of: Message.self)
        state.withLock { state in
            for message in state.waiting { continuation.yield(message) }
            state.waiting = []
            state.listener = continuation
        }
        return stream
    }
}
