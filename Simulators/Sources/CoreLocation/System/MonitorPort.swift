import Foundation
import SimulatedLocationBehavior
import Synchronization

/// Where a monitor's events go: to whoever waits for them, one at a time.
final class MonitorPort: Sendable {
    private struct State {
        var continuation: AsyncThrowingStream<CLMonitor.Event, any Error>.Continuation?
        var number = 0
        var handed = 0
        var isClosed = false
    }

    let name: String
    let system: LocationSystem
    let generation: Int
    private let state = Mutex(State())

    init(name: String, system: LocationSystem, generation: Int) {
        self.name = name
        self.system = system
        self.generation = generation
    }

    var isListening: Bool { state.withLock { $0.continuation != nil } }

    /// Whether it has stopped handing out events, as CLMonitor was seen to.
    func isSilent(_ behavior: CoreLocationBehavior) -> Bool {
        guard let limit = behavior.monitorFallsSilentAfter else { return false }
        return state.withLock { $0.handed >= limit }
    }

    func hand(_ event: CLMonitor.Event) {
        let continuation = state.withLock { state in
            state.handed += 1
            return state.continuation
        }
        continuation?.yield(event)
    }

    /// Begins to listen; whoever listened before is at the end.
    func listen() -> AsyncThrowingStream<CLMonitor.Event, any Error> {
        let (stream, continuation) = AsyncThrowingStream<CLMonitor.Event, any Error>.makeStream()
        let (number, old, isClosed) = state.withLock { state in
            state.number += 1
            let old = state.continuation
            if !state.isClosed { state.continuation = continuation }
            return (state.number, old, state.isClosed)
        }
        old?.finish()
        if isClosed {
            continuation.finish(throwing: CancellationError())
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { state in
                if state.number == number { state.continuation = nil }
            }
        }
        system.change { state, _ in state.outbox.append(.flush) }
        return stream
    }

    /// The app has dealt with an event: it is the last one now.
    func promote(_ event: CLMonitor.Event) {
        system.change { state, _ in state.promote(event, of: self.name) }
    }

    /// The process is gone.
    func close() {
        let continuation = state.withLock { state in
            state.isClosed = true
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.finish(throwing: CancellationError())
    }
}
