public import Observation
import Synchronization

/// A property wrapper type that can read and write a value managed by SwiftUI.
@propertyWrapper
public struct State<Value>: DynamicProperty {
    private let initial: InitialValue
    private var cell: StateCell<Value>?

    /// Creates a state property that stores an initial wrapped value.
    public init(wrappedValue value: Value) {
        initial = InitialValue(value)
    }

    /// Creates a state property that stores an initial value.
    public init(initialValue value: Value) {
        initial = InitialValue(value)
    }

    /// The value; a write is ignored while the view is in no hierarchy.
    public var wrappedValue: Value {
        get { cell?.value ?? initial.value }
        nonmutating set { cell?.value = newValue }
    }

    /// A binding to the state value.
    public var projectedValue: Binding<Value> {
        let property = self
        return Binding(
            read: { property.wrappedValue },
            write: { value, _ in property.wrappedValue = value }
        )
    }

    /// The value of a state in no hierarchy, made once.
    ///
    /// Safe to share: the value is made under the lock.
    private final class InitialValue: @unchecked Sendable {
        private let make: () -> Value
        private let made: Mutex<Transferred<Value>?>

        init(_ value: Value) {
            make = { value }
            made = Mutex(Transferred(value))
        }

        init(making make: @escaping () -> Value) {
            self.make = make
            made = Mutex(nil)
        }

        var value: Value {
            let make = Transferred(make)
            let box = made.withLock { made in
                let box = made ?? Transferred(make.value())
                made = box
                return box
            }
            return box.value
        }
    }
}

extension State: Sendable where Value: Sendable {}

extension State where Value: ExpressibleByNilLiteral {
    /// Creates a state property without an initial value.
    public init() {
        self.init(wrappedValue: nil)
    }
}

extension State where Value: AnyObject & Observable {
    /// Creates a state property that makes its object when the view appears, once.
    public init(wrappedValue thunk: @autoclosure @escaping () -> Value) {
        initial = InitialValue(making: thunk)
    }
}

extension State: InstallableProperty {
    mutating func install(on node: ViewNode, slot: Int) {
        if let known = node.cells[slot] as? StateCell<Value> {
            cell = known
        } else {
            let made = StateCell(initial.value)
            node.cells[slot] = made
            cell = made
        }
    }
}
