public import SwiftUI

extension MapContent {
    /// Specifies the shape style used to fill content in drawing map overlays.
    public func foregroundStyle(_ content: some ShapeStyle) -> some MapContent {
        overlayStyle { style, environment in style.fill = environment.resolved(content) }
    }

    /// Applies the given shape style to drawn map overlays.
    public func stroke(_ content: some ShapeStyle, style: StrokeStyle) -> some MapContent {
        overlayStyle { overlay, environment in
            overlay.stroke = environment.resolved(content)
            overlay.line = style
        }
    }

    private func overlayStyle(
        _ edit: @escaping (inout OverlayStyle, EnvironmentValues) -> Void
    ) -> some MapContent {
        StyledMapContent(content: self, edit: edit)
    }
}

struct StyledMapContent<Content: MapContent> {
    let content: Content
    let edit: (inout OverlayStyle, EnvironmentValues) -> Void
}

extension StyledMapContent: MapContent, PrimitiveMapContent {
    typealias Body = Never

    func makeMapNode(_ node: ViewNode) {
        var style = node.environment.overlayStyle
        edit(&style, node.environment)
        node.mapChild(.slot("content"), content) { $0.overlayStyle = style }
    }
}

/// How overlays of a map are drawn.
struct OverlayStyle: Equatable {
    var fill: Paint?
    var stroke: Paint?
    var line: StrokeStyle?
}

private enum OverlayStyleKey: EnvironmentKey {
    static let defaultValue = OverlayStyle()
}

extension EnvironmentValues {
    /// How overlays of a map are drawn.
    var overlayStyle: OverlayStyle {
        get { self[OverlayStyleKey.self] }
        set { self[OverlayStyleKey.self] = newValue }
    }
}
