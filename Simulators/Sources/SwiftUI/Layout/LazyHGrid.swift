public import Foundation

/// A container view that arranges its child views in a grid that grows by columns.
///
/// All items are created: the screen is composed as a whole.
public struct LazyHGrid<Content: View> {
    private let items: [GridItem]
    private let alignment: VerticalAlignment
    private let spacing: CGFloat?
    private let content: Content

    /// Creates a grid that grows by columns.
    nonisolated public init(
        rows: [GridItem],
        alignment: VerticalAlignment = .center,
        spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(),
        @ViewBuilder content: () -> Content
    ) {
        items = rows
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }
}

extension LazyHGrid: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        node.element = Element(.generic, layout: .rows(items, alignment, spacing: spacing))
        node.child(.slot("content"), content)
    }
}
