package import SwiftUI

/// What a person sees and can do at one moment.
public struct Screen {
    /// The outermost element.
    public let root: ScreenNode

    package init(root: ScreenNode) {
        self.root = root
    }

    /// The screen of a graph.
    @MainActor
    package static func compose(_ graph: ViewGraph) -> Screen {
        var root = ScreenNode(id: 0, role: .generic)
        root.layout = .depth(.center)
        if let node = graph.root {
            let composer = Composer()
            root.children = composer.elements(of: node)
            for presentation in composer.presentations(from: node) {
                for index in root.children.indices { root.children[index].makeInert() }
                root.children.append(presentation)
            }
        }
        return Screen(root: root)
    }

    /// All elements in drawing order, without those behind a sheet, an alert or a menu.
    public var elements: [ScreenNode] {
        [root] + root.children.filter { !$0.isInert }.flatMap(\.flattened)
    }

    /// The texts in drawing order.
    public var texts: [String] { elements.compactMap { $0.role == .text ? $0.text : nil } }

    /// The elements of a role in drawing order.
    public func elements(role: ScreenRole) -> [ScreenNode] {
        elements.filter { $0.role == role }
    }

    /// The element with that id.
    public func element(id: Int) -> ScreenNode? {
        elements.first { $0.id == id }
    }

    /// Whether a text or an element with that name is shown.
    public func contains(_ label: String) -> Bool {
        elements.contains { ($0.text ?? $0.explicitLabel) == label || $0.label == label }
    }

    /// The elements as assistive technology offers them, one a line, indented by two spaces.
    ///
    /// For example `button "Save" (disabled)`. Containers without a meaning are left out.
    public var outline: String {
        Self.lines(root, indent: 0).joined(separator: "\n")
    }

    /// The names of the elements in the order in which assistive technology reads them.
    ///
    /// An element that is read as one, such as a button, has one name. A picker is followed by its
    /// choices. Elements without a name are left out.
    public var accessibleNames: [String] { Self.names(root).filter { !$0.isEmpty } }

    private static func names(_ node: ScreenNode) -> [String] {
        if node.isAccessibilityHidden || node.isInert || node.role == .decoration { return [] }
        if node.role == .disclosure {
            return node.children.prefix(1).map(\.label)
                + node.children.dropFirst().flatMap { names($0) }
        }
        if node.role == .picker {
            return [node.label]
                + node.children.filter { $0.role == .option }.map(\.label)
        }
        if ScreenRole.named.contains(node.role) || node.hidesChildren {
            return [node.explicitName ?? node.label]
        }
        // A dialog is named by its title, which is read inside.
        let name = node.traits.contains(.modal) ? nil : node.explicitName ?? node.text
        return [name ?? ""]
            + inReadingOrder(node.children).flatMap { names($0) }
    }

    private static func inReadingOrder(_ nodes: [ScreenNode]) -> [ScreenNode] {
        nodes.enumerated().sorted {
            ($1.element.sortPriority, $0.offset) < ($0.element.sortPriority, $1.offset)
        }.map(\.element)
    }

    private static func lines(_ node: ScreenNode, indent: Int) -> [String] {
        if node.isAccessibilityHidden || node.role == .decoration { return [] }
        let isNamed = ScreenRole.named.contains(node.role) || node.hidesChildren
        let isTransparent = [.generic, .label].contains(node.role) && node.explicitLabel == nil
        var lines: [String] = []
        if !isTransparent {
            var line = String(repeating: "  ", count: indent) + node.role.rawValue
            let label = isNamed ? node.label : node.explicitLabel ?? node.text ?? ""
            if !label.isEmpty { line += " \"\(label)\"" }
            if let value = node.value { line += ": \(value)" }
            if !node.traits.isEmpty {
                line += " (\(node.traits.map(\.rawValue).sorted().joined(separator: ", ")))"
            }
            if let level = node.headingLevel { line += " level \(level)" }
            lines.append(line)
        }
        if isNamed { return lines }
        return lines
            + inReadingOrder(node.children)
            .flatMap { Self.lines($0, indent: indent + (isTransparent ? 0 : 1)) }
    }
}
