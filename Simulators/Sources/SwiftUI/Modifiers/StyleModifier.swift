/// Adds steps of drawing to the elements of a view.
struct StyleModifier {
    let tokens: (EnvironmentValues) -> [StyleToken]
}

extension StyleModifier: PrimitiveModifier {
    typealias Body = Never

    func apply(to node: ViewNode) {
        node.style += tokens(node.environment)
    }
}

extension View {
    /// Adds a step of drawing.
    nonisolated package func style(_ token: StyleToken) -> some View {
        modifier(StyleModifier { _ in [token] })
    }

    /// Adds steps of drawing that depend on the environment.
    nonisolated package func style(
        _ tokens: @escaping (EnvironmentValues) -> [StyleToken]
    ) -> some View {
        modifier(StyleModifier(tokens: tokens))
    }
}
