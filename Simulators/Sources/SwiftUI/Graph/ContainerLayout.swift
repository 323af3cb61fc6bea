package import Foundation

/// How a container arranges its children.
package enum ContainerLayout: Equatable, Sendable {
    case vertical(HorizontalAlignment, spacing: CGFloat?)
    case horizontal(VerticalAlignment, spacing: CGFloat?)
    /// Front to back; the last child is in front.
    case depth(Alignment)
    /// The first child behind the second.
    case background(Alignment)
    /// The second child in front of the first.
    case overlay(Alignment)
    case scroll(Axis.Set, showsIndicators: Bool)
    /// Rows whose cells are aligned in columns.
    case grid(Alignment, horizontalSpacing: CGFloat?, verticalSpacing: CGFloat?)
    case gridRow(VerticalAlignment?)
    /// Cells in columns of given sizes, row by row.
    case columns([GridItem], HorizontalAlignment, spacing: CGFloat?)
    /// Cells in rows of given sizes, column by column.
    case rows([GridItem], VerticalAlignment, spacing: CGFloat?)
    /// The first child that fits.
    case fitting(Axis.Set)
    /// The second child at an edge, over the margin of the first.
    case inset(Edge, Alignment, spacing: CGFloat?)
}
