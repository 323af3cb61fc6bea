public import Foundation

/// A rectangular shape aligned inside the frame of the view containing it.
public struct Rectangle: Sendable {
    /// Creates the shape.
    nonisolated public init() {}
}

extension Rectangle: InsettableShape, PrimitiveShape {
    nonisolated package var geometry: ShapeGeometry { .rectangle }

    /// Describes this shape as a path within a rectangular frame of reference.
    nonisolated public func path(in rect: CGRect) -> Path {
        Path(rect)
    }

    /// Returns self inset by amount.
    nonisolated public func inset(by amount: CGFloat) -> some InsettableShape {
        InsetShapeOf(base: self, amount: amount)
    }
}

extension Shape where Self == Rectangle {
    /// A rectangular shape aligned inside the frame of the view containing it.
    public static var rect: Rectangle { Rectangle() }
}
