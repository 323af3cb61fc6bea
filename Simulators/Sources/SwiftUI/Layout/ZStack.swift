/// A view that overlays its subviews, aligning them in both axes.
public struct ZStack<Content: View> {
    private let alignment: Alignment
    private let content: Content

    /// Creates an instance with the given alignment.
    nonisolated public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.content = content()
    }
}

extension ZStack: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    nonisolated package static var readsObservables: Bool { false }

    package func makeNode(_ node: ViewNode) {
        node.element = Element(.generic, layout: .depth(alignment))
        node.child(.slot("content"), content)
    }
}
