package import SwiftUI

/// Makes the elements of a screen from the nodes of a graph.
@MainActor
package struct Composer {
    package init() {}

    /// The elements of a node: one if it has an element, else those of its children.
    package func elements(of node: ViewNode) -> [ScreenNode] {
        if node.element?.role == .carrier { return [] }
        var elements = node.element.map { [element($0, of: node)] } ?? children(of: node)
        if node.accessibility.children != nil, elements.count != 1 {
            var group = ScreenNode(id: node.id, role: .generic)
            group.layout = .vertical(.center, spacing: nil)
            group.children = elements
            elements = [group]
        }
        for index in elements.indices {
            elements[index].style += node.style
            elements[index].apply(node.accessibility)
        }
        attach(node, to: &elements)
        return elements
    }

    /// The elements of the children.
    package func children(of node: ViewNode) -> [ScreenNode] {
        node.children.flatMap { elements(of: $0) }
    }

    /// The elements of a named part of a primitive view, also of a carrier.
    package func slot(_ name: String, of node: ViewNode) -> [ScreenNode] {
        node.children.filter { $0.key == .slot(name) }.flatMap { child in
            child.element?.role == .carrier ? children(of: child) : elements(of: child)
        }
    }

    private func element(_ element: Element, of node: ViewNode) -> ScreenNode {
        var result = ScreenNode(id: node.id, role: element.role)
        result.text = element.text
        result.value = element.value
        result.traits = Set(element.traits.map(ScreenTrait.init))
        result.layout = element.layout
        result.style = element.style
        result.handlers = element.handlers
        result.payload = element.payload
        if !element.handlers.isEmpty, !node.environment.isEnabled {
            result.traits.insert(.disabled)
        }
        if let resolver = Self.resolvers[element.role] {
            resolver(&result, node, self)
        } else {
            result.children = children(of: node)
        }
        return result
    }
}
