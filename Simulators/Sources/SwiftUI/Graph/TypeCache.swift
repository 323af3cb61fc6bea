import Synchronization

/// A thread-safe cache of reflection results by type.
///
/// Safe to use from any thread: simulations that run beside each other have a main actor each, so
/// the main actor does not protect a static variable.
final class TypeCache: Sendable {
    private struct Entry: @unchecked Sendable {
        // Unchecked: a value is never changed after it was stored.
        let value: Any
    }

    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    /// What is known about a type; `nil` before it was stored.
    subscript(type: Any.Type) -> Any? {
        get { entries.withLock { $0[ObjectIdentifier(type)] }?.value }
        set {
            let entry = newValue.map { Entry(value: $0) }
            entries.withLock { $0[ObjectIdentifier(type)] = entry }
        }
    }
}
