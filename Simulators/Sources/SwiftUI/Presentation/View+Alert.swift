public import Foundation

extension View {
    /// Presents an alert when a given condition is true, with a message.
    nonisolated public func alert<A: View, M: View>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View {
        dialog(.alert, Text(titleKey), .automatic, isPresented, actions(), message())
    }

    /// Presents an alert when a given condition is true.
    nonisolated public func alert<A: View>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A
    ) -> some View {
        dialog(.alert, Text(titleKey), .automatic, isPresented, actions(), EmptyView())
    }

    /// Presents an alert when a given condition is true, with a message, using data.
    nonisolated public func alert<A: View, M: View, T>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        presenting data: T?,
        @ViewBuilder actions: (T) -> A,
        @ViewBuilder message: (T) -> M
    ) -> some View {
        dialog(
            .alert,
            Text(titleKey),
            .automatic,
            isPresented,
            data.map(actions),
            data.map(message)
        )
    }

    /// Presents an alert when a given condition is true, using data.
    nonisolated public func alert<A: View, T>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        presenting data: T?,
        @ViewBuilder actions: (T) -> A
    ) -> some View {
        dialog(.alert, Text(titleKey), .automatic, isPresented, data.map(actions), EmptyView())
    }

    /// Presents an alert when a given condition is true, with a message.
    @_disfavoredOverload
    nonisolated public func alert<S: StringProtocol, A: View, M: View>(
        _ title: S,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View {
        dialog(.alert, Text(title), .automatic, isPresented, actions(), message())
    }

    /// Presents an alert when a given condition is true.
    @_disfavoredOverload
    nonisolated public func alert<S: StringProtocol, A: View>(
        _ title: S,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A
    ) -> some View {
        dialog(.alert, Text(title), .automatic, isPresented, actions(), EmptyView())
    }

    /// Presents an alert when a given condition is true, with a message, using data.
    @_disfavoredOverload
    nonisolated public func alert<S: StringProtocol, A: View, M: View, T>(
        _ title: S,
        isPresented: Binding<Bool>,
        presenting data: T?,
        @ViewBuilder actions: (T) -> A,
        @ViewBuilder message: (T) -> M
    ) -> some View {
        dialog(.alert, Text(title), .automatic, isPresented, data.map(actions), data.map(message))
    }

    /// Presents an alert when a given condition is true, using data.
    @_disfavoredOverload
    nonisolated public func alert<S: StringProtocol, A: View, T>(
        _ title: S,
        isPresented: Binding<Bool>,
        presenting data: T?,
        @ViewBuilder actions: (T) -> A
    ) -> some View {
        dialog(.alert, Text(title), .automatic, isPresented, data.map(actions), EmptyView())
    }

    /// Presents an alert when a given condition is true, with a message.
    nonisolated public func alert<A: View, M: View>(
        _ title: Text,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View {
        dialog(.alert, title, .automatic, isPresented, actions(), message())
    }

    /// Presents an alert when a given condition is true.
    nonisolated public func alert<A: View>(
        _ title: Text,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A
    ) -> some View {
        dialog(.alert, title, .automatic, isPresented, actions(), EmptyView())
    }

    /// Presents an alert when a given condition is true, with a message, using data.
    nonisolated public func alert<A: View, M: View, T>(
        _ title: Text,
        isPresented: Binding<Bool>,
        presenting data: T?,
        @ViewBuilder actions: (T) -> A,
        @ViewBuilder message: (T) -> M
    ) -> some View {
        dialog(.alert, title, .automatic, isPresented, data.map(actions), data.map(message))
    }

    /// Presents an alert when a given condition is true, using data.
    nonisolated public func alert<A: View, T>(
        _ title: Text,
        isPresented: Binding<Bool>,
        presenting data: T?,
        @ViewBuilder actions: (T) -> A
    ) -> some View {
        dialog(.alert, title, .automatic, isPresented, data.map(actions), EmptyView())
    }

    /// Presents an alert when an error is present.
    nonisolated public func alert<E: LocalizedError, A: View>(
        isPresented: Binding<Bool>,
        error: E?,
        @ViewBuilder actions: () -> A
    ) -> some View {
        let title = Text(error?.errorDescription ?? "")
        return dialog(
            .alert,
            title,
            .automatic,
            isPresented,
            error.map { _ in actions() },
            EmptyView()
        )
    }

    /// Presents an alert with a message when an error is present.
    nonisolated public func alert<E: LocalizedError, A: View, M: View>(
        isPresented: Binding<Bool>,
        error: E?,
        @ViewBuilder actions: (E) -> A,
        @ViewBuilder message: (E) -> M
    ) -> some View {
        let title = Text(error?.errorDescription ?? "")
        return dialog(
            .alert,
            title,
            .automatic,
            isPresented,
            error.map(actions),
            error.map(message)
        )
    }
}
