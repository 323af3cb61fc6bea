/// A view that adapts to the available space by providing the first child view that fits.
///
/// Without a layout of its own, the screen shows the first child, and the last one at an
/// accessibility size of type.
public struct ViewThatFits<Content: View> {
    private let axes: Axis.Set
    private let content: Content

    /// Produces a view constrained in the given axes from one of several alternatives.
    nonisolated public init(
        in axes: Axis.Set = [.horizontal, .vertical],
        @ViewBuilder content: () -> Content
    ) {
        self.axes = axes
        self.content = content()
    }
}

extension ViewThatFits: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        node.element = Element(.alternatives, layout: .fitting(axes))
        node.child(.slot("content"), content)
    }
}
