/// Text for a terminal that escapes every interpolated value.
///
/// Made from a string literal: `"Added \(name)."`. The literal belongs to the program and is not
/// changed, line breaks included. An interpolated value may come from an import, another device or
/// a server, so ``escaped(_:)`` makes its control characters visible.
struct DisplayText: ExpressibleByStringInterpolation, Sendable {
    /// The text to write to a terminal.
    let rendered: String

    init(stringLiteral value: String) {
        rendered = value
    }

    init(stringInterpolation: StringInterpolation) {
        rendered = stringInterpolation.rendered
    }

    /// Text that is escaped already or belongs to the program.
    init(rendered: String) {
        self.rendered = rendered
    }

    /// Joins texts with line breaks.
    init(lines: [DisplayText]) {
        rendered = lines.map(\.rendered).joined(separator: "\n")
    }

    /// Concatenates two texts.
    static func + (left: DisplayText, right: DisplayText) -> DisplayText {
        DisplayText(rendered: left.rendered + right.rendered)
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var rendered = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            rendered.reserveCapacity(literalCapacity)
        }

        mutating func appendLiteral(_ literal: String) { rendered += literal }

        mutating func appendInterpolation(_ text: DisplayText) { rendered += text.rendered }

        mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            rendered += DisplayText.escaped(value.description)
        }
    }

    /// The text with the escape of each character that a terminal acts on: `\n`, `\t`, `\u{1b}`.
    ///
    /// These are the C0 and C1 controls and DEL, the line and paragraph separators, and the
    /// characters that reorder text (U+202A…U+202E, U+2066…U+2069).
    static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isActive) else { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case _ where !isActive(scalar): escaped.unicodeScalars.append(scalar)
            case "\n": escaped += "\\n"
            case "\r": escaped += "\\r"
            case "\t": escaped += "\\t"
            default: escaped += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return escaped
    }

    private static func isActive(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
