package import SwiftUI

extension Composer {
    /// Shows the selected tab above the tab bar.
    package static func composeTabView(
        _ element: inout ScreenNode,
        _ node: ViewNode,
        _ composer: Composer
    ) {
        guard let selection = node.element?.payload as? TabSelection else { return }
        element.payload = nil
        var tabs = composer.tabs(in: node, badge: nil)
        if tabs.isEmpty { tabs = composer.tabItems(in: node, selection) }
        var bar = ScreenNode(part: 0, of: node.id, role: .tabBar)
        bar.layout = .horizontal(.center, spacing: nil)
        bar.children = tabs.map(\.label)
        let selected = tabs.first { $0.label.traits.contains(.selected) }
        let isHidden = selected?.hidesBar ?? false
        element.children = (selected?.content() ?? []) + (isHidden ? [] : [bar])
    }

    private struct TabElements {
        var label: ScreenNode
        let hidesBar: Bool
        let content: () -> [ScreenNode]
    }

    /// The tabs that are declared as such.
    private func tabs(in node: ViewNode, badge: Text?) -> [TabElements] {
        guard node.element?.role == .tab else {
            let badge = node.ownUpward(BadgeKey.self) ?? badge
            return node.children.flatMap { tabs(in: $0, badge: badge) }
        }
        guard let element = node.element else { return [] }
        var label = ScreenNode(id: node.id, role: .tab)
        label.layout = element.layout
        label.traits = Set(element.traits.map(ScreenTrait.init))
        label.handlers = element.handlers
        label.children = slot("label", of: node)
        label.value = badge?.string(in: node.environment)
        return [
            TabElements(label: label, hidesBar: hidesTabBar(node)) { slot("content", of: node) }
        ]
    }

    /// The tabs that views with a `tabItem` make.
    private func tabItems(in tabView: ViewNode, _ selection: TabSelection) -> [TabElements] {
        tabView.upward(TabItemKey.self).enumerated().map { index, node in
            let path = modifiers(around: node, below: tabView)
            let tag =
                path.compactMap { $0.ownUpward(TagKey.self) }.first ?? AnyHashable(index)
            var label = ScreenNode(part: 1, of: node.id, role: .tab)
            label.layout = .vertical(.center, spacing: nil)
            if selection.isSelected(tag) { label.traits.insert(.selected) }
            label.handlers[.activate] = { _ in selection.select(tag) }
            label.children = slot("tabItem", of: node)
            label.value = path.compactMap { $0.ownUpward(BadgeKey.self) }.first?
                .string(in: node.environment)
            return TabElements(label: label, hidesBar: hidesTabBar(node)) {
                elements(of: path.first ?? node)
            }
        }
    }

    private func hidesTabBar(_ node: ViewNode) -> Bool {
        // The page on top of a stack says it, and the stack keeps its upward data.
        func says(_ node: ViewNode) -> Bool {
            node.upward(ToolbarVisibility.Key.self)
                .contains { $0.bars.contains(.tabBar) && $0.visibility == .hidden }
        }
        func stacks(_ node: ViewNode) -> [ViewNode] {
            node.element?.role == .navigationStack ? [node] : node.children.flatMap(stacks)
        }
        return says(node)
            || stacks(node).contains { $0.children.last.map(says) ?? false }
    }

    /// The nodes of the modifiers of one tab, outermost first.
    private func modifiers(around node: ViewNode, below container: ViewNode) -> [ViewNode] {
        var path = [node]
        while let parent = path.first?.parent, parent !== container, parent.element == nil,
            parent.children.filter({ $0.element?.role != .carrier }).count == 1,
            parent.key != .slot("content") || parent.parent !== container
        {
            path.insert(parent, at: 0)
        }
        var inner = node
        while let child = inner.children.first, inner.element == nil,
            inner.children.filter({ $0.element?.role != .carrier }).count == 1
        {
            path.append(child)
            inner = child
        }
        return path
    }
}
