/// A view that controls a navigation presentation.
public struct NavigationLink<Label: View, Destination: View> {
    private enum Target {
        case value(AnyHashable?)
        case destination(Destination)
    }

    private let target: Target
    private let label: Label

    /// Creates a navigation link that presents the destination view.
    nonisolated public init(
        @ViewBuilder destination: () -> Destination,
        @ViewBuilder label: () -> Label
    ) {
        target = .destination(destination())
        self.label = label()
    }

    private final class Memory {
        let isActive = StateCell(false)
    }
}

extension NavigationLink: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        var element = Element(.button, layout: .horizontal(.center, spacing: nil))
        element.style = [.named("button", "navigationLink")]
        if case .named("plain") = node.environment.buttonStyle {
            element.style.append(.named("link", "plain"))
        }
        let context = node.environment.navigation
        switch target {
        case .value(let value):
            if let value, let context {
                element.handlers[.activate] = { _ in context.push(value) }
            } else {
                element.traits.insert(.disabled)
            }
        case .destination(let destination):
            let isActive = node.memory { Memory() }.isActive
            element.handlers[.activate] = { _ in isActive.value = true }
            node.declarePage(destination, isPresented: isActive.value) { isActive.value = false }
        }
        node.element = element
        node.child(.slot("label"), label)
    }
}

extension NavigationLink where Destination == Never {
    /// Creates a navigation link that presents the view corresponding to a value.
    nonisolated public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {
        target = .value(value.map { AnyHashable($0) })
        self.label = label()
    }
}

extension NavigationLink where Label == Text, Destination == Never {
    /// Creates a navigation link that presents the view corresponding to a value.
    nonisolated public init<P: Hashable>(_ titleKey: LocalizedStringKey, value: P?) {
        self.init(value: value) { Text(titleKey) }
    }

    /// Creates a navigation link that presents the view corresponding to a value.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol, P: Hashable>(_ title: S, value: P?) {
        self.init(value: value) { Text(title) }
    }
}

extension NavigationLink where Label == Text {
    /// Creates a navigation link that presents a destination view, with a text label.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        @ViewBuilder destination: () -> Destination
    ) {
        self.init(destination: destination) { Text(titleKey) }
    }

    /// Creates a navigation link that presents a destination view, with a text label.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        @ViewBuilder destination: () -> Destination
    ) {
        self.init(destination: destination) { Text(title) }
    }
}
