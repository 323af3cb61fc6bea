/// What a node shows over the screen, in its slot "presentation".
package struct Presentation {
    package enum Kind: Sendable {
        case sheet, fullScreenCover, popover, alert, confirmationDialog, menu
    }

    package let kind: Kind
    /// The modifier's or menu's node.
    package let node: ViewNode
    package var title: String?
    /// Whether the title of a dialog is shown.
    package var showsTitle = true
    package var dismiss: @MainActor () -> Void

    /// The presentation of the node, while it is shown.
    package enum Key: UpwardKey {
        package typealias Value = Presentation
    }
}

/// The root of what is presented: in an environment without the containers below.
struct PresentationContent<Content: View> {
    let content: Content
    let dismiss: @MainActor () -> Void
}

extension PresentationContent: View, PrimitiveView {
    typealias Body = Never

    func makeNode(_ node: ViewNode) {
        node.element = Element(.carrier)
        node.stopsUpwardData = true
        let dismiss = node.latestAction(dismiss)
        node.child(.slot("content"), content) { environment in
            environment.leaveContainers()
            environment.dismiss = DismissAction(dismiss)
            environment.isPresented = true
        }
    }
}

extension EnvironmentValues {
    /// Forgets the containers around a presenting view, which do not contain what it presents.
    mutating func leaveContainers() {
        navigation = nil
        navigationPageIndex = 0
        tabSelection = nil
        rowWindow = nil
        refresh = nil
        isSearching = false
        searchText = ""
    }
}

struct PresentationModifier<Presented: View> {
    let kind: Presentation.Kind
    let isPresented: () -> Bool
    let dismiss: () -> Void
    let onDismiss: (() -> Void)?
    /// The identity of what is presented; another one is another presentation.
    let id: () -> AnyHashable
    let presented: () -> Presented?

    private final class Memory {
        var wasPresented = false
    }
}

extension PresentationModifier: PrimitiveModifier {
    typealias Body = Never

    func makeNode(_ node: ViewNode, content: some View) {
        node.child(.slot("content"), content)
        let memory = node.memory { Memory() }
        guard isPresented(), let presented = presented() else {
            if memory.wasPresented, let onDismiss {
                node.graph.afterUpdate(of: node) { onDismiss() }
            }
            memory.wasPresented = false
            return
        }
        memory.wasPresented = true
        let dismiss: @MainActor () -> Void = { [dismiss] in dismiss() }
        node.setUpward(
            Presentation.Key.self,
            Presentation(kind: kind, node: node, dismiss: dismiss)
        )
        node.child(
            .slot("presentation"),
            PresentationContent(
                content: presented.id(id()),
                dismiss: dismiss
            )
        )
    }
}
