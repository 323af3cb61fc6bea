/// A value with a modifier applied to it.
public struct ModifiedContent<Content, Modifier> {
    /// The content that the modifier transforms into a new view or new view modifier.
    public var content: Content
    /// The view modifier.
    public var modifier: Modifier

    /// A structure that defines the content and modifier needed to produce a new view or view
    /// modifier.
    nonisolated public init(content: Content, modifier: Modifier) {
        self.content = content
        self.modifier = modifier
    }
}

extension ModifiedContent: Equatable where Content: Equatable, Modifier: Equatable {}

extension ModifiedContent: View, PrimitiveView where Content: View, Modifier: ViewModifier {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        if let primitive = modifier as? any PrimitiveModifier {
            primitive.makeNode(node, content: content)
        } else {
            var installed = modifier
            DynamicProperties.install(in: &installed, on: node)
            let content = content
            node.child(
                .body,
                installed.body(
                    content: _ViewModifier_Content { $0.child(.slot("content"), content) }
                )
            )
        }
    }
}

extension ModifiedContent: ViewModifier where Content: ViewModifier, Modifier: ViewModifier {
    /// Applies both modifiers, the content first.
    public func body(content: _ViewModifier_Content<Self>) -> some View {
        content.modifier(self.content).modifier(modifier)
    }
}

extension View {
    /// Applies a modifier to a view and returns a new view.
    nonisolated public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }
}
