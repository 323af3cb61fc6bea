/// An alert or a list of actions.
struct DialogModifier<Actions: View, Message: View> {
    let kind: Presentation.Kind
    let title: (EnvironmentValues) -> String?
    var titleVisibility = Visibility.automatic
    let isPresented: Binding<Bool>
    let actions: Actions?
    let message: Message?
}

extension DialogModifier: PrimitiveModifier {
    typealias Body = Never

    func makeNode(_ node: ViewNode, content: some View) {
        node.child(.slot("content"), content)
        guard isPresented.wrappedValue, let actions else { return }
        let dismiss: @MainActor () -> Void = { [isPresented] in isPresented.wrappedValue = false }
        var presentation = Presentation(kind: kind, node: node, dismiss: dismiss)
        presentation.title = title(node.environment)
        // A list of actions shows its title only where it is asked for.
        presentation.showsTitle = kind == .alert || titleVisibility == .visible
        node.setUpward(Presentation.Key.self, presentation)
        node.child(
            .slot("message"),
            PresentationContent(content: message, dismiss: dismiss)
        )
        node.child(
            .slot("presentation"),
            PresentationContent(content: actions, dismiss: dismiss)
        )
    }
}

extension View {
    nonisolated func dialog<Actions: View, Message: View>(
        _ kind: Presentation.Kind,
        _ title: Text,
        _ titleVisibility: Visibility,
        _ isPresented: Binding<Bool>,
        _ actions: Actions?,
        _ message: Message?
    ) -> some View {
        modifier(
            DialogModifier(
                kind: kind,
                title: { title.string(in: $0) },
                titleVisibility: titleVisibility,
                isPresented: isPresented,
                actions: actions,
                message: message
            )
        )
    }
}
