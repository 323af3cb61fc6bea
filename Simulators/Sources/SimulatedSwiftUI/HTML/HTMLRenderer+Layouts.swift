import SwiftUI

extension HTMLRenderer {
    /// Sets the layout of containers other than stacks.
    func arrangeFurther(_ node: ScreenNode, in tag: inout HTMLTag) {
        guard node.layout != nil || node.children.count > 1 else { return }
        tag.add(class: "column")
    }
}
