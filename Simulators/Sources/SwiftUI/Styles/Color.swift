public import Foundation
public import UIKit

/// A representation of a color that adapts to a given context.
public struct Color: Hashable, Sendable {
    /// Where the color comes from.
    package indirect enum Source: Hashable, Sendable {
        /// A color of the system by name, which adapts to light and dark.
        case system(String)
        /// Red, green and blue from 0 to 1, and the opacity.
        case components(red: Double, green: Double, blue: Double, opacity: Double)
        /// A color of the app's assets.
        case asset(String)
        /// Another color with its opacity multiplied.
        case faded(Color, opacity: Double)
        /// A mix of two; the fraction belongs to the second.
        case mixed(Color, Color, fraction: Double)
    }

    package let source: Source

    package init(source: Source) {
        self.source = source
    }

    /// A profile that specifies how to interpret a color value for display.
    public enum RGBColorSpace: Hashable, Sendable {
        /// The extended red, green, blue (sRGB) color space.
        case sRGB
        /// The extended sRGB color space with a linear transfer function.
        case sRGBLinear
        /// The Display P3 color space.
        case displayP3
    }

    /// Creates a constant color from red, green, and blue component values.
    public init(
        _ colorSpace: Color.RGBColorSpace = .sRGB,
        red: Double,
        green: Double,
        blue: Double,
        opacity: Double = 1
    ) {
        source = .components(red: red, green: green, blue: blue, opacity: opacity)
    }

    /// Creates a constant grayscale color.
    public init(
        _ colorSpace: Color.RGBColorSpace = .sRGB,
        white: Double,
        opacity: Double = 1
    ) {
        source = .components(red: white, green: white, blue: white, opacity: opacity)
    }

    /// Creates a constant color from hue, saturation, and brightness values.
    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
        func component(_ offset: Double) -> Double {
            let position = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
            return brightness
                - brightness * saturation * max(0, min(position, 4 - position, 1))
        }
        source = .components(
            red: component(5),
            green: component(3),
            blue: component(1),
            opacity: opacity
        )
    }

    /// Creates a color from a color set that you indicate by name.
    public init(_ name: String, bundle: Bundle? = nil) {
        source = .asset(name)
    }

    /// Creates a color from a UIKit color.
    public init(uiColor: UIColor) {
        source = .system(uiColor.name)
    }

    /// Creates a color from a UIKit color.
    public init(_ color: UIColor) {
        self.init(uiColor: color)
    }

    /// Multiplies the opacity of the color by the given amount.
    public func opacity(_ opacity: Double) -> Color {
        Color(source: .faded(self, opacity: opacity))
    }

    /// Returns a version of self mixed with another color by the given fraction.
    public func mix(
        with rhs: Color,
        by fraction: Double,
        in colorSpace: Gradient.ColorSpace = .perceptual
    ) -> Color {
        Color(source: .mixed(self, rhs, fraction: fraction))
    }

    /// Returns the standard gradient for the color.
    public var gradient: AnyGradient { AnyGradient(Gradient(colors: [self])) }
}

extension Color: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        var element = Element(.decoration)
        element.payload = ShapeGeometry.rectangle
        element.style = [.fill(.color(self))]
        node.element = element
    }
}
