public import Foundation

/// A circle centered on the frame of the view containing it.
public struct Circle: Sendable {
    /// Creates the shape.
    nonisolated public init() {}
}

extension Circle: InsettableShape, PrimitiveShape {
    nonisolated package var geometry: ShapeGeometry { .circle }

    /// Describes this shape as a path within a rectangular frame of reference.
    nonisolated public func path(in rect: CGRect) -> Path {
        let side = min(rect.width, rect.height)
        let origin = CGPoint(x: rect.midX - side / 2, y: rect.midY - side / 2)
        return Path(ellipseIn: CGRect(origin: origin, size: CGSize(width: side, height: side)))
    }

    /// Returns self inset by amount.
    nonisolated public func inset(by amount: CGFloat) -> some InsettableShape {
        InsetShapeOf(base: self, amount: amount)
    }
}

extension Shape where Self == Circle {
    /// A circle centered on the frame of the view containing it.
    public static var circle: Circle { Circle() }
}
