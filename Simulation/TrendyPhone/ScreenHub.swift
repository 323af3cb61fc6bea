import Foundation
import Synchronization

/// Passes the newest state of something to any number of readers.
///
/// Only the courier's thread and tasks outside of the simulation use it.
final class ScreenHub: Sendable {
    private struct State {
        var newest: String?
        var readers: [Int: AsyncStream<String>.Continuation] = [:]
        var nextID = 0
    }

    private let state = Mutex(State())

    /// Publishes a state; a reader that is behind skips to it.
    func publish(_ text: String) {
        let readers = state.withLock { state -> [AsyncStream<String>.Continuation] in
            guard state.newest != text else { return [] }
            state.newest = text
            return Array(state.readers.values)
        }
        for reader in readers { reader.yield(text) }
    }

    /// The newest state, then each new one.
    func states() -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: String.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let id = state.withLock { state in
            state.nextID += 1
            state.readers[state.nextID] = continuation
            if let newest = state.newest { continuation.yield(newest) }
            return state.nextID
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.readers[id] = nil }
        }
        return stream
    }
}
