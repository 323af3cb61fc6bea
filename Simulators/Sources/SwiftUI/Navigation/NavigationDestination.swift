struct ValueDestinationModifier<Value: Hashable, Destination: View> {
    let destination: (Value) -> Destination
}

extension ValueDestinationModifier: PrimitiveModifier {
    typealias Body = Never

    func apply(to node: ViewNode) {
        guard let context = node.environment.navigation else { return }
        let type = ObjectIdentifier(Value.self)
        context.setDestination(
            of: type,
            from: node,
            page: node.environment.navigationPageIndex
        ) { [destination] value in
            (value.base as? Value).map { AnyView(destination($0)) }
        }
        node.onDetach("destination") { [id = node.id] in
            context.removeDestination(of: type, from: id)
        }
    }
}

struct PresentedDestinationModifier<Destination: View> {
    let isPresented: () -> Bool
    let dismiss: () -> Void
    let destination: () -> Destination?
}

extension PresentedDestinationModifier: PrimitiveModifier {
    typealias Body = Never

    func makeNode(_ node: ViewNode, content: some View) {
        node.child(.slot("content"), content)
        guard isPresented(), let destination = destination() else { return }
        node.declarePage(destination, isPresented: true) { [dismiss] in dismiss() }
    }
}

extension ViewNode {
    /// Declares a page above those of the path.
    func declarePage(
        _ content: some View,
        isPresented: Bool,
        dismiss: @escaping @MainActor () -> Void
    ) {
        guard isPresented, let context = environment.navigation else { return }
        setUpward(NavigationPage.PresentedKey.self, self)
        child(
            .slot("destination"),
            NavigationPageView(
                content: content,
                index: environment.navigationPageIndex + 1,
                context: context,
                dismiss: dismiss
            )
        )
    }
}

extension View {
    /// Associates a destination view with a presented data type for use within a navigation stack.
    nonisolated public func navigationDestination<D: Hashable, C: View>(
        for data: D.Type,
        @ViewBuilder destination: @escaping (D) -> C
    ) -> some View {
        modifier(ValueDestinationModifier(destination: destination))
    }

    /// Associates a destination view with a binding that can be used to push the view.
    nonisolated public func navigationDestination<V: View>(
        isPresented: Binding<Bool>,
        @ViewBuilder destination: () -> V
    ) -> some View {
        let destination = destination()
        return modifier(
            PresentedDestinationModifier(
                isPresented: { isPresented.wrappedValue },
                dismiss: { isPresented.wrappedValue = false },
                destination: { destination }
            )
        )
    }

    /// Associates a destination view with a bound value for use within a navigation stack.
    nonisolated public func navigationDestination<D: Hashable, C: View>(
        item: Binding<D?>,
        @ViewBuilder destination: @escaping (D) -> C
    ) -> some View {
        modifier(
            PresentedDestinationModifier(
                isPresented: { item.wrappedValue != nil },
                dismiss: { item.wrappedValue = nil },
                destination: { item.wrappedValue.map(destination) }
            )
        )
    }
}
