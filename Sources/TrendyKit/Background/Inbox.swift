import Synchronization

/// Messages for one listener after the other; what comes while nobody listens waits.
///
/// A stream alone would end with its first listener.
final class Inbox<Message: Sendable>: Sendable {
    private struct State {
        var waiting: [Message] = []
        var listener: AsyncStream<Message>.Continuation?
        /// Which listener it is: an earlier one that ends says nothing about it.
        var number = 0
    }

    private let state = Mutex(State())

    /// Nothing has come yet.
    init() {}

    /// Hands a message to whoever listens, or keeps it.
    func yield(_ message: Message) {
        state.withLock { state in
            if let listener = state.listener {
                listener.yield(message)
            } else {
                state.waiting.append(message)
            }
        }
    }

    /// What waits, and whatever comes after it, until its listener is cancelled.
    func messages() -> AsyncStream<Message> {
        let (stream, continuation) = AsyncStream.makeStream(of: Message.self)
        let number = state.withLock { state in
            for message in state.waiting { continuation.yield(message) }
            state.waiting = []
            state.listener = continuation
            state.number += 1
            return state.number
        }
        continuation.onTermination = { [weak self] _ in self?.left(number) }
        return stream
    }

    private func left(_ number: Int) {
        state.withLock { state in
            if state.number == number { state.listener = nil }
        }
    }
}
