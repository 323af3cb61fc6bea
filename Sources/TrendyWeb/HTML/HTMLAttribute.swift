import TrendyCharts

/// An attribute of an element; its value is escaped.
///
/// There is no `style` and there are no event handlers, because the content security policy forbids
/// both. Addresses are ``WebPath``s or those of a ``MapTileServer``, so that no text can become a
/// `javascript:` address.
package struct HTMLAttribute: Sendable {
    private let name: String
    private let value: String?

    private init(_ name: String, _ value: String?) {
        self.name = name
        self.value = value
    }

    func append(to markup: inout String) {
        guard !name.isEmpty else { return }
        markup += " \(name)"
        guard let value else { return }
        markup += "=\""
        HTMLEscaping.append(value, to: &markup)
        markup += "\""
    }

    /// No attribute.
    package static let none = HTMLAttribute("", nil)

    /// Classes, separated by spaces.
    package static func `class`(_ names: String) -> Self { Self("class", names) }
    package static func id(_ id: String) -> Self { Self("id", id) }
    /// The address of a link.
    package static func href(_ path: WebPath) -> Self { Self("href", path.text) }
    /// A place on the same page.
    package static func href(anchor id: String) -> Self { Self("href", "#\(id)") }
    /// An element of a file, such as a symbol of a drawing; the id has letters, digits and dots only.
    package static func href(_ path: WebPath, element id: String) -> Self {
        let safe = id.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") }
        return Self("href", "\(path.text)#\(safe)")
    }
    /// An address of another site, to which the page leads.
    static func href(_ address: ExternalAddress) -> Self { Self("href", address.text) }
    /// An image of a map server that the operator has chosen.
    static func href(_ server: MapTileServer, _ tile: MapTile) -> Self {
        Self("href", server.address(zoom: tile.zoom, column: tile.column, row: tile.row))
    }
    package static func src(_ path: WebPath) -> Self { Self("src", path.text) }
    /// The address that a form is sent to.
    package static func action(_ path: WebPath) -> Self { Self("action", path.text) }
    package static func method(_ method: FormMethod) -> Self { Self("method", method.rawValue) }
    package static func type(_ type: String) -> Self { Self("type", type) }
    package static func name(_ name: String) -> Self { Self("name", name) }
    package static func value(_ value: String) -> Self { Self("value", value) }
    package static func content(_ value: String) -> Self { Self("content", value) }
    package static func `for`(_ id: String) -> Self { Self("for", id) }
    package static func role(_ role: String) -> Self { Self("role", role) }
    package static func lang(_ language: String) -> Self { Self("lang", language) }
    package static func dir(_ direction: String) -> Self { Self("dir", direction) }
    package static func title(_ text: String) -> Self { Self("title", text) }
    package static func alt(_ text: String) -> Self { Self("alt", text) }
    package static func rel(_ value: String) -> Self { Self("rel", value) }
    package static func scope(_ value: String) -> Self { Self("scope", value) }
    package static func colspan(_ count: Int) -> Self { Self("colspan", String(count)) }
    package static func rowspan(_ count: Int) -> Self { Self("rowspan", String(count)) }
    package static func datetime(_ text: String) -> Self { Self("datetime", text) }
    package static func tabindex(_ index: Int) -> Self { Self("tabindex", String(index)) }
    /// An `aria-` attribute, such as `label`.
    package static func aria(_ name: StaticString, _ value: String) -> Self {
        Self("aria-\(name)", value)
    }
    /// A `data-` attribute, which scripts read.
    package static func data(_ name: StaticString, _ value: String) -> Self {
        Self("data-\(name)", value)
    }
    /// Any other attribute with a value, such as those of inputs and of SVG; not for addresses.
    package static func set(_ name: SafeName, _ value: String) -> Self {
        Self(name.rawValue, value)
    }
    /// A number of SVG or of an input, with at most three fraction digits.
    package static func set(_ name: SafeName, _ value: Double) -> Self {
        Self(name.rawValue, Self.text(of: value))
    }
    /// An attribute without a value, such as `required`; nothing when `isOn` is false.
    package static func flag(_ name: Flag, _ isOn: Bool = true) -> Self {
        isOn ? Self(name.rawValue, nil) : .none
    }

    /// A number as in SVG: at most three fraction digits, and no exponent.
    static func text(of value: Double) -> String {
        guard value.isFinite else { return "0" }
        let thousandths = Int64((max(-1e12, min(1e12, value)) * 1000).rounded())
        let magnitude = thousandths.magnitude
        var text = "\(thousandths < 0 ? "-" : "")\(magnitude / 1000)"
        var rest = magnitude % 1000
        if rest > 0 {
            var digits = 3
            while rest % 10 == 0 { (rest, digits) = (rest / 10, digits - 1) }
            let fraction = String(rest)
            text += "." + String(repeating: "0", count: digits - fraction.count) + fraction
        }
        return text
    }

    /// The ways to send a form.
    package enum FormMethod: String, Sendable { case get, post }

    /// Attributes without a value.
    package enum Flag: String, Sendable {
        case checked, disabled, hidden, multiple, open, readonly, required, selected, async
        case autofocus, novalidate
    }

    /// Attributes whose value is text or a number.
    package enum SafeName: String, Sendable {
        case accept, autocomplete, charset, cols, cx, cy, d, enctype, fill, height, inputmode, max
        case maxlength, min, minlength, opacity, pattern, placeholder, points, preserveAspectRatio,
            r
        case rows, rx, ry, sizes, step, stroke, target, transform, viewBox, width, x, x1, x2, y, y1,
            y2
        case label
        case dx, dy, list, low, high, form, formmethod
        case patternUnits, referrerpolicy
        case strokeWidth = "stroke-width"
        case strokeLinecap = "stroke-linecap"
        case strokeLinejoin = "stroke-linejoin"
        case strokeDasharray = "stroke-dasharray"
        case fillOpacity = "fill-opacity"
        case fillRule = "fill-rule"
        case textAnchor = "text-anchor"
        case vectorEffect = "vector-effect"
    }
}
