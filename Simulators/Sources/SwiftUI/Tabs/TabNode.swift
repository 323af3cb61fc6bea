/// The selection of a tab view.
@MainActor
package final class TabSelection {
    /// `nil` if the app has no binding to the selection.
    var binding: Binding<AnyHashable>?
    private let own = StateCell<AnyHashable?>(nil)
    private var first: AnyHashable?

    /// Whether the tab is shown; the first one if nothing was selected.
    package func isSelected(_ tab: AnyHashable) -> Bool {
        if let binding { return binding.wrappedValue == tab }
        if first == nil { first = tab }
        return (own.value ?? first) == tab
    }

    package func select(_ tab: AnyHashable) {
        if let binding {
            binding.wrappedValue = tab
        } else {
            own.value = tab
        }
    }
}

private enum TabSelectionKey: EnvironmentKey {
    static let defaultValue: TabSelection? = nil
}

extension EnvironmentValues {
    var tabSelection: TabSelection? {
        get { self[TabSelectionKey.self] }
        set { self[TabSelectionKey.self] = newValue }
    }
}

/// A tab: its label in the bar, and its content from the first selection on.
struct TabNode<Content: View, Label: View> {
    let value: AnyHashable?
    let content: Content
    let label: Label

    private final class Memory {
        var wasSelected = false
    }
}

extension TabNode: View, PrimitiveView {
    typealias Body = Never

    func makeNode(_ node: ViewNode) {
        let tag = value ?? AnyHashable(node.id)
        var element = Element(.tab, layout: .vertical(.center, spacing: nil))
        let memory = node.memory { Memory() }
        if let selection = node.environment.tabSelection {
            if selection.isSelected(tag) {
                element.traits.insert(.selected)
                memory.wasSelected = true
            }
            element.handlers[.activate] = { _ in selection.select(tag) }
        }
        node.element = element
        node.child(.slot("label"), Carrier(content: label))
        if memory.wasSelected {
            node.child(.slot("content"), content) { $0.tabSelection = nil }
        }
    }
}
