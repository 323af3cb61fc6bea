public import Foundation

/// A view that arranges its children in a line that grows horizontally, creating items only as needed.
///
/// All items are created: the screen is composed as a whole.
public struct LazyHStack<Content: View> {
    private let alignment: VerticalAlignment
    private let spacing: CGFloat?
    private let content: Content

    /// Creates a lazy stack with the given spacing, alignment and pinning behavior.
    nonisolated public init(
        alignment: VerticalAlignment = .center,
        spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(),
        @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }
}

extension LazyHStack: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        node.element = Element(.generic, layout: .horizontal(alignment, spacing: spacing))
        node.child(.slot("content"), content)
    }
}
