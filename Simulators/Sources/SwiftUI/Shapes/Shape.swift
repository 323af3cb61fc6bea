public import Foundation

/// A 2D shape that you can use when drawing a view.
public protocol Shape: Sendable, View {
    /// Describes this shape as a path within a rectangular frame of reference.
    nonisolated func path(in rect: CGRect) -> Path
}

/// A shape type that is able to inset itself to produce another shape.
public protocol InsettableShape: Shape {
    /// The type of the inset shape.
    associatedtype InsetShape: InsettableShape

    /// Returns self inset by amount.
    nonisolated func inset(by amount: CGFloat) -> Self.InsetShape
}

/// A shape that a renderer draws by name.
package protocol PrimitiveShape: Shape {
    nonisolated var geometry: ShapeGeometry { get }
}

extension Shape {
    /// The outline: by name if the shape has one, else by its path.
    nonisolated package var outline: ShapeGeometry {
        if let primitive = self as? any PrimitiveShape { return primitive.geometry }
        return .path(path(in: CGRect(x: 0, y: 0, width: 1, height: 1)))
    }

    /// The shape filled with the foreground style.
    public var body: _ShapeView<Self, ForegroundStyle> {
        _ShapeView(shape: self, style: ForegroundStyle())
    }

    /// Fills this shape with a color or gradient.
    nonisolated public func fill<S: ShapeStyle>(
        _ content: S = .foreground,
        style: FillStyle = FillStyle()
    ) -> some View {
        _ShapeView(shape: self, style: content, fillStyle: style)
    }

    /// Traces the outline of this shape with a color or gradient.
    nonisolated public func stroke<S: ShapeStyle>(
        _ content: S,
        style: StrokeStyle,
        antialiased: Bool = true
    ) -> some View {
        StrokedShape(geometry: outline, style: content, stroke: style)
    }

    /// Traces the outline of this shape with a color or gradient.
    nonisolated public func stroke<S: ShapeStyle>(
        _ content: S,
        lineWidth: CGFloat = 1,
        antialiased: Bool = true
    ) -> some View {
        stroke(content, style: StrokeStyle(lineWidth: lineWidth), antialiased: antialiased)
    }

    /// Traces the outline of this shape with the foreground style.
    nonisolated public func stroke(lineWidth: CGFloat = 1) -> some Shape {
        OutlinedShape(base: self, stroke: StrokeStyle(lineWidth: lineWidth))
    }

    /// Traces the outline of this shape with the foreground style.
    nonisolated public func stroke(style: StrokeStyle) -> some Shape {
        OutlinedShape(base: self, stroke: style)
    }

    /// Trims this shape by a fractional amount based on its representation as a path.
    nonisolated public func trim(
        from startFraction: CGFloat = 0,
        to endFraction: CGFloat = 1
    ) -> some Shape {
        TransformedShape(
            base: self,
            geometry: .trimmed(outline, startFraction, endFraction)
        )
    }

    /// Rotates this shape around an anchor point at the angle you specify.
    nonisolated public func rotation(_ angle: Angle, anchor: UnitPoint = .center) -> some Shape {
        TransformedShape(base: self, geometry: .rotated(outline, degrees: angle.degrees))
    }
}

extension InsettableShape {
    /// Returns a view that is the result of filling the border of self.
    nonisolated public func strokeBorder<S: ShapeStyle>(
        _ content: S,
        lineWidth: CGFloat = 1,
        antialiased: Bool = true
    ) -> some View {
        strokeBorder(content, style: StrokeStyle(lineWidth: lineWidth), antialiased: antialiased)
    }

    /// Returns a view that is the result of filling the border of self.
    nonisolated public func strokeBorder<S: ShapeStyle>(
        _ content: S,
        style: StrokeStyle,
        antialiased: Bool = true
    ) -> some View {
        StrokedShape(
            geometry: .inset(outline, style.lineWidth / 2),
            style: content,
            stroke: style
        )
    }
}
