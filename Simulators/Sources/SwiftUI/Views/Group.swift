/// A type that collects multiple instances of a content type into a single unit.
public struct Group<Content> {
    let content: Content
}

extension Group: View, PrimitiveView where Content: View {
    /// The view has no body.
    public typealias Body = Never

    /// Creates a group of views.
    nonisolated public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    nonisolated package static var readsObservables: Bool { false }

    package func makeNode(_ node: ViewNode) {
        node.child(.slot("content"), content)
    }
}
