/// A model that represents an item which can be placed in the toolbar or navigation bar.
public struct ToolbarItem<ID, Content: View> {
    private let placement: ToolbarItemPlacement
    private let content: Content

    /// Creates a toolbar item with the specified placement and content.
    nonisolated public init(
        placement: ToolbarItemPlacement = .automatic,
        @ViewBuilder content: () -> Content
    ) where ID == () {
        self.placement = placement
        self.content = content()
    }
}

extension ToolbarItem: ToolbarContent, PrimitiveToolbarContent {
    /// The item has no body.
    public typealias Body = Never

    func declareItems(on node: ViewNode) {
        node.child(.slot("item"), ToolbarItemView(placement: placement, content: content))
    }
}

/// A model that represents a group of toolbar items which can be placed in the toolbar or
/// navigation bar.
public struct ToolbarItemGroup<Content: View> {
    private let placement: ToolbarItemPlacement
    private let content: Content

    /// Creates a toolbar item group with a specified placement and content.
    nonisolated public init(
        placement: ToolbarItemPlacement = .automatic,
        @ViewBuilder content: () -> Content
    ) {
        self.placement = placement
        self.content = content()
    }
}

extension ToolbarItemGroup: ToolbarContent, PrimitiveToolbarContent {
    /// The group has no body.
    public typealias Body = Never

    func declareItems(on node: ViewNode) {
        node.child(.slot("item"), ToolbarItemView(placement: placement, content: content))
    }
}

/// The views of an item, with their placement.
struct ToolbarItemView<Content: View> {
    let placement: ToolbarItemPlacement
    let content: Content
}

extension ToolbarItemView: View, PrimitiveView {
    typealias Body = Never

    func makeNode(_ node: ViewNode) {
        var element = Element(.toolbarItem, layout: .horizontal(.center, spacing: nil))
        element.payload = placement
        node.element = element
        node.child(.slot("content"), content)
    }
}
