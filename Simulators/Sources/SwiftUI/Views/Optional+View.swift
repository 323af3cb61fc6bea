extension Optional: View, PrimitiveView where Wrapped: View {
    /// The view has no body.
    public typealias Body = Never

    nonisolated package static var readsObservables: Bool { false }

    package func makeNode(_ node: ViewNode) {
        if let self { node.child(.branch(true), self) }
    }
}
