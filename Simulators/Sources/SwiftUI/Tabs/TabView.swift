internal import Foundation

/// A view that switches between multiple child views using interactive user interface elements.
public struct TabView<SelectionValue: Hashable, Content: View> {
    private let selection: Binding<AnyHashable>?
    private let content: Content

    /// Creates an instance that selects from content associated with selection values.
    nonisolated public init(
        selection: Binding<SelectionValue>?,
        @ViewBuilder content: () -> Content
    ) {
        self.selection = selection.map { Binding<AnyHashable>($0) }
        self.content = content()
    }

    /// Creates a tab view that uses a builder to create and specify selection values for its tabs.
    nonisolated public init<C: TabContent>(
        selection: Binding<SelectionValue>,
        @TabContentBuilder<SelectionValue> content: () -> C
    ) where Content == TabContentBuilder<SelectionValue>.Content<C>, C.TabValue == SelectionValue {
        self.selection = Binding<AnyHashable>(selection)
        self.content = TabContentBuilder<SelectionValue>.Content(content: content())
    }

    /// Creates a tab view that uses a builder to create its tabs.
    nonisolated public init<C: TabContent>(
        @TabContentBuilder<Never> content: () -> C
    )
    where
        SelectionValue == Never,
        Content == TabContentBuilder<Never>.Content<C>,
        C.TabValue == Never
    {
        selection = nil
        self.content = TabContentBuilder<Never>.Content(content: content())
    }
}

extension TabView where SelectionValue == Int {
    /// Creates a tab view whose selection is managed by the view.
    nonisolated public init(@ViewBuilder content: () -> Content) {
        selection = nil
        self.content = content()
    }
}

extension TabView: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        let state = node.memory { TabSelection() }
        state.binding = selection
        var element = Element(.tabView, layout: .vertical(.center, spacing: 0))
        element.payload = state
        node.element = element
        node.stopsUpwardData = true
        node.child(.slot("content"), content) { $0.tabSelection = state }
    }
}

/// A specification for the appearance and interaction of a tab view.
@MainActor
@preconcurrency
public protocol TabViewStyle {}

/// The default tab view style.
public struct DefaultTabViewStyle: TabViewStyle {
    /// Creates the style.
    nonisolated public init() {}
}

/// A tab view style that displays a tab bar that can adapt into a sidebar.
public struct SidebarAdaptableTabViewStyle: TabViewStyle {
    /// Creates the style.
    nonisolated public init() {}
}

/// A tab view style that displays a tab bar when possible.
public struct TabBarOnlyTabViewStyle: TabViewStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension TabViewStyle where Self == DefaultTabViewStyle {
    /// The default tab view style.
    nonisolated public static var automatic: DefaultTabViewStyle { DefaultTabViewStyle() }
}

extension TabViewStyle where Self == SidebarAdaptableTabViewStyle {
    /// A tab bar that can adapt into a sidebar.
    nonisolated public static var sidebarAdaptable: SidebarAdaptableTabViewStyle {
        SidebarAdaptableTabViewStyle()
    }
}

extension TabViewStyle where Self == TabBarOnlyTabViewStyle {
    /// A tab bar when possible.
    nonisolated public static var tabBarOnly: TabBarOnlyTabViewStyle { TabBarOnlyTabViewStyle() }
}

extension View {
    /// Sets the style for the tab view within the current environment.
    ///
    /// A phone shows a tab bar for each of them.
    nonisolated public func tabViewStyle<S: TabViewStyle>(_ style: S) -> some View {
        self
    }
}
