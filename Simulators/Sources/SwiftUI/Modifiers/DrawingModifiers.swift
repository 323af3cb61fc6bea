public import Foundation

extension View {
    /// Sets the view's background to a style.
    nonisolated public func background<S: ShapeStyle>(
        _ style: S,
        ignoresSafeAreaEdges edges: Edge.Set = .all
    ) -> some View {
        self.style { [.background($0.resolved(style), nil)] }
    }

    /// Sets the view's background to the default background style.
    nonisolated public func background(ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
        style(.background(.background, nil))
    }

    /// Sets the view's background to a shape filled with a style.
    nonisolated public func background<S: ShapeStyle, T: Shape>(
        _ style: S,
        in shape: T,
        fillStyle: FillStyle = FillStyle()
    ) -> some View {
        self.style { [.background($0.resolved(style), shape.outline)] }
    }

    /// Sets the view's background to a shape filled with the default background style.
    nonisolated public func background<S: Shape>(
        in shape: S,
        fillStyle: FillStyle = FillStyle()
    ) -> some View {
        style(.background(.background, shape.outline))
    }

    /// Layers the views that you specify behind this view.
    nonisolated public func background<V: View>(
        alignment: Alignment = .center,
        @ViewBuilder content: () -> V
    ) -> some View {
        modifier(LayerModifier(layer: content(), alignment: alignment, isBehind: true))
    }

    /// Layers the given view behind this view.
    nonisolated public func background<Background: View>(
        _ background: Background,
        alignment: Alignment = .center
    ) -> some View {
        modifier(LayerModifier(layer: background, alignment: alignment, isBehind: true))
    }

    /// Layers the views that you specify in front of this view.
    nonisolated public func overlay<V: View>(
        alignment: Alignment = .center,
        @ViewBuilder content: () -> V
    ) -> some View {
        modifier(LayerModifier(layer: content(), alignment: alignment, isBehind: false))
    }

    /// Layers a secondary view in front of this view.
    nonisolated public func overlay<Overlay: View>(
        _ overlay: Overlay,
        alignment: Alignment = .center
    ) -> some View {
        modifier(LayerModifier(layer: overlay, alignment: alignment, isBehind: false))
    }

    /// Layers the specified style in front of this view.
    nonisolated public func overlay<S: ShapeStyle>(
        _ style: S,
        ignoresSafeAreaEdges edges: Edge.Set = .all
    ) -> some View {
        overlay { Rectangle().fill(style) }
    }

    /// Layers a shape that you specify in front of this view.
    nonisolated public func overlay<S: ShapeStyle, T: Shape>(
        _ style: S,
        in shape: T,
        fillStyle: FillStyle = FillStyle()
    ) -> some View {
        overlay { shape.fill(style, style: fillStyle) }
    }

    /// Adds a border to this view with the specified style and width.
    nonisolated public func border<S: ShapeStyle>(
        _ content: S,
        width: CGFloat = 1
    ) -> some View {
        style { [.border($0.resolved(content), width: width)] }
    }

    /// Sets a clipping shape for this view.
    nonisolated public func clipShape<S: Shape>(
        _ shape: S,
        style: FillStyle = FillStyle()
    ) -> some View {
        self.style(.clip(shape.outline))
    }

    /// Clips this view to its bounding rectangular frame.
    nonisolated public func clipped(antialiased: Bool = false) -> some View {
        style(.clip(.rectangle))
    }

    /// Clips this view to its bounding frame, with the specified corner radius.
    nonisolated public func cornerRadius(
        _ radius: CGFloat,
        antialiased: Bool = true
    ) -> some View {
        clipShape(RoundedRectangle(cornerRadius: radius))
    }

    /// Sets the shape for hit testing.
    nonisolated public func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View {
        style(.contentShape(shape.outline))
    }

    /// Adds a shadow to this view.
    nonisolated public func shadow(
        color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33),
        radius: CGFloat,
        x: CGFloat = 0,
        y: CGFloat = 0
    ) -> some View {
        style(.shadow(color, radius: radius, x: x, y: y))
    }

    /// Sets the transparency of this view.
    nonisolated public func opacity(_ opacity: Double) -> some View {
        style(.opacity(opacity))
    }

    /// Applies a Gaussian blur to this view.
    nonisolated public func blur(radius: CGFloat, opaque: Bool = false) -> some View {
        style(.blur(radius))
    }

    /// Hides this view unconditionally.
    nonisolated public func hidden() -> some View {
        accessibilityHidden(true).disabled(true).style(.hidden)
    }

    /// Rotates a view's rendered output in two dimensions around the specified point.
    nonisolated public func rotationEffect(
        _ angle: Angle,
        anchor: UnitPoint = .center
    ) -> some View {
        style(.rotation(degrees: angle.degrees, anchor))
    }

    /// Scales this view's rendered output by the given amounts.
    nonisolated public func scaleEffect(
        _ scale: CGSize,
        anchor: UnitPoint = .center
    ) -> some View {
        style(.scale(scale, anchor))
    }

    /// Scales this view's rendered output by the given amount.
    nonisolated public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some View {
        style(.scale(CGSize(width: s, height: s), anchor))
    }

    /// Scales this view's rendered output by the given horizontal and vertical amounts.
    nonisolated public func scaleEffect(
        x: CGFloat = 1.0,
        y: CGFloat = 1.0,
        anchor: UnitPoint = .center
    ) -> some View {
        style(.scale(CGSize(width: x, height: y), anchor))
    }

    /// Configures whether this view participates in hit test operations.
    nonisolated public func allowsHitTesting(_ enabled: Bool) -> some View {
        style { _ in enabled ? [] : [.ignoresHits] }
    }

    /// Adds a reason to apply a redaction to this view hierarchy.
    nonisolated public func redacted(reason: RedactionReasons) -> some View {
        transformEnvironment(\.redactionReasons) { $0.formUnion(reason) }
            .style { _ in reason.isEmpty ? [] : [.redacted] }
    }

    /// Removes any reason to apply a redaction to this view hierarchy.
    nonisolated public func unredacted() -> some View {
        environment(\.redactionReasons, [])
    }
}

/// Shows a view behind or in front of another.
struct LayerModifier<Layer: View> {
    let layer: Layer
    let alignment: Alignment
    let isBehind: Bool
}

extension LayerModifier: PrimitiveModifier {
    typealias Body = Never

    func makeNode(_ node: ViewNode, content: some View) {
        node.element = Element(
            .generic,
            layout: isBehind ? .background(alignment) : .overlay(alignment)
        )
        if isBehind { node.child(.slot("layer"), layer) }
        node.child(.slot("content"), content)
        if !isBehind { node.child(.slot("layer"), layer) }
    }
}

/// The reasons to apply a redaction to data displayed on screen.
public struct RedactionReasons: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates a new set from a raw value.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Displayed data should appear as generic placeholders.
    public static let placeholder = RedactionReasons(rawValue: 1)
    /// Displayed data should be obscured to protect private information.
    public static let privacy = RedactionReasons(rawValue: 2)
    /// Displayed data should appear as invalidated and pending a new update.
    public static let invalidated = RedactionReasons(rawValue: 4)
}

private enum RedactionReasonsKey: EnvironmentKey {
    static let defaultValue: RedactionReasons = []
}

extension EnvironmentValues {
    /// The current redaction reasons applied to the view hierarchy.
    public var redactionReasons: RedactionReasons {
        get { self[RedactionReasonsKey.self] }
        set { self[RedactionReasonsKey.self] = newValue }
    }
}
