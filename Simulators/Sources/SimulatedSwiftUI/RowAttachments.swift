package import SwiftUI

/// What modifiers of a view give to the row, picker or tab view around it.
package struct RowAttachments {
    /// The buttons behind the trailing edge.
    package var trailingActions: [ScreenNode] = []
    /// The buttons behind the leading edge.
    package var leadingActions: [ScreenNode] = []
    /// The edges where a swipe to the end performs the first action.
    package var fullSwipes: Set<HorizontalEdge> = []
    package var deletion: RowDeletion?
    package var badge: String?
    /// The value that selects the element: its tag, or else the identity in its `ForEach`.
    package var tag: AnyHashable?
    package var identity: AnyHashable?
    package var background: [ScreenNode] = []

    package init() {}
}

extension Composer {
    /// Adds what a node gives to the rows of its elements.
    func attach(_ node: ViewNode, to elements: inout [ScreenNode]) {
        if let swipe = node.ownUpward(SwipeActions.Key.self) {
            let actions = slot("swipeActions", of: node)
            for index in elements.indices { elements[index].attachments.add(swipe, actions) }
        }
        if let deletion = node.ownUpward(RowDeletion.Key.self) {
            for index in elements.indices { elements[index].attachments.deletion = deletion }
        }
        if let badge = node.ownUpward(BadgeKey.self)?.string(in: node.environment) {
            for index in elements.indices where elements[index].attachments.badge == nil {
                elements[index].attachments.badge = badge
            }
        }
        if let tag = node.ownUpward(TagKey.self) {
            for index in elements.indices where elements[index].attachments.tag == nil {
                elements[index].attachments.tag = tag
            }
        }
        if case .id(let identity, _) = node.key {
            for index in elements.indices where elements[index].attachments.identity == nil {
                elements[index].attachments.identity = identity
            }
        }
        if let background = node.ownUpward(RowBackgroundKey.self) {
            let shown = slot("rowBackground", of: background)
            for index in elements.indices { elements[index].attachments.background = shown }
        }
    }
}

extension RowAttachments {
    fileprivate mutating func add(_ swipe: SwipeActions, _ actions: [ScreenNode]) {
        if swipe.allowsFullSwipe { fullSwipes.insert(swipe.edge) }
        switch swipe.edge {
        case .leading: leadingActions += actions
        case .trailing: trailingActions += actions
        }
    }
}
