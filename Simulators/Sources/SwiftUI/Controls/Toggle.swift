/// A control that toggles between on and off states.
public struct Toggle<Label: View> {
    private let isOn: Binding<Bool>
    private let label: Label

    /// Creates a toggle that displays a custom label.
    nonisolated public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
        self.isOn = isOn
        self.label = label()
    }
}

extension Toggle: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        let style = node.environment.toggleStyle
        if let name = (type(of: style) as? any NamedToggleStyle.Type)?.name {
            setElement(of: node, style: name)
            node.declareLabel(label)
        } else {
            declare(style, on: node)
        }
    }

    @MainActor private func setElement(of node: ViewNode, style: String) {
        var element = Element(.toggle, layout: .horizontal(.center, spacing: nil))
        element.value = isOn.wrappedValue ? "1" : "0"
        if isOn.wrappedValue { element.traits.insert(.selected) }
        element.style = [.named("toggle", style)]
        element.handlers[.change] = { [isOn] value in
            if case .flag(let flag) = value { isOn.wrappedValue = flag }
        }
        element.handlers[.activate] = { [isOn] _ in isOn.wrappedValue.toggle() }
        node.element = element
    }

    @MainActor private func declare(_ style: some ToggleStyle, on node: ViewNode) {
        let configuration = ToggleStyleConfiguration(
            label: ToggleStyleConfiguration.Label(view: AnyView(label)),
            isOn: isOn
        )
        node.child(
            .slot("styled"),
            StyleBody(style: style) { $0.makeBody(configuration: configuration) }
        ) { $0.toggleStyle = DefaultToggleStyle() }
    }
}

extension Toggle where Label == ToggleStyleConfiguration.Label {
    /// Creates a toggle based on a toggle style configuration.
    nonisolated public init(_ configuration: ToggleStyleConfiguration) {
        self.init(isOn: configuration.$isOn) { configuration.label }
    }
}

extension Toggle where Label == Text {
    /// Creates a toggle that generates its label from a localized string key.
    nonisolated public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { Text(titleKey) }
    }

    /// Creates a toggle that generates its label from a string.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { Text(title) }
    }
}

extension Toggle where Label == SwiftUI.Label<Text, Image> {
    /// Creates a toggle that generates its label from a localized string key and a system image.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        systemImage: String,
        isOn: Binding<Bool>
    ) {
        self.init(isOn: isOn) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }

    /// Creates a toggle that generates its label from a string and a system image.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        systemImage: String,
        isOn: Binding<Bool>
    ) {
        self.init(isOn: isOn) { SwiftUI.Label(title, systemImage: systemImage) }
    }
}
