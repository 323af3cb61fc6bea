/// A property wrapper type that can read and write a value that SwiftUI updates as the placement of
/// focus within the scene changes.
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
    private let unfocused: Value
    private var cell: StateCell<Value>?

    /// Creates a focus state that binds to a Boolean.
    public init() where Value == Bool {
        unfocused = false
    }

    /// Creates a focus state that binds to an optional type.
    public init<T: Hashable>() where Value == T? {
        unfocused = nil
    }

    /// The current state value.
    public var wrappedValue: Value {
        get { cell?.value ?? unfocused }
        nonmutating set { cell?.value = newValue }
    }

    /// A projection of the focus state value that returns a binding.
    public var projectedValue: FocusState<Value>.Binding {
        let property = self
        return Binding(
            binding: SwiftUI.Binding(
                read: { property.wrappedValue },
                write: { value, _ in property.wrappedValue = value }
            ),
            unfocused: unfocused
        )
    }

    /// A property wrapper type that can read and write a value that indicates the current focus
    /// location.
    @propertyWrapper
    public struct Binding {
        let binding: SwiftUI.Binding<Value>
        let unfocused: Value

        /// The underlying value referenced by the bound property.
        public var wrappedValue: Value {
            get { binding.wrappedValue }
            nonmutating set { binding.wrappedValue = newValue }
        }

        /// A binding to the focus state.
        public var projectedValue: FocusState<Value>.Binding { self }
    }
}

extension FocusState: Sendable where Value: Sendable {}

extension FocusState.Binding: Sendable where Value: Sendable {}

extension FocusState: InstallableProperty {
    mutating func install(on node: ViewNode, slot: Int) {
        let present = node.cells[slot] as? StateCell<Value> ?? StateCell(unfocused)
        node.cells[slot] = present
        cell = present
    }
}
