public import Foundation

/// A shape that is replaced by an inset version of the current container shape.
public struct ContainerRelativeShape: Sendable {
    /// Creates the shape.
    nonisolated public init() {}
}

extension ContainerRelativeShape: InsettableShape, PrimitiveShape {
    nonisolated package var geometry: ShapeGeometry { .containerRelative }

    /// Describes this shape as a path within a rectangular frame of reference.
    nonisolated public func path(in rect: CGRect) -> Path {
        Path(rect)
    }

    /// Returns self inset by amount.
    nonisolated public func inset(by amount: CGFloat) -> some InsettableShape {
        InsetShapeOf(base: self, amount: amount)
    }
}

extension Shape where Self == ContainerRelativeShape {
    /// A shape that is replaced by an inset version of the current container shape.
    public static var containerRelative: ContainerRelativeShape { ContainerRelativeShape() }
}
