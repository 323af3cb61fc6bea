internal import Foundation
package import SwiftUI

extension Composer {
    /// Makes rows of the elements, up to the first that is not evaluated.
    package static func composeList(
        _ element: inout ScreenNode,
        _ node: ViewNode,
        _ composer: Composer
    ) {
        guard let look = node.element?.payload as? ListLook else { return }
        var rows = composer.slot("content", of: node)
        if truncate(&rows) {
            element.handlers[.scroll] = { _ in look.window.loadMore() }
        }
        element.children = rows.map { row in
            guard row.role == .section else { return Self.row(row, look) }
            var section = row
            section.children = row.children.map { part in
                [.sectionHeader, .sectionFooter].contains(part.role) ? part : Self.row(part, look)
            }
            return section
        }
    }

    /// Removes the first mark of rows that are not evaluated, and all behind it.
    private static func truncate(_ elements: inout [ScreenNode]) -> Bool {
        for index in elements.indices {
            if elements[index].role == .pendingRows {
                elements.removeSubrange(index...)
                return true
            }
            if elements[index].role == .section, truncate(&elements[index].children) {
                elements.removeSubrange((index + 1)...)
                return true
            }
        }
        return false
    }

    private static func row(_ element: ScreenNode, _ look: ListLook) -> ScreenNode {
        var row = ScreenNode(part: 16, of: element.id, role: .row)
        row.layout = .horizontal(.center, spacing: nil)
        row.attachments = element.attachments
        row.children = [element]
        if let badge = element.attachments.badge {
            row.children.append(.text(badge, part: 17, of: element.id))
        }
        if element.attachments.trailingActions.isEmpty,
            let deletion = element.attachments.deletion
        {
            row.attachments.trailingActions = [delete(deletion, of: element)]
            row.attachments.fullSwipes.insert(.trailing)
        }
        row.addSwipeHandlers()
        if let selection = look.selection,
            let tag = element.attachments.tag ?? element.attachments.identity
        {
            if selection.contains(tag) { row.traits.insert(.selected) }
            row.handlers[.activate] = { _ in selection.toggle(tag) }
        }
        return row
    }

    private static func delete(_ deletion: RowDeletion, of element: ScreenNode) -> ScreenNode {
        var button = ScreenNode(part: 18, of: element.id, role: .button)
        button.traits = [.destructive]
        button.children = [.text(deletion.title, part: 19, of: element.id)]
        button.handlers[.activate] = { _ in deletion.perform() }
        return button
    }
}

extension ScreenNode {
    /// The buttons that a swipe from the trailing edge shows.
    public var trailingSwipeActions: [ScreenNode] { attachments.trailingActions }

    /// The buttons that a swipe from the leading edge shows.
    public var leadingSwipeActions: [ScreenNode] { attachments.leadingActions }

    /// Offers each swipe action by its name, and the first ones by a swipe to the end.
    fileprivate mutating func addSwipeHandlers() {
        for action in leadingSwipeActions + trailingSwipeActions where action.isEnabled {
            handlers[.accessibilityAction(action.label)] = action.handlers[.activate]
        }
        if attachments.fullSwipes.contains(.trailing) {
            handlers[.swipeTrailing] = trailingSwipeActions.first?.handlers[.activate]
        }
        if attachments.fullSwipes.contains(.leading) {
            handlers[.swipeLeading] = leadingSwipeActions.first?.handlers[.activate]
        }
    }
}
