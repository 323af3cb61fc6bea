/// A view that shows or hides another content view, based on the state of a disclosure control.
public struct DisclosureGroup<Label: View, Content: View> {
    private let isExpanded: Binding<Bool>?
    private let label: Label
    private let content: () -> Content

    /// Creates a disclosure group with the given label and content views.
    nonisolated public init(
        @ViewBuilder content: @escaping () -> Content,
        @ViewBuilder label: () -> Label
    ) {
        isExpanded = nil
        self.content = content
        self.label = label()
    }

    /// Creates a disclosure group with a binding to the expansion state.
    nonisolated public init(
        isExpanded: Binding<Bool>,
        @ViewBuilder content: @escaping () -> Content,
        @ViewBuilder label: () -> Label
    ) {
        self.isExpanded = isExpanded
        self.content = content
        self.label = label()
    }

    private final class Memory {
        let isExpanded = StateCell(false)
    }
}

extension DisclosureGroup: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        let cell = node.memory { Memory() }.isExpanded
        let isExpanded =
            isExpanded ?? Binding(read: { cell.value }, write: { value, _ in cell.value = value })
        let isOpen = isExpanded.wrappedValue
        node.element = Element(.generic, layout: .vertical(.leading, spacing: nil))
        node.child(
            .slot("label"),
            DisclosureButton(label: label, isExpanded: isExpanded)
        )
        if isOpen { node.child(.slot("content"), content()) }
    }
}

/// The part of a disclosure group that is always shown.
struct DisclosureButton<Label: View> {
    let label: Label
    let isExpanded: Binding<Bool>
}

extension DisclosureButton: View, PrimitiveView {
    typealias Body = Never

    func makeNode(_ node: ViewNode) {
        var element = Element(.disclosure, layout: .horizontal(.center, spacing: nil))
        let isOpen = isExpanded.wrappedValue
        element.value = isOpen ? "expanded" : "collapsed"
        element.handlers[.activate] = { [isExpanded] _ in isExpanded.wrappedValue = !isOpen }
        node.element = element
        node.child(.slot("label"), label)
    }
}

extension DisclosureGroup where Label == Text {
    /// Creates a disclosure group, using a provided localized string key to create a text view for
    /// the label.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        @ViewBuilder content: @escaping () -> Content
    ) {
        self.init(content: content) { Text(titleKey) }
    }

    /// Creates a disclosure group with a localized label and a binding to the expansion state.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        isExpanded: Binding<Bool>,
        @ViewBuilder content: @escaping () -> Content
    ) {
        self.init(isExpanded: isExpanded, content: content) { Text(titleKey) }
    }

    /// Creates a disclosure group, using a provided string to create a text view for the label.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ label: S,
        @ViewBuilder content: @escaping () -> Content
    ) {
        self.init(content: content) { Text(label) }
    }

    /// Creates a disclosure group with a label and a binding to the expansion state.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ label: S,
        isExpanded: Binding<Bool>,
        @ViewBuilder content: @escaping () -> Content
    ) {
        self.init(isExpanded: isExpanded, content: content) { Text(label) }
    }
}
