/// A type-erased shape style.
public struct AnyShapeStyle: Sendable {
    private let source: @Sendable (EnvironmentValues) -> Paint

    /// Creates an instance from a shape style.
    public init<S: ShapeStyle>(_ style: S) {
        source = { style.paint(in: $0) }
    }

    init(paint: Paint) {
        source = { _ in paint }
    }

    func erasedPaint(in environment: EnvironmentValues) -> Paint {
        source(environment)
    }
}

extension AnyShapeStyle: ShapeStyle {
    /// The type of shape style this will resolve to.
    public typealias Resolved = Never
}
