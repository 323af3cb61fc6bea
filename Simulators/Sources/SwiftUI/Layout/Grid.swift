public import Foundation

/// A container view that arranges other views in a two dimensional layout.
public struct Grid<Content: View> {
    private let alignment: Alignment
    private let horizontalSpacing: CGFloat?
    private let verticalSpacing: CGFloat?
    private let content: Content

    /// Creates a grid with the specified spacing, alignment, and child views.
    nonisolated public init(
        alignment: Alignment = .center,
        horizontalSpacing: CGFloat? = nil,
        verticalSpacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.horizontalSpacing = horizontalSpacing
        self.verticalSpacing = verticalSpacing
        self.content = content()
    }
}

extension Grid: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        node.element = Element(
            .generic,
            layout: .grid(
                alignment,
                horizontalSpacing: horizontalSpacing,
                verticalSpacing: verticalSpacing
            )
        )
        node.child(.slot("content"), content)
    }
}

/// A horizontal row in a two dimensional grid container.
public struct GridRow<Content: View> {
    private let alignment: VerticalAlignment?
    private let content: Content

    /// Creates a horizontal row of child views in a grid.
    nonisolated public init(
        alignment: VerticalAlignment? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.content = content()
    }
}

extension GridRow: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        node.element = Element(.generic, layout: .gridRow(alignment))
        node.child(.slot("content"), content)
    }
}

extension View {
    /// Tells a view that acts as a cell in a grid to span the specified number of columns.
    nonisolated public func gridCellColumns(_ count: Int) -> some View {
        style(.gridCellColumns(count))
    }

    /// Asks grid layouts not to offer the view extra size in the specified axes.
    nonisolated public func gridCellUnsizedAxes(_ axes: Axis.Set) -> some View {
        style(.gridCellUnsized(axes))
    }

    /// Specifies a custom alignment anchor for a view that acts as a grid cell.
    nonisolated public func gridCellAnchor(_ anchor: UnitPoint) -> some View {
        style(.gridCellAnchor(anchor))
    }

    /// Overrides the default horizontal alignment of the grid column that the view appears in.
    nonisolated public func gridColumnAlignment(_ guide: HorizontalAlignment) -> some View {
        style(.gridColumnAlignment(guide))
    }
}
