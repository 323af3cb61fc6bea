import SwiftUI

extension HTMLRenderer {
    /// Containers that bring bars, or that lie over the screen.
    static let containerDrawings: [ScreenRole: Drawing] = [
        .of(.navigationStack): { $0.container($1, "div", "page") },
        .of(.navigationBar): { $0.navigationBar($1) },
        .of(.toolbar): { $0.container($1, "div", "toolbar") },
        .of(.toolbarItem): { $0.container($1, "div", "toolbar-item row") },
        .of(.tabView): { $0.container($1, "div", "tabs") },
        .of(.tabBar): { $0.tabBar($1) },
        .of(.tab): { $0.tab($1) },
        .of(.sheet): { $0.sheet($1) },
        .of(.alert): { $0.dialog($1, "alertdialog", "alert") },
        .of(.confirmationDialog): { $0.dialog($1, "dialog", "actions") },
        .of(.menu): { $0.dialog($1, "dialog", "menu") },
        .of(.list): { $0.list($1) },
        .of(.section): { $0.container($1, "div", "section") },
        .of(.sectionHeader): { $0.container($1, "div", "section-header") },
        .of(.sectionFooter): { $0.container($1, "div", "section-footer") },
        .of(.row): { $0.row($1) },
        .of(.pendingRows): { $0.pendingRows($1) },
        .of(.label): { $0.container($1, "div", "label") },
    ]

    func container(_ node: ScreenNode, _ name: String, _ classes: String) -> HTMLTag {
        var tag = HTMLTag(name)
        for name in classes.split(separator: " ") { tag.add(class: String(name)) }
        arrange(node, in: &tag)
        return tag
    }

    private func navigationBar(_ node: ScreenNode) -> HTMLTag {
        var tag = HTMLTag("div", class: "navigation-bar")
        let isLarge = node.style.contains(.named("navigationBar", "large"))
        if isLarge { tag.add(class: "large") }
        tag.append(contentsOf: tags(of: node.children))
        return tag
    }

    private func tabBar(_ node: ScreenNode) -> HTMLTag {
        var tag = HTMLTag("div", class: "tab-bar")
        tag["role"] = "tablist"
        tag.append(contentsOf: tags(of: node.children))
        return tag
    }

    private func tab(_ node: ScreenNode) -> HTMLTag {
        var tag = HTMLTag("button", class: "tab")
        tag["type"] = "button"
        tag["role"] = "tab"
        tag["aria-selected"] = node.traits.contains(.selected) ? "true" : "false"
        tag.append(contentsOf: tags(of: node.children))
        if let badge = node.value {
            var mark = HTMLTag("span", class: "badge")
            mark.append(text: badge)
            tag.append(mark)
        }
        return tag
    }

    private func sheet(_ node: ScreenNode) -> HTMLTag {
        let look = node.payload as? SheetLook
        var content = HTMLTag("div", class: "sheet-content")
        if look?.isFullScreen == true { content.add(class: "full") }
        if look?.detents.contains(.large) == false { content.add(class: "medium") }
        arrange(node, in: &content)
        return overlay(content, node, role: "dialog", kind: "sheet")
    }

    private func dialog(_ node: ScreenNode, _ role: String, _ kind: String) -> HTMLTag {
        var content = HTMLTag("div", class: "dialog-content")
        arrange(node, in: &content)
        return overlay(content, node, role: role, kind: kind)
    }

    /// A layer over the screen; a tap beside its content dismisses it, where that is allowed.
    private func overlay(
        _ content: HTMLTag,
        _ node: ScreenNode,
        role: String,
        kind: String
    ) -> HTMLTag {
        var layer = HTMLTag("div", class: "layer")
        layer.add(class: "layer-\(kind)")
        layer["role"] = role
        layer["aria-modal"] = "true"
        layer["data-entering"] = ""
        let title = node.flattened.first { $0.traits.contains(.header) || $0.headingLevel != nil }
        layer["aria-label"] = node.explicitLabel ?? title?.label ?? kind
        layer.append(content)
        return layer
    }

    private func list(_ node: ScreenNode) -> HTMLTag {
        var tag = HTMLTag("div", class: "list")
        tag["tabindex"] = "0"
        for case .named("list", let style) in node.style { tag.add(class: "list-\(style)") }
        tag.append(contentsOf: tags(of: node.children))
        return tag
    }

    private func row(_ node: ScreenNode) -> HTMLTag {
        var tag = HTMLTag("div", class: "list-row")
        tag.append(contentsOf: tags(of: node.children))
        return tag
    }

    /// The rows of a long list that are not evaluated yet, as one box of their estimated height.
    private func pendingRows(_ node: ScreenNode) -> HTMLTag {
        var tag = HTMLTag("div", class: "pending-rows")
        tag["aria-hidden"] = "true"
        return tag
    }
}

extension ScreenRole {
    /// The role of an element of the graph.
    static func of(_ role: Role) -> ScreenRole { ScreenRole(role) }
}
