struct FocusModifier<Value: Hashable> {
    let binding: FocusState<Value>.Binding
    let value: Value
}

extension FocusModifier: PrimitiveModifier {
    typealias Body = Never

    func apply(to node: ViewNode) {
        if binding.wrappedValue == value { node.accessibility.addedTraits.insert(.focused) }
        node.accessibility.handlers[.focus] = { [binding, value] input in
            if input == .flag(true) {
                binding.wrappedValue = value
            } else if binding.wrappedValue == value {
                binding.wrappedValue = binding.unfocused
            }
        }
    }
}

extension View {
    /// Modifies this view by binding its focus state to the given state value.
    nonisolated public func focused<Value: Hashable>(
        _ binding: FocusState<Value>.Binding,
        equals value: Value
    ) -> some View {
        modifier(FocusModifier(binding: binding, value: value))
    }

    /// Modifies this view by binding its focus state to the given Boolean state value.
    nonisolated public func focused(_ condition: FocusState<Bool>.Binding) -> some View {
        modifier(FocusModifier(binding: condition, value: true))
    }
}
