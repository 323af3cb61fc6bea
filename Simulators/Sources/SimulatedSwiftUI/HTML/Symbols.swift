import Foundation
import Synchronization

/// The drawings of SF Symbols for a browser.
///
/// The drawings are our own. A name with the variants `fill`, `circle`, `square` or `slash` is
/// composed from the drawing without them, if it has none of its own.
public enum Symbols {
    private static let base: [String: String] = {
        guard
            let url = Bundle.module.url(forResource: "symbols", withExtension: "txt"),
            let text = try? String(contentsOf: url, encoding: .utf8)
        else { preconditionFailure("The resource symbols.txt of SimulatedSwiftUI is missing.") }
        var table: [String: String] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let space = line.firstIndex(of: " ") else { continue }
            table[String(line[..<space])] = String(line[line.index(after: space)...])
        }
        return table
    }()

    /// Whether a symbol has a drawing.
    public static func contains(_ name: String) -> Bool { drawing(name) != nil }

    /// The markup of a symbol; a dashed box for a name without a drawing.
    static func svg(_ name: String) -> String {
        let drawing =
            drawing(name) ?? #"<rect x="3" y="3" width="18" height="18" stroke-dasharray="2 2"/>"#
        let isFilled = name.split(separator: ".").contains("fill")
        return """
            <svg class="symbol\(isFilled ? " filled" : "")" viewBox="0 0 24 24" \
            aria-hidden="true" focusable="false">\(drawing)</svg>
            """
    }

    private static func drawing(_ name: String) -> String? {
        if let own = base[name] { return own }
        var parts = name.split(separator: ".").map(String.init)
        guard let last = parts.popLast(), !parts.isEmpty else { return nil }
        let rest = parts.joined(separator: ".")
        switch last {
        case "fill": return drawing(rest)
        case "circle": return framed(#"<circle cx="12" cy="12" r="9.500"/>"#, rest)
        case "square":
            return framed(#"<rect x="3" y="3" width="18" height="18" rx="4"/>"#, rest)
        case "slash":
            return drawing(rest).map { #"\#($0)<path class="d" d="M4 3.500 20 20.500"/>"# }
        default: return nil
        }
    }

    private static func framed(_ frame: String, _ name: String) -> String? {
        drawing(name).map {
            let scale = "translate(12 12) scale(.55) translate(-12 -12)"
            return #"\#(frame)<g class="d" stroke-width="3" transform="\#(scale)">\#($0)</g>"#
        }
    }
}
