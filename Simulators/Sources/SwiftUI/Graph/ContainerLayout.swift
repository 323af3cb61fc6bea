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
}
