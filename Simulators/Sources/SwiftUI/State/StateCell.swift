import Observation
import Synchronization

/// The storage of one state variable, owned by a node and observed like a model.
///
/// Safe to share: the value is read and written under the lock only.
final class StateCell<Value>: Observable, @unchecked Sendable {
    private let registrar = ObservationRegistrar()
    private let stored: Mutex<Transferred<Value>>

    init(_ value: Value) {
        stored = Mutex(Transferred(value))
    }

    var value: Value {
        get {
            registrar.access(self, keyPath: \.value)
            return stored.withLock { $0 }.value
        }
        set {
            let box = Transferred(newValue)
            stored.withLock { $0 = box }
            // After the change, so that an evaluation on another thread cannot miss it.
            registrar.withMutation(of: self, keyPath: \.value) {}
        }
    }
}

/// Carries a value across an isolation boundary.
///
/// The code that creates one guarantees that the value is not used concurrently: it is on the main actor on
/// both sides, or behind a lock.
package struct Transferred<Value>: @unchecked Sendable {
    package let value: Value

    package init(_ value: Value) {
        self.value = value
    }
}
