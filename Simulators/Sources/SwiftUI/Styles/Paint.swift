/// How a surface, a line or text is drawn.
package indirect enum Paint: Hashable, Sendable {
    case color(Color)
    /// A level of the current foreground, from 1 (primary) to 5.
    case level(Int)
    /// A level of another paint.
    case levelOf(Paint, Int)
    case tint
    case foreground
    case background
    case separator
    case placeholder
    case link
    case fill
    case selection
    case windowBackground
    /// A translucent layer: ultraThin, thin, regular, thick, ultraThick, bar.
    case material(String)
    case gradient(Gradient, GradientGeometry)
    case faded(Paint, opacity: Double)
}

/// The direction of a gradient.
package enum GradientGeometry: Hashable, Sendable {
    case linear(UnitPoint, UnitPoint)
    case radial(UnitPoint, Double, Double)
    case angular(UnitPoint)
    /// From lighter to the color itself, downwards.
    case standard
}
