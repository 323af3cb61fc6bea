/// A modifier that works on the node instead of having a body.
///
/// The node has the modified view as its only child unless `makeNode` is implemented.
/// Conform in an extension, so that initializers stay nonisolated.
package protocol PrimitiveModifier: ViewModifier where Body == Never {
    /// Sets what the modifier adds to its node: style, accessibility, handlers, upward data.
    @MainActor func apply(to node: ViewNode)

    /// Changes the environment of the modified view.
    @MainActor func transformEnvironment(_ environment: inout EnvironmentValues)

    /// Sets the element of the node and declares its children; `content` is the modified view.
    @MainActor func makeNode(_ node: ViewNode, content: some View)
}

extension PrimitiveModifier {
    package func apply(to node: ViewNode) {}

    package func transformEnvironment(_ environment: inout EnvironmentValues) {}

    package func makeNode(_ node: ViewNode, content: some View) {
        apply(to: node)
        node.child(.slot("content"), content) { transformEnvironment(&$0) }
    }
}
