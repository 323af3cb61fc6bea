public import Foundation

/// An ellipse aligned inside the frame of the view containing it.
public struct Ellipse: Sendable {
    /// Creates the shape.
    nonisolated public init() {}
}

extension Ellipse: InsettableShape, PrimitiveShape {
    nonisolated package var geometry: ShapeGeometry { .ellipse }

    /// Describes this shape as a path within a rectangular frame of reference.
    nonisolated public func path(in rect: CGRect) -> Path {
        Path(ellipseIn: rect)
    }

    /// Returns self inset by amount.
    nonisolated public func inset(by amount: CGFloat) -> some InsettableShape {
        InsetShapeOf(base: self, amount: amount)
    }
}

extension Shape where Self == Ellipse {
    /// An ellipse aligned inside the frame of the view containing it.
    public static var ellipse: Ellipse { Ellipse() }
}
