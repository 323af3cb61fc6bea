extension View {
    /// Presents a confirmation dialog when a given condition is true, with a message.
    nonisolated public func confirmationDialog<A: View, M: View>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View {
        dialog(
            .confirmationDialog,
            Text(titleKey),
            titleVisibility,
            isPresented,
            actions(),
            message()
        )
    }

    /// Presents a confirmation dialog when a given condition is true.
    nonisolated public func confirmationDialog<A: View>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A
    ) -> some View {
        dialog(
            .confirmationDialog,
            Text(titleKey),
            titleVisibility,
            isPresented,
            actions(),
            EmptyView()
        )
    }

    /// Presents a confirmation dialog when a given condition is true, with a message, using data.
    nonisolated public func confirmationDialog<A: View, M: View, T>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        presenting data: T?,
        @ViewBuilder actions: (T) -> A,
        @ViewBuilder message: (T) -> M
    ) -> some View {
        dialog(
            .confirmationDialog,
            Text(titleKey),
            titleVisibility,
            isPresented,
            data.map(actions),
            data.map(message)
        )
    }

    /// Presents a confirmation dialog when a given condition is true, using data.
    nonisolated public func confirmationDialog<A: View, T>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        presenting data: T?,
        @ViewBuilder actions: (T) -> A
    ) -> some View {
        dialog(
            .confirmationDialog,
            Text(titleKey),
            titleVisibility,
            isPresented,
            data.map(actions),
            EmptyView()
        )
    }

    /// Presents a confirmation dialog when a given condition is true, with a message.
    @_disfavoredOverload
    nonisolated public func confirmationDialog<S: StringProtocol, A: View, M: View>(
        _ title: S,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View {
        dialog(.confirmationDialog, Text(title), titleVisibility, isPresented, actions(), message())
    }

    /// Presents a confirmation dialog when a given condition is true.
    @_disfavoredOverload
    nonisolated public func confirmationDialog<S: StringProtocol, A: View>(
        _ title: S,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A
    ) -> some View {
        dialog(
            .confirmationDialog,
            Text(title),
            titleVisibility,
            isPresented,
            actions(),
            EmptyView()
        )
    }

    /// Presents a confirmation dialog when a given condition is true, with a message, using data.
    @_disfavoredOverload
    nonisolated public func confirmationDialog<S: StringProtocol, A: View, M: View, T>(
        _ title: S,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        presenting data: T?,
        @ViewBuilder actions: (T) -> A,
        @ViewBuilder message: (T) -> M
    ) -> some View {
        dialog(
            .confirmationDialog,
            Text(title),
            titleVisibility,
            isPresented,
            data.map(actions),
            data.map(message)
        )
    }

    /// Presents a confirmation dialog when a given condition is true, using data.
    @_disfavoredOverload
    nonisolated public func confirmationDialog<S: StringProtocol, A: View, T>(
        _ title: S,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        presenting data: T?,
        @ViewBuilder actions: (T) -> A
    ) -> some View {
        dialog(
            .confirmationDialog,
            Text(title),
            titleVisibility,
            isPresented,
            data.map(actions),
            EmptyView()
        )
    }

    /// Presents a confirmation dialog when a given condition is true, with a message.
    nonisolated public func confirmationDialog<A: View, M: View>(
        _ title: Text,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View {
        dialog(.confirmationDialog, title, titleVisibility, isPresented, actions(), message())
    }

    /// Presents a confirmation dialog when a given condition is true.
    nonisolated public func confirmationDialog<A: View>(
        _ title: Text,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A
    ) -> some View {
        dialog(.confirmationDialog, title, titleVisibility, isPresented, actions(), EmptyView())
    }

    /// Presents a confirmation dialog when a given condition is true, with a message, using data.
    nonisolated public func confirmationDialog<A: View, M: View, T>(
        _ title: Text,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        presenting data: T?,
        @ViewBuilder actions: (T) -> A,
        @ViewBuilder message: (T) -> M
    ) -> some View {
        dialog(
            .confirmationDialog,
            title,
            titleVisibility,
            isPresented,
            data.map(actions),
            data.map(message)
        )
    }

    /// Presents a confirmation dialog when a given condition is true, using data.
    nonisolated public func confirmationDialog<A: View, T>(
        _ title: Text,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        presenting data: T?,
        @ViewBuilder actions: (T) -> A
    ) -> some View {
        dialog(
            .confirmationDialog,
            title,
            titleVisibility,
            isPresented,
            data.map(actions),
            EmptyView()
        )
    }
}
