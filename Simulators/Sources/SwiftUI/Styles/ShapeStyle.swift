/// A color or pattern to use when rendering a shape.
public protocol ShapeStyle: Sendable {
    /// The type of shape style this will resolve to.
    associatedtype Resolved: ShapeStyle = Never

    /// Evaluate to a resolved shape style given the current environment.
    func resolve(in environment: EnvironmentValues) -> Self.Resolved
}

extension ShapeStyle where Resolved == Never {
    /// Traps: the style is drawn as it is.
    public func resolve(in environment: EnvironmentValues) -> Never {
        preconditionFailure("\(Self.self) is drawn as it is.")
    }
}

extension Never: ShapeStyle {
    /// The type of shape style this will resolve to.
    public typealias Resolved = Never
}

/// A style that is drawn as it is.
package protocol PrimitiveShapeStyle: ShapeStyle where Resolved == Never {
    var paint: Paint { get }
}

extension ShapeStyle {
    /// How the style is drawn in an environment.
    package func paint(in environment: EnvironmentValues) -> Paint {
        if let primitive = self as? any PrimitiveShapeStyle { return primitive.paint }
        if let erased = self as? AnyShapeStyle { return erased.erasedPaint(in: environment) }
        return resolve(in: environment).paint(in: environment)
    }
}

extension Color: ShapeStyle, PrimitiveShapeStyle {
    /// The type of shape style this will resolve to.
    public typealias Resolved = Never

    package var paint: Paint { .color(self) }
}
