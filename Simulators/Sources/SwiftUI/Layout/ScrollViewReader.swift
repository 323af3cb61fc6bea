/// A view that provides programmatic scrolling, by working with a proxy to scroll to known child
/// views.
public struct ScrollViewReader<Content: View> {
    /// The view builder that creates the reader's content.
    public var content: (ScrollViewProxy) -> Content

    /// Creates an instance that can perform programmatic scrolling of its child scroll views.
    nonisolated public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {
        self.content = content
    }
}

extension ScrollViewReader: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        node.child(.slot("content"), content(ScrollViewProxy(node: node)))
    }
}

/// A proxy value that supports programmatic scrolling of the scrollable views within a view
/// hierarchy.
public struct ScrollViewProxy {
    let node: ViewNode

    /// Scans all scroll views contained by the proxy for the first with a child view with the
    /// identifier, and scrolls to that view.
    public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {
        let (node, target) = (node, Transferred(AnyHashable(id)))
        MainActor.assumeIsolated {
            node.graph.scrollTarget = node.descendant(identifiedBy: target.value)?.id
        }
    }
}

extension ViewNode {
    /// The first node below with that identity, from `ForEach` or `id(_:)`.
    func descendant(identifiedBy id: AnyHashable) -> ViewNode? {
        for child in children {
            if case .id(id, _) = child.key { return child }
            if let found = child.descendant(identifiedBy: id) { return found }
        }
        return nil
    }
}
