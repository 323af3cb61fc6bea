import Foundation
import SwiftUI

extension Paint {
    /// The paint as a colour of CSS.
    var css: String {
        switch self {
        case .color(let color): color.css
        case .level(let level): "var(--label-\(min(max(level, 1), 5)))"
        case .levelOf(.background, let level) where level > 1: "var(--background-2)"
        case .levelOf(let paint, let level):
            Self.mixed(paint.css, [1, 0.6, 0.35, 0.2, 0.1][min(max(level, 1), 5) - 1])
        case .tint: "var(--tint)"
        case .foreground: "currentColor"
        case .background: "var(--background)"
        case .separator: "var(--separator)"
        case .placeholder: "var(--label-3)"
        case .link: "var(--tint)"
        case .fill: "var(--fill)"
        case .selection: "var(--fill)"
        case .windowBackground: "var(--background)"
        case .material(let name): "var(--material-\(name))"
        case .gradient(let gradient, _): gradient.stops.last?.color.css ?? "transparent"
        case .faded(let paint, let opacity): Self.mixed(paint.css, opacity)
        }
    }

    /// The paint as a background of CSS.
    var cssBackground: String {
        guard case .gradient(let gradient, let geometry) = self else { return css }
        let stops = gradient.stops.map { "\($0.color.css) \(CSS.number($0.location * 100))%" }
        let list = stops.joined(separator: ", ")
        switch geometry {
        case .linear(let start, let end):
            let angle = atan2(end.y - start.y, end.x - start.x) * 180 / .pi + 90
            return "linear-gradient(\(CSS.number(angle))deg, \(list))"
        case .radial(let center, _, _):
            let (x, y) = (CSS.number(center.x * 100), CSS.number(center.y * 100))
            return "radial-gradient(circle at \(x)% \(y)%, \(list))"
        case .angular(let center):
            let (x, y) = (CSS.number(center.x * 100), CSS.number(center.y * 100))
            return "conic-gradient(at \(x)% \(y)%, \(list))"
        case .standard:
            let color = gradient.stops.last?.color.css ?? "transparent"
            return "linear-gradient(color-mix(in oklab, \(color), white 22%), \(color))"
        }
    }

    fileprivate static func mixed(_ color: String, _ opacity: Double) -> String {
        "color-mix(in srgb, \(color) \(CSS.number(opacity * 100))%, transparent)"
    }
}

extension Color {
    /// The colour in CSS; colours of the system are variables of the style sheet.
    var css: String {
        switch source {
        case .system("clear"): "transparent"
        case .system("primary"): "var(--label-1)"
        case .system("secondary"): "var(--label-2)"
        case .system("accentColor"): "var(--tint)"
        case .system(let name): "var(--\(CSS.identifier(name)))"
        case .asset(let name): "var(--asset-\(CSS.identifier(name)), var(--tint))"
        case .components(let red, let green, let blue, let opacity):
            "rgb(\(CSS.number(red * 255)) \(CSS.number(green * 255)) \(CSS.number(blue * 255))"
                + " / \(CSS.number(opacity)))"
        case .faded(let color, let opacity): Paint.mixed(color.css, opacity)
        case .mixed(let first, let second, let fraction):
            "color-mix(in oklab, \(first.css), \(second.css) \(CSS.number(fraction * 100))%)"
        }
    }
}
