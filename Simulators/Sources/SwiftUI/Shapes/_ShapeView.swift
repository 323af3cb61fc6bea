/// A shape filled with a style.
public struct _ShapeView<Content: Shape, Style: ShapeStyle> {
    /// The shape.
    public var shape: Content
    /// The style of the inside.
    public var style: Style
    /// How to find the inside.
    public var fillStyle: FillStyle

    /// Creates a filled shape.
    nonisolated public init(shape: Content, style: Style, fillStyle: FillStyle = FillStyle()) {
        self.shape = shape
        self.style = style
        self.fillStyle = fillStyle
    }
}

extension _ShapeView: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        var element = Element(.decoration)
        if let outlined = shape as? any OutlinedShapeContent {
            element.payload = outlined.outline
            element.style = [.stroke(node.environment.resolved(style), outlined.stroke)]
        } else {
            element.payload = shape.outline
            element.style = [.fill(node.environment.resolved(style))]
        }
        node.element = element
    }
}

struct StrokedShape<Style: ShapeStyle> {
    let geometry: ShapeGeometry
    let style: Style
    let stroke: StrokeStyle
}

extension StrokedShape: View, PrimitiveView {
    typealias Body = Never

    func makeNode(_ node: ViewNode) {
        var element = Element(.decoration)
        element.payload = geometry
        element.style = [.stroke(node.environment.resolved(style), stroke)]
        node.element = element
    }
}
