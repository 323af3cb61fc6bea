struct ContextMenuModifier<Items: View> {
    let items: Items
}

extension ContextMenuModifier: PrimitiveModifier {
    typealias Body = Never

    func makeNode(_ node: ViewNode, content: some View) {
        // A menu without items does not open.
        if Items.self == EmptyView.self { return node.child(.slot("content"), content) }
        let isOpen = node.memory { MenuMemory() }.isOpen
        node.accessibility.handlers[.contextMenu] = { _ in isOpen.value = true }
        node.child(.slot("content"), content)
        node.declareMenu(items, isOpen: isOpen)
    }
}

extension View {
    /// Adds a context menu to a view.
    nonisolated public func contextMenu<MenuItems: View>(
        @ViewBuilder menuItems: () -> MenuItems
    ) -> some View {
        modifier(ContextMenuModifier(items: menuItems()))
    }

    /// Adds a context menu with a preview to a view.
    ///
    /// The preview is not shown.
    nonisolated public func contextMenu<M: View, P: View>(
        @ViewBuilder menuItems: () -> M,
        @ViewBuilder preview: () -> P
    ) -> some View {
        modifier(ContextMenuModifier(items: menuItems()))
    }
}
