/// A control that initiates an action.
public struct Button<Label: View> {
    private let role: ButtonRole?
    private let action: @MainActor () -> Void
    private let label: Label

    /// Creates a button that displays a custom label.
    @preconcurrency
    nonisolated public init(
        action: @escaping @MainActor () -> Void,
        @ViewBuilder label: () -> Label
    ) {
        self.init(role: nil, action: action, label: label)
    }

    /// Creates a button with a specified role that displays a custom label.
    @preconcurrency
    nonisolated public init(
        role: ButtonRole?,
        action: @escaping @MainActor () -> Void,
        @ViewBuilder label: () -> Label
    ) {
        self.role = role
        self.action = action
        self.label = label()
    }
}

extension Button: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        var element = Element(.button, layout: .horizontal(.center, spacing: nil))
        if let role { element.traits.insert(ElementTrait(rawValue: role.name)) }
        element.handlers[.activate] = { [action] _ in action() }
        node.element = element
        node.child(.slot("label"), label)
    }
}

extension Button where Label == Text {
    /// Creates a button that generates its label from a localized string key.
    @preconcurrency
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        action: @escaping @MainActor () -> Void
    ) {
        self.init(action: action) { Text(titleKey) }
    }

    /// Creates a button that generates its label from a string.
    @preconcurrency @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        action: @escaping @MainActor () -> Void
    ) {
        self.init(action: action) { Text(title) }
    }

    /// Creates a button with a role that generates its label from a localized string key.
    @preconcurrency
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        role: ButtonRole?,
        action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { Text(titleKey) }
    }

    /// Creates a button with a role that generates its label from a string.
    @preconcurrency @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        role: ButtonRole?,
        action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { Text(title) }
    }
}
