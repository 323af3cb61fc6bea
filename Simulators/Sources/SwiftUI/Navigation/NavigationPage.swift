/// A page of a navigation stack, which the stack composes when it is on top.
package struct NavigationPage {
    /// What a page says about itself to the stack.
    package enum Key: UpwardKey {
        package typealias Value = @MainActor () -> Void
    }

    /// The node that presents a page beside the path, in its slot "destination".
    package enum PresentedKey: UpwardKey {
        package typealias Value = ViewNode
    }
}

/// A page that appears in its stack only, not where its node is.
struct NavigationPageView<Content: View> {
    let content: Content
    let index: Int
    let context: NavigationContext?
    let dismiss: @MainActor () -> Void
}

extension NavigationPageView: View, PrimitiveView {
    typealias Body = Never

    func makeNode(_ node: ViewNode) {
        node.element = Element(.carrier)
        node.stopsUpwardData = true
        node.setUpward(NavigationPage.Key.self, dismiss)
        let action = node.latestAction(dismiss)
        node.child(.slot("content"), content) { environment in
            environment.navigation = context
            environment.navigationPageIndex = index
            if index > 0 {
                environment.dismiss = DismissAction(action)
                environment.isPresented = true
            }
        }
    }
}

/// The content of the page of a value in the path.
struct NavigationValueContent {
    let value: AnyHashable
    let context: NavigationContext
}

extension NavigationValueContent: View, PrimitiveView {
    typealias Body = Never

    func makeNode(_ node: ViewNode) {
        if let content = context.content(of: value) {
            node.child(.slot("content"), content)
        } else {
            // What a phone shows for a value without a destination.
            node.child(.slot("missing"), Image(systemName: "exclamationmark.triangle"))
        }
    }
}
