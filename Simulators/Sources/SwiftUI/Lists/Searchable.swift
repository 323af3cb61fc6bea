/// The placement of a search field in a view hierarchy.
public struct SearchFieldPlacement: Sendable {
    private let name: String

    /// SwiftUI places the search field automatically.
    public static let automatic = SearchFieldPlacement(name: "automatic")
    /// The search field appears in the navigation bar.
    public static let navigationBarDrawer = SearchFieldPlacement(name: "navigationBarDrawer")
    /// The search field appears in the toolbar.
    public static let toolbar = SearchFieldPlacement(name: "toolbar")
    /// The search field appears in the sidebar of a navigation view.
    public static let sidebar = SearchFieldPlacement(name: "sidebar")

    /// The search field appears in the navigation bar using the specified display mode.
    public static func navigationBarDrawer(
        displayMode: NavigationBarDrawerDisplayMode
    ) -> SearchFieldPlacement {
        .navigationBarDrawer
    }

    /// A mode that determines when to display a search field that appears in a navigation bar.
    public struct NavigationBarDrawerDisplayMode: Sendable {
        private let name: String

        /// Enable hiding the search field in response to scrolling.
        public static let automatic = NavigationBarDrawerDisplayMode(name: "automatic")
        /// Always display the search field regardless of the scroll activity.
        public static let always = NavigationBarDrawerDisplayMode(name: "always")
    }
}

extension View {
    nonisolated func searchField(
        _ text: Binding<String>,
        _ prompt: Text?,
        _ isPresented: Binding<Bool>?
    ) -> some View {
        modifier(SearchModifier(text: text, prompt: prompt, isPresented: isPresented))
    }

    /// Marks this view as searchable, which configures the display of a search field.
    nonisolated public func searchable(
        text: Binding<String>,
        placement: SearchFieldPlacement = .automatic,
        prompt: Text? = nil
    ) -> some View {
        searchField(text, prompt, nil)
    }

    /// Marks this view as searchable, with a localized prompt.
    nonisolated public func searchable(
        text: Binding<String>,
        placement: SearchFieldPlacement = .automatic,
        prompt: LocalizedStringKey
    ) -> some View {
        searchField(text, Text(prompt), nil)
    }

    /// Marks this view as searchable, with a prompt.
    @_disfavoredOverload
    nonisolated public func searchable<S: StringProtocol>(
        text: Binding<String>,
        placement: SearchFieldPlacement = .automatic,
        prompt: S
    ) -> some View {
        searchField(text, Text(prompt), nil)
    }

    /// Marks this view as searchable with programmatic presentation of the search field.
    nonisolated public func searchable(
        text: Binding<String>,
        isPresented: Binding<Bool>,
        placement: SearchFieldPlacement = .automatic,
        prompt: Text? = nil
    ) -> some View {
        searchField(text, prompt, isPresented)
    }

    /// Marks this view as searchable with programmatic presentation and a localized prompt.
    nonisolated public func searchable(
        text: Binding<String>,
        isPresented: Binding<Bool>,
        placement: SearchFieldPlacement = .automatic,
        prompt: LocalizedStringKey
    ) -> some View {
        searchField(text, Text(prompt), isPresented)
    }

    /// Marks this view as searchable with programmatic presentation and a prompt.
    @_disfavoredOverload
    nonisolated public func searchable<S: StringProtocol>(
        text: Binding<String>,
        isPresented: Binding<Bool>,
        placement: SearchFieldPlacement = .automatic,
        prompt: S
    ) -> some View {
        searchField(text, Text(prompt), isPresented)
    }
}
