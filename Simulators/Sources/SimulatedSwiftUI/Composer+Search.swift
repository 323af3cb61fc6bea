internal import SwiftUI

extension Composer {
    /// The search fields that views of a page ask for.
    func searchFields(of page: ViewNode) -> [ScreenNode] {
        page.upward(SearchFieldKey.self).flatMap { searchParts(of: $0) }
    }

    /// The search field that is asked for around a stack.
    func searchFields(around stack: ViewNode) -> [ScreenNode] {
        var node = stack.parent
        while let present = node, present.element == nil, !present.stopsUpwardData {
            if let field = present.ownUpward(SearchFieldKey.self) {
                return searchParts(of: field)
            }
            node = present.parent
        }
        return []
    }

    private func searchParts(of node: ViewNode) -> [ScreenNode] {
        slot("search", of: node) + slot("scopes", of: node)
    }
}
