/// A scene that presents a group of identically structured windows.
public struct WindowGroup<Content: View> {
    private let content: Content

    /// Creates a window group.
    nonisolated public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    /// Creates a window group with an identifier.
    nonisolated public init(id: String, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    /// Creates a window group with a title.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }
}

extension WindowGroup: Scene, PrimitiveScene {
    /// The scene has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        node.child(.slot("window"), content)
    }
}
