/// A view that describes its node itself instead of having a body.
///
/// Conform in an extension, so that initializers stay nonisolated.
package protocol PrimitiveView: View where Body == Never {
    /// Sets the element of the node and declares its children.
    ///
    /// What this reads from state, bindings and observable objects is tracked; a change runs it
    /// again. Children that are not declared again are detached.
    @MainActor func makeNode(_ node: ViewNode)

    /// Whether `makeNode` may read what is observed: bindings, state, objects, closures of the
    /// app. `true` unless declared; `false` saves the tracking.
    nonisolated static var readsObservables: Bool { get }
}

extension PrimitiveView {
    nonisolated package static var readsObservables: Bool { true }
}
