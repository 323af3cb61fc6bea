/// A background material type.
public struct Material: Sendable {
    let name: String

    /// A mostly translucent material.
    public static let ultraThin = Material(name: "ultraThin")
    /// A material that's more translucent than opaque.
    public static let thin = Material(name: "thin")
    /// A material that's somewhat translucent.
    public static let regular = Material(name: "regular")
    /// A material that's more opaque than translucent.
    public static let thick = Material(name: "thick")
    /// A mostly opaque material.
    public static let ultraThick = Material(name: "ultraThick")
    /// A material matching the style of system toolbars.
    public static let bar = Material(name: "bar")
}

extension Material: ShapeStyle, PrimitiveShapeStyle {
    /// The type of shape style this will resolve to.
    public typealias Resolved = Never

    package var paint: Paint { .material(name) }
}

extension ShapeStyle where Self == Material {
    /// A mostly translucent material.
    public static var ultraThinMaterial: Material { .ultraThin }
    /// A material that's more translucent than opaque.
    public static var thinMaterial: Material { .thin }
    /// A material that's somewhat translucent.
    public static var regularMaterial: Material { .regular }
    /// A material that's more opaque than translucent.
    public static var thickMaterial: Material { .thick }
    /// A mostly opaque material.
    public static var ultraThickMaterial: Material { .ultraThick }
    /// A material matching the style of system toolbars.
    public static var bar: Material { .init(name: "bar") }
}
