/// The title of a page.
package enum NavigationTitleKey: UpwardKey {
    package typealias Value = Text
}

/// How the title of a page is shown.
package enum NavigationTitleDisplayModeKey: UpwardKey {
    package typealias Value = NavigationBarItem.TitleDisplayMode
}

/// Whether the page has no button that goes back.
package enum NavigationBackButtonHiddenKey: UpwardKey {
    package typealias Value = Bool
}

/// A configuration for a navigation bar that represents a view at the top of a navigation stack.
public struct NavigationBarItem: Sendable {
    /// A style for displaying the title of a navigation bar.
    public enum TitleDisplayMode: Sendable {
        /// Inherit the display mode from the previous navigation item.
        case automatic
        /// Display the title within the standard bounds of the navigation bar.
        case inline
        /// Display a large title within an expanded navigation bar.
        case large
    }
}

/// Gives a value to the containers above.
struct UpwardModifier<Key: UpwardKey> {
    let key: Key.Type
    let value: Key.Value
}

extension UpwardModifier: PrimitiveModifier {
    typealias Body = Never

    func apply(to node: ViewNode) {
        node.setUpward(key, value)
    }
}

extension View {
    /// Gives a value to the containers above.
    nonisolated func upward<Key: UpwardKey>(_ key: Key.Type, _ value: Key.Value) -> some View {
        modifier(UpwardModifier(key: key, value: value))
    }

    /// Configures the view's title for purposes of navigation.
    nonisolated public func navigationTitle(_ title: Text) -> some View {
        upward(NavigationTitleKey.self, title)
    }

    /// Configures the view's title for purposes of navigation, using a localized string.
    nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View {
        navigationTitle(Text(titleKey))
    }

    /// Configures the view's title for purposes of navigation, using a string.
    @_disfavoredOverload
    nonisolated public func navigationTitle<S: StringProtocol>(_ title: S) -> some View {
        navigationTitle(Text(title))
    }

    /// Configures the title display mode for this view.
    nonisolated public func navigationBarTitleDisplayMode(
        _ displayMode: NavigationBarItem.TitleDisplayMode
    ) -> some View {
        upward(NavigationTitleDisplayModeKey.self, displayMode)
    }

    /// Hides the navigation bar back button for the view.
    nonisolated public func navigationBarBackButtonHidden(
        _ hidesBackButton: Bool = true
    ) -> some View {
        upward(NavigationBackButtonHiddenKey.self, hidesBackButton)
    }
}
