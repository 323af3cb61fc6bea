/// The node that holds the label of a tab in its slot "tabItem".
package enum TabItemKey: UpwardKey {
    package typealias Value = ViewNode
}

struct TabItemModifier<Label: View> {
    let label: Label
}

extension TabItemModifier: PrimitiveModifier {
    typealias Body = Never

    func makeNode(_ node: ViewNode, content: some View) {
        node.setUpward(TabItemKey.self, node)
        node.child(.slot("content"), content)
        node.child(.slot("tabItem"), Carrier(content: label))
    }
}

extension View {
    /// Sets the tab bar item associated with this view.
    nonisolated public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View {
        modifier(TabItemModifier(label: label()))
    }
}
