import Foundation
import SimulatedLocationBehavior
import Synchronization

/// Delivers a monitor's events to its current iterator.
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

    /// Whether it has stopped delivering events, as observed with CLMonitor.
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

    /// Begins to deliver events; ends the earlier iterator.
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

    /// Marks an event as processed: it becomes the last event.
    func promote(_ event: CLMonitor.Event) {
        system.change { state, _ in state.promote(event, of: self.name) }
    }

    /// Ends delivery when the process ends.
    func close() {
        let continuation = state.withLock { state in
            state.isClosed = true
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.finish(throwing: CancellationError())
    }
}
