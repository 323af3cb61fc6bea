public import Foundation
import SwiftUI

/// Draws a screen as HTML: structure, not pixels.
///
/// Every element has an id that stays while its view stays, so that a browser can update a page in
/// place. What a person can do with it is in `data-on`.
public struct HTMLRenderer {
    /// The prefix of ids, which tells the screens of one page apart.
    private let prefix: String
    /// The locale of the texts that the renderer adds.
    let locale: Locale

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - prefix: begins every id, such as the name of a phone.
    ///   - locale: the locale of names that the system gives, such as of a stepper's buttons.
    public init(prefix: String = "", locale: Locale = Locale(identifier: "en")) {
        self.prefix = prefix
        self.locale = locale
    }

    /// The markup of a screen.
    public func html(of screen: Screen) -> String {
        tags(of: screen.root.children).map(\.html).joined()
    }

    /// The tags of elements.
    func tags(of nodes: [ScreenNode]) -> [HTMLTag] {
        nodes.map { tag(of: $0) }
    }

    /// The tags of the visible label of a control, whose input has the label as its name.
    ///
    /// Assistive technology would read the label twice.
    func labelTags(of nodes: [ScreenNode]) -> [HTMLTag] {
        nodes.map { node in
            var tag = tag(of: node)
            tag["aria-hidden"] = "true"
            return tag
        }
    }

    /// The tag of an element with the boxes around it.
    func tag(of node: ScreenNode) -> HTMLTag {
        let drawing =
            Self.drawings[node.role] ?? Self.containerDrawings[node.role]
            ?? Self.controlDrawings[node.role] ?? Self.mapDrawings[node.role]
        // A shape that is an accessibility element of its own has another role than a decoration.
        var tag =
            node.payload is ShapeGeometry
            ? decoration(node) : drawing?(self, node) ?? plain(node)
        // The id is that of the element itself, not of the boxes around it.
        tag["id"] = tag["id"] ?? id(of: node)
        describe(node, in: &tag)
        let isContainer = tag.classes.contains("row") || tag.classes.contains("column")
        var box = BoxStyle(tag, isContainer: isContainer)
        box.apply(node.style)
        return box.tag
    }

    func id(of node: ScreenNode) -> String { "\(prefix)n\(node.id)" }

    /// The tag of an element without a drawing of its own.
    func plain(_ node: ScreenNode) -> HTMLTag {
        var tag = HTMLTag("div")
        arrange(node, in: &tag)
        return tag
    }

    /// Adds the children in the container's layout.
    func arrange(_ node: ScreenNode, in tag: inout HTMLTag) {
        switch node.layout {
        case .vertical(let alignment, let spacing):
            tag.add(class: "column")
            tag.set("align-items", CSS.alignItems(alignment))
            if let spacing { tag.set("gap", CSS.length(spacing)) }
        case .horizontal(let alignment, let spacing):
            tag.add(class: "row")
            if alignment != .center { tag.set("align-items", CSS.alignItems(alignment)) }
            if let spacing { tag.set("gap", CSS.length(spacing)) }
        case .depth(let alignment), .background(let alignment), .overlay(let alignment):
            tag.add(class: "depth")
            if case .background = node.layout { tag.add(class: "behind") }
            if case .overlay = node.layout { tag.add(class: "front") }
            tag.set("align-items", CSS.alignItems(alignment.vertical))
            tag.set("justify-items", CSS.alignItems(alignment.horizontal))
        default: arrangeFurther(node, in: &tag)
        }
        let parts = tags(of: node.children)
        tag.inheritFlexibility(of: parts)
        if parts.contains(where: { $0.classes.contains("spacer") }) {
            if tag.classes.contains("row") { tag.add(class: "fill-x") }
            if tag.classes.contains("column") { tag.add(class: "fill-y") }
        }
        tag.append(contentsOf: parts)
    }

    /// Adds what assistive technology reads and what a person can do.
    private func describe(_ node: ScreenNode, in tag: inout HTMLTag) {
        if node.isInert { tag["inert"] = "" }
        if node.isAccessibilityHidden { tag["aria-hidden"] = "true" }
        if let hint = node.hint { tag["title"] = hint }
        if let identifier = node.identifier { tag["data-identifier"] = identifier }
        if node.traits.contains(.selected), tag["aria-pressed"] == nil, tag["role"] != "tab",
            tag["aria-checked"] == nil
        {
            tag["aria-current"] = "true"
        }
        if node.traits.contains(.destructive) { tag.add(class: "destructive") }
        if node.traits.contains(.disabled) {
            tag.add(class: "disabled")
            if Self.disableable.contains(tag.name) {
                tag["disabled"] = ""
            } else {
                tag["aria-disabled"] = "true"
            }
        }
        if node.traits.contains(.header) || node.headingLevel != nil {
            tag["role"] = "heading"
            tag["aria-level"] = String(node.headingLevel ?? 2)
        }
        if let name = node.explicitName, node.role != .text, tag["aria-label"] == nil,
            Self.controlDrawings[node.role] == nil
        {
            tag["aria-label"] = name
            if tag["role"] == nil, tag.name == "div" {
                tag["role"] = node.hidesChildren && node.actions.isEmpty ? "img" : "group"
            }
        }
        let actions = node.actions.filter { !$0.hasPrefix("action:") }
        // An empty list says that a part of the element takes the actions.
        if tag["data-on"] == "" {
            tag["data-on"] = nil
        } else if !actions.isEmpty, tag["data-on"] == nil {
            tag["data-on"] = actions.joined(separator: " ")
            if actions.contains("activate"), tag.name == "div" {
                tag["role"] = "button"
                tag["tabindex"] = "0"
            }
        }
    }

    private static let disableable: Set = ["button", "input", "select", "textarea"]
}
