public import Foundation

/// A color gradient represented as an array of color stops.
public struct Gradient: Hashable, Sendable {
    /// The array of color stops.
    public var stops: [Gradient.Stop]

    /// Creates a gradient from an array of color stops.
    public init(stops: [Gradient.Stop]) {
        self.stops = stops
    }

    /// Creates a gradient from an array of colors, spaced evenly.
    public init(colors: [Color]) {
        let last = max(colors.count - 1, 1)
        stops = colors.enumerated().map {
            Stop(color: $1, location: CGFloat($0) / CGFloat(last))
        }
    }

    /// One color stop in the gradient.
    public struct Stop: Hashable, Sendable {
        /// The color for the stop.
        public var color: Color
        /// The parametric location of the stop.
        public var location: CGFloat

        /// Creates a color stop with a color and location.
        public init(color: Color, location: CGFloat) {
            self.color = color
            self.location = location
        }
    }

    /// A method of interpolating between the colors in a gradient.
    public struct ColorSpace: Hashable, Sendable {
        private let name: String

        /// Interpolates gradient colors in the output color space.
        public static let device = ColorSpace(name: "device")
        /// Interpolates gradient colors in a perceptual color space.
        public static let perceptual = ColorSpace(name: "perceptual")
    }
}

extension Gradient: ShapeStyle, PrimitiveShapeStyle {
    /// The type of shape style this will resolve to.
    public typealias Resolved = Never

    package var paint: Paint { .gradient(self, .linear(.top, .bottom)) }
}

/// A color gradient.
public struct AnyGradient: Hashable, Sendable {
    private let gradient: Gradient

    /// Creates a new instance from the specified gradient.
    public init(_ gradient: Gradient) {
        self.gradient = gradient
    }
}

extension AnyGradient: ShapeStyle, PrimitiveShapeStyle {
    /// The type of shape style this will resolve to.
    public typealias Resolved = Never

    package var paint: Paint { .gradient(gradient, .standard) }
}

/// A linear gradient.
public struct LinearGradient: Sendable {
    private let gradient: Gradient
    private let start: UnitPoint
    private let end: UnitPoint

    /// Creates a linear gradient from a base gradient.
    public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
        self.gradient = gradient
        start = startPoint
        end = endPoint
    }

    /// Creates a linear gradient from a collection of colors.
    public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
        self.init(gradient: Gradient(colors: colors), startPoint: startPoint, endPoint: endPoint)
    }

    /// Creates a linear gradient from a collection of color stops.
    public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {
        self.init(gradient: Gradient(stops: stops), startPoint: startPoint, endPoint: endPoint)
    }
}

extension LinearGradient: ShapeStyle, PrimitiveShapeStyle {
    /// The type of shape style this will resolve to.
    public typealias Resolved = Never

    package var paint: Paint { .gradient(gradient, .linear(start, end)) }
}

extension LinearGradient: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        var element = Element(.decoration)
        element.payload = ShapeGeometry.rectangle
        element.style = [.fill(paint)]
        node.element = element
    }
}

extension ShapeStyle where Self == LinearGradient {
    /// A linear gradient.
    public static func linearGradient(
        _ gradient: Gradient,
        startPoint: UnitPoint,
        endPoint: UnitPoint
    ) -> LinearGradient {
        LinearGradient(gradient: gradient, startPoint: startPoint, endPoint: endPoint)
    }

    /// A linear gradient defined by a collection of colors.
    public static func linearGradient(
        colors: [Color],
        startPoint: UnitPoint,
        endPoint: UnitPoint
    ) -> LinearGradient {
        LinearGradient(colors: colors, startPoint: startPoint, endPoint: endPoint)
    }
}
