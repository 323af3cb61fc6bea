import Foundation
import SwiftUI

extension HTMLRenderer {
    /// Sets the layout of containers other than stacks.
    func arrangeFurther(_ node: ScreenNode, in tag: inout HTMLTag) {
        switch node.layout {
        case .scroll(let axes, _):
            tag.add(class: "scroll")
            if axes.contains(.horizontal) { tag.add(class: "scroll-x") }
            if axes.contains(.vertical) { tag.add(class: "scroll-y") }
            // A region that scrolls must be reachable by keyboard.
            tag["tabindex"] = "0"
        case .grid(let alignment, let horizontal, let vertical):
            tag.add(class: "grid")
            tag.set("align-items", CSS.alignItems(alignment.vertical))
            tag.set("justify-items", CSS.alignItems(alignment.horizontal))
            if let horizontal { tag.set("column-gap", CSS.length(horizontal)) }
            if let vertical { tag.set("row-gap", CSS.length(vertical)) }
            let columns = node.children.map(\.children.count).max() ?? 1
            tag.set("grid-template-columns", "repeat(\(max(columns, 1)), auto)")
        case .gridRow: tag.add(class: "grid-row")
        case .columns(let items, _, let spacing):
            tag.add(class: "grid")
            if let spacing { tag.set("row-gap", CSS.length(spacing)) }
            if let gap = items.first?.spacing { tag.set("column-gap", CSS.length(gap)) }
            tag.set("grid-template-columns", items.map(Self.track).joined(separator: " "))
        case .rows(let items, _, let spacing):
            tag.add(class: "grid")
            if let spacing { tag.set("column-gap", CSS.length(spacing)) }
            tag.set("grid-auto-flow", "column")
            tag.set("grid-template-rows", items.map(Self.track).joined(separator: " "))
        case .inset(let edge, _, _):
            tag.add(class: "inset")
            if edge == .top || edge == .leading { tag.add(class: "inset-first") }
        default:
            if node.children.count > 1 { tag.add(class: "column") }
        }
    }

    /// A column or row of a lazy grid.
    private static func track(_ item: GridItem) -> String {
        switch item.size {
        case .fixed(let size): CSS.length(size)
        case .flexible(let minimum, let maximum):
            maximum.isFinite
                ? "minmax(\(CSS.length(minimum)), \(CSS.length(maximum)))"
                : "minmax(\(CSS.length(minimum)), 1fr)"
        case .adaptive(let minimum, _):
            "repeat(auto-fill, minmax(min(\(CSS.length(minimum)), 100%), 1fr))"
        }
    }
}
