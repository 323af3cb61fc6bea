/// A view modifier that adds accessibility properties to the view.
public struct AccessibilityAttachmentModifier {
    var change: (inout AccessibilityAttributes, EnvironmentValues) -> Void = { _, _ in }
    var actions: [Action] = []

    struct Action {
        let name: (EnvironmentValues) -> HandlerName
        let perform: (HandlerValue) -> Void
    }
}

extension AccessibilityAttachmentModifier: ViewModifier, PrimitiveModifier {
    /// The modifier has no body.
    public typealias Body = Never

    package func apply(to node: ViewNode) {
        change(&node.accessibility, node.environment)
        for action in actions {
            let perform = action.perform
            node.accessibility.handlers[action.name(node.environment)] = { perform($0) }
        }
    }
}

extension View {
    /// Adds what assistive technology tells about the view.
    nonisolated func accessibility(
        _ change: @escaping (inout AccessibilityAttributes, EnvironmentValues) -> Void
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        modifier(AccessibilityAttachmentModifier(change: change))
    }

    /// Adds what assistive technology can do with the view.
    nonisolated func accessibility(
        actions: [AccessibilityAttachmentModifier.Action]
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        modifier(AccessibilityAttachmentModifier(actions: actions))
    }
}
