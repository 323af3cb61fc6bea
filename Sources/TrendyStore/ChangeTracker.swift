import Synchronization
import TrendyModel

/// Collects the entities that a transaction changes, and publishes them to the observations when it
/// commits.
///
/// Takes a lock for each changed entity, and collects nothing while there is no observation.
final class ChangeTracker: Sendable {
    private struct State {
        /// The changes of the open transaction.
        var uncommitted = StoreChanges()
        var lastObserver = 0
        /// The committed changes that an observer has not taken, by observer.
        var unclaimed: [Int: StoreChanges] = [:]
    }

    private let state = Mutex(State())

    func record(_ id: EntityID, _ kind: EntityKind) {
        state.withLock { state in
            if !state.unclaimed.isEmpty { state.uncommitted.record(id, kind) }
        }
    }

    func recordEverything() {
        state.withLock { $0.uncommitted = .everything }
    }

    func commit() {
        state.withLock { state in
            for observer in state.unclaimed.keys {
                state.unclaimed[observer]?.formUnion(state.uncommitted)
            }
            state.uncommitted = StoreChanges()
        }
    }

    func rollBack() {
        state.withLock { $0.uncommitted = StoreChanges() }
    }

    /// Adds an observer, and returns its number.
    func addObserver() -> Int {
        state.withLock { state in
            state.lastObserver += 1
            state.unclaimed[state.lastObserver] = StoreChanges()
            return state.lastObserver
        }
    }

    /// Returns the changes that were committed since the observer's last call.
    func take(_ observer: Int) -> StoreChanges {
        state.withLock { state in
            defer { state.unclaimed[observer] = StoreChanges() }
            return state.unclaimed[observer] ?? StoreChanges()
        }
    }

    func removeObserver(_ observer: Int) {
        state.withLock { $0.unclaimed[observer] = nil }
    }
}
