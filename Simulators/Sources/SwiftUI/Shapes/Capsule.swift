public import Foundation

/// A capsule shape aligned inside the frame of the view containing it.
public struct Capsule: Sendable {
    /// The style of corners.
    public var style: RoundedCornerStyle

    /// Creates a new capsule shape.
    nonisolated public init(style: RoundedCornerStyle = .continuous) {
        self.style = style
    }
}

extension Capsule: InsettableShape, PrimitiveShape {
    nonisolated package var geometry: ShapeGeometry { .capsule(style) }

    /// Describes this shape as a path within a rectangular frame of reference.
    nonisolated public func path(in rect: CGRect) -> Path {
        Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 2, style: style)
    }

    /// Returns self inset by amount.
    nonisolated public func inset(by amount: CGFloat) -> some InsettableShape {
        InsetShapeOf(base: self, amount: amount)
    }
}

extension Shape where Self == Capsule {
    /// A capsule shape aligned inside the frame of the view containing it.
    public static var capsule: Capsule { Capsule() }

    /// A capsule shape with a style of corners.
    public static func capsule(style: RoundedCornerStyle) -> Capsule {
        Capsule(style: style)
    }
}
