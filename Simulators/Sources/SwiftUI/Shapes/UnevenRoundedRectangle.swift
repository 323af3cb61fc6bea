public import Foundation

/// A rectangular shape with rounded corners with different values.
public struct UnevenRoundedRectangle: Sendable {
    /// The radii of each corner of the rounded rectangle.
    public var cornerRadii: RectangleCornerRadii
    /// The style of corners.
    public var style: RoundedCornerStyle

    /// Creates a new rounded rectangle shape with uneven corners.
    nonisolated public init(
        cornerRadii: RectangleCornerRadii,
        style: RoundedCornerStyle = .continuous
    ) {
        self.cornerRadii = cornerRadii
        self.style = style
    }

    /// Creates a new rounded rectangle shape with uneven corners.
    nonisolated public init(
        topLeadingRadius: CGFloat = 0,
        bottomLeadingRadius: CGFloat = 0,
        bottomTrailingRadius: CGFloat = 0,
        topTrailingRadius: CGFloat = 0,
        style: RoundedCornerStyle = .continuous
    ) {
        self.init(
            cornerRadii: RectangleCornerRadii(
                topLeading: topLeadingRadius,
                bottomLeading: bottomLeadingRadius,
                bottomTrailing: bottomTrailingRadius,
                topTrailing: topTrailingRadius
            ),
            style: style
        )
    }
}

extension UnevenRoundedRectangle: InsettableShape, PrimitiveShape {
    nonisolated package var geometry: ShapeGeometry { .uneven(cornerRadii, style) }

    /// Describes this shape as a path within a rectangular frame of reference.
    nonisolated public func path(in rect: CGRect) -> Path {
        // The mean radius: only a renderer draws corners apart.
        let sum =
            cornerRadii.topLeading + cornerRadii.topTrailing + cornerRadii.bottomLeading
            + cornerRadii.bottomTrailing
        return Path(roundedRect: rect, cornerRadius: sum / 4, style: style)
    }

    /// Returns self inset by amount.
    nonisolated public func inset(by amount: CGFloat) -> some InsettableShape {
        InsetShapeOf(base: self, amount: amount)
    }
}

extension Shape where Self == UnevenRoundedRectangle {
    /// A rectangular shape with rounded corners with different values.
    public static func rect(
        cornerRadii: RectangleCornerRadii,
        style: RoundedCornerStyle = .continuous
    ) -> Self {
        UnevenRoundedRectangle(cornerRadii: cornerRadii, style: style)
    }
}
