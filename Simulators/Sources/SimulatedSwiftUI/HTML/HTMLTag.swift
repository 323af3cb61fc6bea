/// One element of a page, which escapes everything it contains.
struct HTMLTag {
    var name: String
    private(set) var attributes: [(name: String, value: String)] = []
    private(set) var classes: [String] = []
    private(set) var properties: [(name: String, value: String)] = []
    private var content: [Content] = []

    private enum Content {
        case tag(HTMLTag)
        case text(String)
        /// Markup of this package's own, such as a symbol.
        case markup(String)
    }

    init(_ name: String, class className: String? = nil) {
        self.name = name
        if let className { classes = [className] }
    }

    /// An attribute; `nil` leaves it out, and an empty value is a name alone.
    subscript(attribute: String) -> String? {
        get { attributes.first { $0.name == attribute }?.value }
        set {
            attributes.removeAll { $0.name == attribute }
            if let newValue { attributes.append((attribute, newValue)) }
        }
    }

    mutating func add(class name: String) {
        if !classes.contains(name) { classes.append(name) }
    }

    mutating func remove(class name: String) { classes.removeAll { $0 == name } }

    /// Sets a property of the element's own style.
    mutating func set(_ property: String, _ value: String) {
        properties.removeAll { $0.name == property }
        properties.append((property, value))
    }

    /// Takes as much space as a part of it wants, as in SwiftUI.
    mutating func inheritFlexibility(of parts: [HTMLTag]) {
        for name in ["fill-x", "fill-y"] where parts.contains(where: { $0.classes.contains(name) })
        {
            add(class: name)
        }
    }

    mutating func append(_ tag: HTMLTag) { content.append(.tag(tag)) }
    mutating func append(contentsOf tags: [HTMLTag]) { content += tags.map { .tag($0) } }
    mutating func append(text: String) { content.append(.text(text)) }
    mutating func append(markup: String) { content.append(.markup(markup)) }

    /// The element's markup.
    var html: String {
        var output = ""
        write(to: &output)
        return output
    }

    private static let empty: Set = ["br", "hr", "img", "input", "meta", "link"]

    private func write(to output: inout String) {
        output += "<\(name)"
        if !classes.isEmpty { Self.write("class", classes.joined(separator: " "), to: &output) }
        for (name, value) in attributes { Self.write(name, value, to: &output) }
        if !properties.isEmpty {
            let style = properties.map { "\($0.name):\($0.value)" }.joined(separator: ";")
            Self.write("style", style, to: &output)
        }
        output += ">"
        guard !Self.empty.contains(name) else { return }
        for part in content {
            switch part {
            case .tag(let tag): tag.write(to: &output)
            case .text(let text): output += Self.escaped(text)
            case .markup(let markup): output += markup
            }
        }
        output += "</\(name)>"
    }

    private static func write(_ name: String, _ value: String, to output: inout String) {
        output += " \(name)"
        let isFlag = value.isEmpty && name != "alt" && name != "value"
        if !isFlag { output += "=\"\(escaped(value))\"" }
    }

    /// Text as content or as the value of an attribute.
    static func escaped(_ text: String) -> String {
        var output = ""
        output.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            case "'": output += "&#39;"
            // A control character is not allowed in a page.
            case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{7F}":
                output += "\u{FFFD}"
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
