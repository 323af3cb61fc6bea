struct ChangeModifier<Value: Equatable> {
    let value: Value
    let initial: Bool
    let action: (Value, Value) -> Void

    final class Memory {
        var value: Value?
    }
}

extension ChangeModifier: PrimitiveModifier {
    typealias Body = Never

    func apply(to node: ViewNode) {
        let memory = node.memory { Memory() }
        let former = memory.value
        memory.value = value
        if let former, former != value {
            node.graph.afterChange(of: node) { action(former, value) }
        } else if former == nil, initial {
            node.graph.afterChange(of: node) { action(value, value) }
        }
    }
}

extension View {
    /// Adds a modifier for this view that fires an action when a specific value changes.
    ///
    /// - Parameters:
    ///   - value: The value to check against when determining whether to run the closure.
    ///   - initial: Whether the action should be run when this view initially appears.
    ///   - action: A closure to run when the value changes, with the old and the new value.
    /// - Returns: A view that fires an action when the specified value changes.
    nonisolated public func onChange<V: Equatable>(
        of value: V,
        initial: Bool = false,
        _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some View {
        modifier(ChangeModifier(value: value, initial: initial, action: action))
    }

    /// Adds a modifier for this view that fires an action when a specific value changes.
    ///
    /// - Parameters:
    ///   - value: The value to check against when determining whether to run the closure.
    ///   - initial: Whether the action should be run when this view initially appears.
    ///   - action: A closure to run when the value changes.
    /// - Returns: A view that fires an action when the specified value changes.
    nonisolated public func onChange<V: Equatable>(
        of value: V,
        initial: Bool = false,
        _ action: @escaping () -> Void
    ) -> some View {
        modifier(ChangeModifier(value: value, initial: initial) { _, _ in action() })
    }
}
