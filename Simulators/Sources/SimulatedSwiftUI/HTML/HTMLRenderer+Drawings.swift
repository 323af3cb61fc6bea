import Foundation
import SwiftUI

extension HTMLRenderer {
    /// Draws one kind of element.
    typealias Drawing = @Sendable (HTMLRenderer, ScreenNode) -> HTMLTag

    /// The kinds of elements that are more than a box around their children.
    static let drawings: [ScreenRole: Drawing] = [
        .text: { $0.text($1) },
        .image: { $0.image($1) },
        .decoration: { $0.decoration($1) },
        .button: { $0.button($1) },
        .link: { $0.link($1) },
        .separator: { _, _ in HTMLTag("div", class: "divider") },
    ]

    private func text(_ node: ScreenNode) -> HTMLTag {
        var tag = HTMLTag("span", class: "text")
        apply(textOf: node, to: &tag)
        let runs = node.payload as? [TextRun] ?? []
        if node.explicitLabel == nil, runs.contains(where: { $0.symbol != nil }) || runs.count > 1 {
            for run in runs { tag.append(span(run)) }
        } else {
            if runs.count == 1 { tag.apply(runs[0].style) }
            tag.append(text: node.explicitLabel ?? node.text ?? "")
        }
        return tag
    }

    private func span(_ run: TextRun) -> HTMLTag {
        var span = HTMLTag("span")
        span.apply(run.style)
        if let symbol = run.symbol {
            span.append(markup: Symbols.svg(symbol))
        } else {
            span.append(text: run.string)
        }
        return span
    }

    /// Sets the look of the text of an element.
    func apply(textOf node: ScreenNode, to tag: inout HTMLTag) {
        for case .text(let style, let layout) in node.style { tag.apply(style, layout) }
    }

    private func image(_ node: ScreenNode) -> HTMLTag {
        var tag = HTMLTag("span", class: "image")
        apply(textOf: node, to: &tag)
        switch node.payload as? SwiftUI.Image.Source {
        case .symbol(let name, _): tag.append(markup: Symbols.svg(name))
        case .asset(let name): tag.add(class: "asset-\(CSS.identifier(name))")
        case nil: break
        }
        if !node.isAccessibilityHidden, let label = node.explicitName ?? node.text {
            tag["role"] = "img"
            tag["aria-label"] = label
        } else {
            tag["aria-hidden"] = "true"
        }
        if node.style.contains(.resizable) { tag.add(class: "resizable") }
        return tag
    }

    func decoration(_ node: ScreenNode) -> HTMLTag {
        if node.payload is SwiftUI.Image.Source { return image(node) }
        var tag = HTMLTag("div")
        if let label = node.explicitName, !node.isAccessibilityHidden {
            tag["role"] = "img"
            tag["aria-label"] = label
        } else {
            tag["aria-hidden"] = "true"
        }
        for case .spacer(let length) in node.style {
            tag.add(class: "spacer")
            if let length { tag.set("flex-basis", CSS.length(length)) }
        }
        guard let shape = node.payload as? ShapeGeometry else { return tag }
        tag.add(class: "shape")
        if case .path(let path) = shape {
            tag.append(markup: Self.svg(path, node.style))
            return tag
        }
        tag.set("border-radius", BoxStyle.radius(shape))
        if shape == .circle { tag.add(class: "circle") }
        for token in node.style {
            switch token {
            case .fill(let paint): tag.set("background", paint.cssBackground)
            case .stroke(let paint, let stroke):
                tag.set("border", "\(CSS.length(stroke.lineWidth)) solid \(paint.css)")
            default: break
            }
        }
        return tag
    }

    private func button(_ node: ScreenNode) -> HTMLTag {
        var tag = HTMLTag("button")
        tag["type"] = "button"
        arrange(node, in: &tag)
        if node.traits.contains(.toggle) {
            tag["aria-pressed"] = node.traits.contains(.selected) ? "true" : "false"
        }
        return tag
    }

    private func link(_ node: ScreenNode) -> HTMLTag {
        guard let url = node.payload as? URL, let scheme = url.scheme?.lowercased(),
            ["http", "https", "mailto"].contains(scheme)
        else { return button(node) }
        var tag = HTMLTag("a")
        tag["href"] = url.absoluteString
        tag["rel"] = "noreferrer"
        tag["target"] = "_blank"
        arrange(node, in: &tag)
        return tag
    }

    /// A path in a box that stretches with its element.
    private static func svg(_ path: Path, _ style: [StyleToken]) -> String {
        var data = ""
        func add(_ command: String, _ points: CGPoint...) {
            data += command
            data += points.map { "\(CSS.number($0.x)) \(CSS.number($0.y))" }
                .joined(separator: " ")
        }
        for element in path.elements {
            switch element {
            case .move(let point): add("M", point)
            case .line(let point): add("L", point)
            case .quadCurve(let point, let control): add("Q", control, point)
            case .curve(let point, let first, let second): add("C", first, second, point)
            case .closeSubpath: add("Z")
            }
        }
        var (fill, stroke, width) = ("none", "none", 0.0)
        for token in style {
            switch token {
            case .fill(let paint): fill = paint.css
            case .stroke(let paint, let line): (stroke, width) = (paint.css, line.lineWidth)
            default: break
            }
        }
        return """
            <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">\
            <path d="\(data)" style="fill:\(fill);stroke:\(stroke);\
            stroke-width:\(CSS.length(width))" vector-effect="non-scaling-stroke"/></svg>
            """
    }
}
