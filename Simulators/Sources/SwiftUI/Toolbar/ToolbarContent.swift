/// Conforming types represent items that can be placed in various locations in a toolbar.
@MainActor
@preconcurrency
public protocol ToolbarContent {
    /// The type of content representing the body of this toolbar content.
    associatedtype Body: ToolbarContent

    /// The composition of content that comprise the toolbar content.
    @ToolbarContentBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: ToolbarContent {}

extension ToolbarContent where Body == Never {
    /// Traps: the content has no body.
    public var body: Never {
        preconditionFailure("\(Self.self) has no body.")
    }
}

/// Toolbar content that declares its items itself.
protocol PrimitiveToolbarContent: ToolbarContent where Body == Never {
    @MainActor func declareItems(on node: ViewNode)
}

/// The items of a toolbar as a view.
struct ToolbarContentView<Content: ToolbarContent> {
    let content: Content
}

extension ToolbarContentView: View, PrimitiveView {
    typealias Body = Never

    func makeNode(_ node: ViewNode) {
        if let primitive = content as? any PrimitiveToolbarContent {
            primitive.declareItems(on: node)
        } else {
            var installed = content
            DynamicProperties.install(in: &installed, on: node)
            node.child(.body, ToolbarContentView<Content.Body>(content: installed.body))
        }
    }
}

extension ViewNode {
    func toolbarChild<Content: ToolbarContent>(_ key: NodeKey, _ content: Content) {
        child(key, ToolbarContentView(content: content))
    }
}
