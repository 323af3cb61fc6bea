public import Foundation

/// A container view that arranges its child views in a grid that grows by rows.
///
/// All items are created: the screen is composed as a whole.
public struct LazyVGrid<Content: View> {
    private let items: [GridItem]
    private let alignment: HorizontalAlignment
    private let spacing: CGFloat?
    private let content: Content

    /// Creates a grid that grows by rows.
    nonisolated public init(
        columns: [GridItem],
        alignment: HorizontalAlignment = .center,
        spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(),
        @ViewBuilder content: () -> Content
    ) {
        items = columns
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }
}

extension LazyVGrid: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        node.element = Element(.generic, layout: .columns(items, alignment, spacing: spacing))
        node.child(.slot("content"), content)
    }
}
