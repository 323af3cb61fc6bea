package import SwiftUI

extension ScreenNode {
    /// A part that has no node of its own, such as the title of a navigation bar.
    ///
    /// - Parameters:
    ///   - part: Tells the parts of a node apart, 0 to 63.
    ///   - node: The id of the node.
    ///   - role: What the part is.
    package init(part: Int, of node: Int, role: Role) {
        // Negative, so that it is no node's id.
        self.init(id: -(abs(node) * 64 + part), role: role)
    }

    /// A text that is part of another element.
    package static func text(_ string: String, part: Int, of node: Int) -> ScreenNode {
        var text = ScreenNode(part: part, of: node, role: .text)
        text.text = string
        return text
    }

    /// Takes the element out of reach: something modal is in front of it.
    mutating func makeInert() {
        isInert = true
        isAccessibilityHidden = true
        removeHandlers()
    }

    private mutating func removeHandlers() {
        handlers = Handlers()
        for index in children.indices { children[index].removeHandlers() }
    }
}
