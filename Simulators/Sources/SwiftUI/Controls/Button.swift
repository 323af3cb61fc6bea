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
        switch node.environment.buttonStyle {
        case .named:
            setElement(of: node)
            node.child(.slot("label"), label)
        case .custom(let style):
            setElement(of: node)
            declare(style, on: node)
        case .primitive(let style):
            declare(style, on: node)
        }
    }

    @MainActor private func setElement(of node: ViewNode) {
        var element = Element(.button, layout: .horizontal(.center, spacing: nil))
        if let role { element.traits.insert(ElementTrait(rawValue: role.name)) }
        element.handlers[.activate] = { [action] _ in action() }
        element.style = node.environment.buttonTokens
        node.element = element
    }

    @MainActor private func declare(_ style: some ButtonStyle, on node: ViewNode) {
        let configuration = ButtonStyleConfiguration(
            role: role,
            label: ButtonStyleConfiguration.Label(view: AnyView(label)),
            isPressed: false
        )
        node.child(
            .slot("styled"),
            StyleBody(style: style) { $0.makeBody(configuration: configuration) }
        )
    }

    @MainActor private func declare(_ style: some PrimitiveButtonStyle, on node: ViewNode) {
        let configuration = PrimitiveButtonStyleConfiguration(
            role: role,
            label: PrimitiveButtonStyleConfiguration.Label(view: AnyView(label)),
            action: action
        )
        // A button in the body of the style is a plain one, not one in the same style again.
        node.child(
            .slot("styled"),
            StyleBody(style: style) { $0.makeBody(configuration: configuration) }
        ) { $0.buttonStyle = .named("automatic") }
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

extension Button where Label == SwiftUI.Label<Text, Image> {
    /// Creates a button that generates its label from a localized string key and system image.
    @preconcurrency
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        systemImage: String,
        action: @escaping @MainActor () -> Void
    ) {
        self.init(action: action) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }

    /// Creates a button that generates its label from a string and system image.
    @preconcurrency @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        systemImage: String,
        action: @escaping @MainActor () -> Void
    ) {
        self.init(action: action) { SwiftUI.Label(title, systemImage: systemImage) }
    }

    /// Creates a button with a role that generates its label from a key and a system image.
    @preconcurrency
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        systemImage: String,
        role: ButtonRole?,
        action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) {
            SwiftUI.Label(titleKey, systemImage: systemImage)
        }
    }

    /// Creates a button with a role that generates its label from a string and a system image.
    @preconcurrency @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        systemImage: String,
        role: ButtonRole?,
        action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) {
            SwiftUI.Label(title, systemImage: systemImage)
        }
    }
}

extension Button where Label == PrimitiveButtonStyleConfiguration.Label {
    /// Creates a button based on a configuration for a style with custom behavior.
    nonisolated public init(_ configuration: PrimitiveButtonStyleConfiguration) {
        self.init(role: configuration.role, action: configuration.action) {
            configuration.label
        }
    }
}
