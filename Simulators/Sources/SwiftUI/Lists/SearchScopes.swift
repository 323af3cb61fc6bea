/// A picker of scopes beside the search field.
struct SearchScopes {
    /// The picker, as a type-erased view that has the scopes as its options.
    var picker: AnyView?
}

private enum SearchScopesKey: EnvironmentKey {
    // No picker, so there is nothing to share.
    nonisolated(unsafe) static let defaultValue = SearchScopes()
}

extension EnvironmentValues {
    var searchScopes: SearchScopes {
        get { self[SearchScopesKey.self] }
        set { self[SearchScopesKey.self] = newValue }
    }
}

extension View {
    /// Configures the search scopes for this view.
    ///
    /// They are shown while the person searches. Apply it outside of `searchable`, as on a phone.
    nonisolated public func searchScopes<V: Hashable, S: View>(
        _ scope: Binding<V>,
        @ViewBuilder scopes: () -> S
    ) -> some View {
        let picker = Picker("Scope", selection: scope, content: scopes)
            .pickerStyle(SegmentedPickerStyle())
            .labelsHidden()
        return environment(\.searchScopes, SearchScopes(picker: AnyView(picker)))
    }
}
