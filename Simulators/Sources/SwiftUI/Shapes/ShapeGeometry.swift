package import Foundation

/// The outline of a shape in any rectangle.
package enum ShapeGeometry: Equatable, Sendable {
    case rectangle
    case rounded(CGSize, RoundedCornerStyle)
    case uneven(RectangleCornerRadii, RoundedCornerStyle)
    case capsule(RoundedCornerStyle)
    case circle
    case ellipse
    /// The corners of the container.
    case containerRelative
    /// A shape that only its path describes, in a rectangle of one by one.
    case path(Path)
    indirect case inset(ShapeGeometry, CGFloat)
    indirect case trimmed(ShapeGeometry, CGFloat, CGFloat)
    indirect case rotated(ShapeGeometry, degrees: Double)
}
