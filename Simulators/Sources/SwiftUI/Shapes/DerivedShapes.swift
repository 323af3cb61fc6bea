public import Foundation

protocol OutlinedShapeContent {
    nonisolated var outline: ShapeGeometry { get }
    nonisolated var stroke: StrokeStyle { get }
}

/// The line around a shape, which is a shape itself.
struct OutlinedShape<Base: Shape>: OutlinedShapeContent {
    let base: Base
    let stroke: StrokeStyle
}

extension OutlinedShape: PrimitiveShape {
    nonisolated var geometry: ShapeGeometry { base.outline }

    nonisolated func path(in rect: CGRect) -> Path { base.path(in: rect) }
}

struct TransformedShape<Base: Shape> {
    let base: Base
    let geometry: ShapeGeometry
}

extension TransformedShape: PrimitiveShape {
    // The path of the whole: a part or a turn is applied by the renderer.
    nonisolated func path(in rect: CGRect) -> Path { base.path(in: rect) }
}

struct InsetShapeOf<Base: Shape> {
    let base: Base
    let amount: CGFloat
}

extension InsetShapeOf: InsettableShape, PrimitiveShape {
    nonisolated var geometry: ShapeGeometry { .inset(base.outline, amount) }

    nonisolated func path(in rect: CGRect) -> Path {
        base.path(in: rect.insetBy(dx: amount, dy: amount))
    }

    nonisolated func inset(by amount: CGFloat) -> InsetShapeOf {
        InsetShapeOf(base: base, amount: self.amount + amount)
    }
}

extension Path: Shape {
    /// Describes this shape as a path: itself, in points of the frame's size.
    nonisolated public func path(in rect: CGRect) -> Path { self }
}
