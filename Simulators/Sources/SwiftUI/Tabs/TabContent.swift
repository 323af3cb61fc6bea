/// A type that provides content for programmatically selectable tabs in a tab view.
@MainActor
@preconcurrency
public protocol TabContent<TabValue> {
    /// Type of the selection value for a tab.
    associatedtype TabValue: Hashable where Self.TabValue == Self.Body.TabValue

    /// The type of content representing the body of this tab content.
    associatedtype Body: TabContent

    /// The content of the tab.
    @TabContentBuilder<Self.TabValue> @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: TabContent {
    /// The type of the selection value.
    public typealias TabValue = Never
}

/// Tab content that declares its tabs itself.
protocol PrimitiveTabContent: TabContent {
    @MainActor func declareTabs(on node: ViewNode)
}

/// The tabs as a view.
struct TabContentView<Content: TabContent> {
    let content: Content
}

extension TabContentView: View, PrimitiveView {
    typealias Body = Never

    func makeNode(_ node: ViewNode) {
        if let primitive = content as? any PrimitiveTabContent {
            primitive.declareTabs(on: node)
        } else {
            var installed = content
            DynamicProperties.install(in: &installed, on: node)
            node.child(.body, TabContentView<Content.Body>(content: installed.body))
        }
    }
}

extension ViewNode {
    func tabChild<Content: TabContent>(_ key: NodeKey, _ content: Content) {
        child(key, TabContentView(content: content))
    }
}
