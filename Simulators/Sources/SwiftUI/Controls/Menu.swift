/// A control for presenting a menu of actions.
public struct Menu<Label: View, Content: View> {
    private let content: Content
    private let label: Label
    private var primaryAction: (() -> Void)?

    /// Creates a menu with a custom label.
    nonisolated public init(
        @ViewBuilder content: () -> Content,
        @ViewBuilder label: () -> Label
    ) {
        self.content = content()
        self.label = label()
    }

    /// Creates a menu with a custom primary action and custom label.
    nonisolated public init(
        @ViewBuilder content: () -> Content,
        @ViewBuilder label: () -> Label,
        primaryAction: @escaping () -> Void
    ) {
        self.init(content: content, label: label)
        self.primaryAction = primaryAction
    }
}

extension Menu: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        let isOpen = node.memory { MenuMemory() }.isOpen
        var element = Element(.button, layout: .horizontal(.center, spacing: nil))
        element.style = [.named("button", "menu")]
        element.handlers[.activate] = { [primaryAction] _ in
            if let primaryAction { primaryAction() } else { isOpen.value = true }
        }
        if primaryAction != nil { element.handlers[.contextMenu] = { _ in isOpen.value = true } }
        node.element = element
        node.child(.slot("label"), label)
        node.declareMenu(content, isOpen: isOpen)
    }
}

/// Whether a menu is open.
final class MenuMemory {
    let isOpen = StateCell(false)
}

extension ViewNode {
    /// Shows a menu over the screen while it is open.
    func declareMenu(_ content: some View, isOpen: StateCell<Bool>) {
        guard isOpen.value else { return }
        let dismiss: @MainActor () -> Void = { isOpen.value = false }
        setUpward(
            Presentation.Key.self,
            Presentation(kind: .menu, node: self, dismiss: dismiss)
        )
        child(.slot("presentation"), MenuContent(content: content))
    }
}

/// The items of a menu, in the environment of the view that opens it.
struct MenuContent<Content: View> {
    let content: Content
}

extension MenuContent: View, PrimitiveView {
    typealias Body = Never

    func makeNode(_ node: ViewNode) {
        node.element = Element(.carrier)
        node.stopsUpwardData = true
        node.child(.slot("content"), content) { $0.isInMenu = true }
    }
}

private enum IsInMenuKey: EnvironmentKey {
    static let defaultValue = false
}

extension EnvironmentValues {
    /// Whether the view is an item of a menu.
    var isInMenu: Bool {
        get { self[IsInMenuKey.self] }
        set { self[IsInMenuKey.self] = newValue }
    }
}

extension Menu where Label == Text {
    /// Creates a menu that generates its label from a localized string key.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        @ViewBuilder content: () -> Content
    ) {
        self.init(content: content) { Text(titleKey) }
    }

    /// Creates a menu that generates its label from a string.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        @ViewBuilder content: () -> Content
    ) {
        self.init(content: content) { Text(title) }
    }
}

extension Menu where Label == SwiftUI.Label<Text, Image> {
    /// Creates a menu that generates its label from a localized string key and a system image.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        systemImage: String,
        @ViewBuilder content: () -> Content
    ) {
        self.init(content: content) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }

    /// Creates a menu that generates its label from a string and a system image.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        systemImage: String,
        @ViewBuilder content: () -> Content
    ) {
        self.init(content: content) { SwiftUI.Label(title, systemImage: systemImage) }
    }
}
