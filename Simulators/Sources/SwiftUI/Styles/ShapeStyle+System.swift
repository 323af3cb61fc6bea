/// A style that reflects the current tint color.
public struct TintShapeStyle: Sendable {
    /// Creates the style.
    public init() {}
}

extension TintShapeStyle: ShapeStyle, PrimitiveShapeStyle {
    /// The type of shape style this will resolve to.
    public typealias Resolved = Never

    package var paint: Paint { .tint }
}

extension ShapeStyle where Self == TintShapeStyle {
    /// A style that reflects the current tint color.
    public static var tint: TintShapeStyle { TintShapeStyle() }
}

/// The foreground style in the current context.
public struct ForegroundStyle: Sendable {
    /// Creates the style.
    public init() {}
}

extension ForegroundStyle: ShapeStyle, PrimitiveShapeStyle {
    /// The type of shape style this will resolve to.
    public typealias Resolved = Never

    package var paint: Paint { .foreground }
}

extension ShapeStyle where Self == ForegroundStyle {
    /// The foreground style in the current context.
    public static var foreground: ForegroundStyle { ForegroundStyle() }
}

/// The background style in the current context.
public struct BackgroundStyle: Sendable {
    /// Creates the style.
    public init() {}
}

extension BackgroundStyle: ShapeStyle, PrimitiveShapeStyle {
    /// The type of shape style this will resolve to.
    public typealias Resolved = Never

    package var paint: Paint { .background }
}

extension ShapeStyle where Self == BackgroundStyle {
    /// The background style in the current context.
    public static var background: BackgroundStyle { BackgroundStyle() }
}

/// A style appropriate for foreground separator or border lines.
public struct SeparatorShapeStyle: Sendable {
    /// Creates the style.
    public init() {}
}

extension SeparatorShapeStyle: ShapeStyle, PrimitiveShapeStyle {
    /// The type of shape style this will resolve to.
    public typealias Resolved = Never

    package var paint: Paint { .separator }
}

extension ShapeStyle where Self == SeparatorShapeStyle {
    /// A style appropriate for foreground separator or border lines.
    public static var separator: SeparatorShapeStyle { SeparatorShapeStyle() }
}

/// A style appropriate for placeholder text.
public struct PlaceholderTextShapeStyle: Sendable {
    /// Creates the style.
    public init() {}
}

extension PlaceholderTextShapeStyle: ShapeStyle, PrimitiveShapeStyle {
    /// The type of shape style this will resolve to.
    public typealias Resolved = Never

    package var paint: Paint { .placeholder }
}

extension ShapeStyle where Self == PlaceholderTextShapeStyle {
    /// A style appropriate for placeholder text.
    public static var placeholder: PlaceholderTextShapeStyle { PlaceholderTextShapeStyle() }
}

/// A style appropriate for links.
public struct LinkShapeStyle: Sendable {
    /// Creates the style.
    public init() {}
}

extension LinkShapeStyle: ShapeStyle, PrimitiveShapeStyle {
    /// The type of shape style this will resolve to.
    public typealias Resolved = Never

    package var paint: Paint { .link }
}

extension ShapeStyle where Self == LinkShapeStyle {
    /// A style appropriate for links.
    public static var link: LinkShapeStyle { LinkShapeStyle() }
}

/// An overlay fill style for filling shapes.
public struct FillShapeStyle: Sendable {
    /// Creates the style.
    public init() {}
}

extension FillShapeStyle: ShapeStyle, PrimitiveShapeStyle {
    /// The type of shape style this will resolve to.
    public typealias Resolved = Never

    package var paint: Paint { .fill }
}

extension ShapeStyle where Self == FillShapeStyle {
    /// An overlay fill style for filling shapes.
    public static var fill: FillShapeStyle { FillShapeStyle() }
}

/// A style used to visually indicate selection.
public struct SelectionShapeStyle: Sendable {
    /// Creates the style.
    public init() {}
}

extension SelectionShapeStyle: ShapeStyle, PrimitiveShapeStyle {
    /// The type of shape style this will resolve to.
    public typealias Resolved = Never

    package var paint: Paint { .selection }
}

extension ShapeStyle where Self == SelectionShapeStyle {
    /// A style used to visually indicate selection.
    public static var selection: SelectionShapeStyle { SelectionShapeStyle() }
}

/// A style appropriate for elements that should match the background of their containing
/// window.
public struct WindowBackgroundShapeStyle: Sendable {
    /// Creates the style.
    public init() {}
}

extension WindowBackgroundShapeStyle: ShapeStyle, PrimitiveShapeStyle {
    /// The type of shape style this will resolve to.
    public typealias Resolved = Never

    package var paint: Paint { .windowBackground }
}

extension ShapeStyle where Self == WindowBackgroundShapeStyle {
    /// A style appropriate for elements that should match the background of their containing
    /// window.
    public static var windowBackground: WindowBackgroundShapeStyle { WindowBackgroundShapeStyle() }
}
