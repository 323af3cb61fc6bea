struct IdentityModifier<ID: Hashable> {
    let id: ID
}

extension IdentityModifier: PrimitiveModifier {
    typealias Body = Never

    func makeNode(_ node: ViewNode, content: some View) {
        node.child(.id(AnyHashable(id), occurrence: 0), content)
    }
}

extension View {
    /// Binds a view's identity to the given proxy value.
    ///
    /// When the value changes, the state of the view is reset.
    nonisolated public func id<ID: Hashable>(_ id: ID) -> some View {
        modifier(IdentityModifier(id: id))
    }
}
