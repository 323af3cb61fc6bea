package import Foundation

/// One step of drawing, in the order of the modifiers from the inside out.
package enum StyleToken: Equatable, Sendable {
    case spacer(minLength: CGFloat?)
    /// The look of a text, a symbol or a field; not inherited by CSS rules of its own.
    case text(TextStyle, TextLayout)
    case fill(Paint)
    case stroke(Paint, StrokeStyle)
    /// The size of text below, where it is not that of the screen.
    case textSize(DynamicTypeSize)
    case imageScale(Image.Scale)
    case symbolRendering(String)
    /// The image fills its frame.
    case resizable
    case padding(Edge.Set, CGFloat?)
    case insets(EdgeInsets)
    case frame(FrameSize, Alignment)
    case background(Paint, ShapeGeometry?)
    case border(Paint, width: CGFloat)
    case clip(ShapeGeometry)
    case contentShape(ShapeGeometry)
    case shadow(Color, radius: CGFloat, x: CGFloat, y: CGFloat)
    case opacity(Double)
    case offset(CGSize)
    case position(CGPoint)
    case rotation(degrees: Double, UnitPoint)
    case scale(CGSize, UnitPoint)
    case blur(CGFloat)
    case aspectRatio(CGFloat?, ContentMode)
    case fixedSize(horizontal: Bool, vertical: Bool)
    case layoutPriority(Double)
    case zIndex(Double)
    /// Takes its place but is neither drawn nor offered.
    case hidden
    case ignoresSafeArea(Edge.Set)
    case gridCellColumns(Int)
    case gridCellUnsized(Axis.Set)
    case gridCellAnchor(UnitPoint)
    case gridColumnAlignment(HorizontalAlignment)
    case redacted
    case ignoresHits
    case tint(Paint)
    case controlSize(ControlSize)
    case buttonStyle(String)
    case buttonShape(String)
    case containerRelative(Axis.Set)
    case margins(Edge.Set, CGFloat?)
    /// A look of a control or container by its name, such as `list` to `insetGrouped`.
    case named(String, String)
}

/// The sizes that a frame sets; infinite for as much as there is.
package struct FrameSize: Equatable, Sendable {
    package var minWidth: CGFloat?
    package var width: CGFloat?
    package var maxWidth: CGFloat?
    package var minHeight: CGFloat?
    package var height: CGFloat?
    package var maxHeight: CGFloat?
}
