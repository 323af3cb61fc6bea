/// Actions that a swipe over a row shows.
package struct SwipeActions {
    package let edge: HorizontalEdge
    /// Whether a swipe to the end performs the first action.
    package let allowsFullSwipe: Bool
    /// The node that holds the buttons in its slot "swipeActions".
    package let node: ViewNode

    /// The actions of a row.
    package enum Key: UpwardKey {
        package typealias Value = SwipeActions
    }
}

struct SwipeActionsModifier<Actions: View> {
    let edge: HorizontalEdge
    let allowsFullSwipe: Bool
    let actions: Actions
}

extension SwipeActionsModifier: PrimitiveModifier {
    typealias Body = Never

    func makeNode(_ node: ViewNode, content: some View) {
        node.setUpward(
            SwipeActions.Key.self,
            SwipeActions(edge: edge, allowsFullSwipe: allowsFullSwipe, node: node)
        )
        node.child(.slot("content"), content)
        node.child(.slot("swipeActions"), Carrier(content: actions))
    }
}

/// How a row is deleted by a swipe.
package struct RowDeletion {
    package let title: String
    package let perform: @MainActor () -> Void

    /// The deletion of a row.
    package enum Key: UpwardKey {
        package typealias Value = RowDeletion
    }
}

extension View {
    /// Adds custom swipe actions to a row in a list.
    nonisolated public func swipeActions<T: View>(
        edge: HorizontalEdge = .trailing,
        allowsFullSwipe: Bool = true,
        @ViewBuilder content: () -> T
    ) -> some View {
        modifier(
            SwipeActionsModifier(
                edge: edge,
                allowsFullSwipe: allowsFullSwipe,
                actions: content()
            )
        )
    }
}
