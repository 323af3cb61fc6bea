import TrendyWebAssets

/// The symbols of event types, as drawings that take the colour of the text.
enum EventSymbol {
    /// A symbol in a disc of the event type's colour.
    static func badge(_ icon: String, color: String) -> HTML {
        let color = ChartSVG.color(color)
        return tag(
            .svg,
            .class(isLight(color) ? "symbol disc on-light" : "symbol disc on-dark"),
            .set(.viewBox, "0 0 40 40"),
            .aria("hidden", "true")
        ) {
            tag(.circle, .set(.cx, 20), .set(.cy, 20), .set(.r, 20), .set(.fill, color))
            use(icon, at: 9, size: 22)
        }
    }

    /// A symbol without a disc.
    static func plain(_ icon: String) -> HTML {
        tag(.svg, .class("symbol"), .set(.viewBox, "0 0 24 24"), .aria("hidden", "true")) {
            use(icon, at: 0, size: 24)
        }
    }

    private static func use(_ icon: String, at offset: Double, size: Double) -> HTML {
        tag(
            .use,
            .href(WebAssetPath.path(WebAsset.symbols), element: drawing(of: icon)),
            .set(.x, offset),
            .set(.y, offset),
            .set(.width, size),
            .set(.height, size)
        )
    }

    /// The name of the drawing of an SF Symbol, whose variants share one.
    static func drawing(of icon: String) -> String {
        var parts = icon.split(separator: ".")
        while parts.count > 1, let last = parts.last,
            ["fill", "circle", "square", "slash"].contains(last), parts != ["checkmark", "circle"]
        {
            parts.removeLast()
        }
        return parts.joined(separator: ".")
    }

    /// Whether dark lines are more visible on a colour than light ones.
    ///
    /// Source: [WCAG, relative luminance](https://www.w3.org/TR/WCAG22/#dfn-relative-luminance),
    /// approximated with a gamma of 2.
    static func isLight(_ color: String) -> Bool {
        guard let value = UInt32(color.dropFirst(), radix: 16) else { return false }
        func part(_ shift: UInt32) -> Double {
            let fraction = Double((value >> shift) & 0xFF) / 255
            return fraction * fraction
        }
        return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0) > 0.36
    }
}
