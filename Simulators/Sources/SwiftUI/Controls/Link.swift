public import Foundation

/// A control for navigating to a URL.
public struct Link<Label: View> {
    private let destination: URL
    private let label: Label

    /// Creates a control, consisting of a URL and a label, used to navigate to the given URL.
    nonisolated public init(destination: URL, @ViewBuilder label: () -> Label) {
        self.destination = destination
        self.label = label()
    }
}

extension Link where Label == Text {
    /// Creates a control, consisting of a URL and a title key, used to navigate to a URL.
    nonisolated public init(_ titleKey: LocalizedStringKey, destination: URL) {
        self.init(destination: destination) { Text(titleKey) }
    }

    /// Creates a control, consisting of a URL and a title string, used to navigate to a URL.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(_ title: S, destination: URL) {
        self.init(destination: destination) { Text(title) }
    }
}

extension Link: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        var element = Element(.link, layout: .horizontal(.center, spacing: nil))
        element.payload = destination
        element.handlers[.activate] = { [destination, openURL = node.environment.openURL] _ in
            openURL(destination)
        }
        node.element = element
        node.child(.slot("label"), label)
    }
}
