/// A shape style that maps to one of the numbered content styles.
public struct HierarchicalShapeStyle: Sendable {
    let level: Int

    /// A shape style that maps to the first level of the current content style.
    public static let primary = HierarchicalShapeStyle(level: 1)
    /// A shape style that maps to the second level of the current content style.
    public static let secondary = HierarchicalShapeStyle(level: 2)
    /// A shape style that maps to the third level of the current content style.
    public static let tertiary = HierarchicalShapeStyle(level: 3)
    /// A shape style that maps to the fourth level of the current content style.
    public static let quaternary = HierarchicalShapeStyle(level: 4)
    /// A shape style that maps to the fifth level of the current content style.
    public static let quinary = HierarchicalShapeStyle(level: 5)
}

extension HierarchicalShapeStyle: ShapeStyle, PrimitiveShapeStyle {
    /// The type of shape style this will resolve to.
    public typealias Resolved = Never

    package var paint: Paint { .level(level) }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    /// A shape style that maps to the first level of the current content style.
    public static var primary: HierarchicalShapeStyle { .init(level: 1) }
    /// A shape style that maps to the second level of the current content style.
    public static var secondary: HierarchicalShapeStyle { .init(level: 2) }
    /// A shape style that maps to the third level of the current content style.
    public static var tertiary: HierarchicalShapeStyle { .init(level: 3) }
    /// A shape style that maps to the fourth level of the current content style.
    public static var quaternary: HierarchicalShapeStyle { .init(level: 4) }
    /// A shape style that maps to the fifth level of the current content style.
    public static var quinary: HierarchicalShapeStyle { .init(level: 5) }
}

/// A style drawn at a level or with an opacity.
struct DerivedShapeStyle<Base: ShapeStyle>: ShapeStyle {
    let base: Base
    let derive: @Sendable (Paint) -> Paint

    func resolve(in environment: EnvironmentValues) -> AnyShapeStyle {
        AnyShapeStyle(paint: derive(base.paint(in: environment)))
    }
}

extension ShapeStyle {
    /// Returns a new style based on self that multiplies by the specified opacity when drawing.
    public func opacity(_ opacity: Double) -> some ShapeStyle {
        DerivedShapeStyle(base: self) { .faded($0, opacity: opacity) }
    }

    /// Returns the second level of this style.
    public var secondary: some ShapeStyle {
        DerivedShapeStyle(base: self) { .levelOf($0, 2) }
    }

    /// Returns the third level of this style.
    public var tertiary: some ShapeStyle {
        DerivedShapeStyle(base: self) { .levelOf($0, 3) }
    }

    /// Returns the fourth level of this style.
    public var quaternary: some ShapeStyle {
        DerivedShapeStyle(base: self) { .levelOf($0, 4) }
    }

    /// Returns the fifth level of this style.
    public var quinary: some ShapeStyle {
        DerivedShapeStyle(base: self) { .levelOf($0, 5) }
    }
}
