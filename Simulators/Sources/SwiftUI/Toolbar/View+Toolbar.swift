/// The node that holds toolbar items in its slot "toolbar".
package enum ToolbarKey: UpwardKey {
    package typealias Value = ViewNode
}

/// Which bars of a page are shown or have a background.
package struct ToolbarVisibility {
    package let visibility: Visibility
    package let bars: [ToolbarPlacement]

    /// Whether the bars are shown.
    package enum Key: UpwardKey {
        package typealias Value = ToolbarVisibility
    }

    /// Whether the bars have a background.
    package enum BackgroundKey: UpwardKey {
        package typealias Value = ToolbarVisibility
    }
}

/// The background of the bars of a page.
package struct ToolbarBackground {
    package let paint: (EnvironmentValues) -> Paint
    package let bars: [ToolbarPlacement]

    /// The background of the bars of a page.
    package enum Key: UpwardKey {
        package typealias Value = ToolbarBackground
    }
}

struct ToolbarModifier<Items: View> {
    let items: Items
}

extension ToolbarModifier: PrimitiveModifier {
    typealias Body = Never

    func makeNode(_ node: ViewNode, content: some View) {
        node.setUpward(ToolbarKey.self, node)
        node.child(.slot("content"), content)
        node.child(.slot("toolbar"), Carrier(content: items))
    }
}

extension View {
    /// Populates the toolbar or navigation bar with the views you provide.
    nonisolated public func toolbar<Content: View>(
        @ViewBuilder content: () -> Content
    ) -> some View {
        modifier(
            ToolbarModifier(items: ToolbarItemView(placement: .automatic, content: content()))
        )
    }

    /// Populates the toolbar or navigation bar with the specified items.
    nonisolated public func toolbar<Content: ToolbarContent>(
        @ToolbarContentBuilder content: () -> Content
    ) -> some View {
        modifier(ToolbarModifier(items: ToolbarContentView(content: content())))
    }

    /// Specifies the visibility of a bar managed by SwiftUI.
    nonisolated public func toolbar(
        _ visibility: Visibility,
        for bars: ToolbarPlacement...
    ) -> some View {
        upward(
            ToolbarVisibility.Key.self,
            ToolbarVisibility(visibility: visibility, bars: bars)
        )
    }

    /// Specifies the visibility of a bar managed by SwiftUI.
    nonisolated public func toolbarVisibility(
        _ visibility: Visibility,
        for bars: ToolbarPlacement...
    ) -> some View {
        upward(
            ToolbarVisibility.Key.self,
            ToolbarVisibility(visibility: visibility, bars: bars)
        )
    }

    /// Specifies the preferred visibility of backgrounds on a bar managed by SwiftUI.
    nonisolated public func toolbarBackground(
        _ visibility: Visibility,
        for bars: ToolbarPlacement...
    ) -> some View {
        upward(
            ToolbarVisibility.BackgroundKey.self,
            ToolbarVisibility(visibility: visibility, bars: bars)
        )
    }

    /// Specifies the preferred visibility of backgrounds on a bar managed by SwiftUI.
    nonisolated public func toolbarBackgroundVisibility(
        _ visibility: Visibility,
        for bars: ToolbarPlacement...
    ) -> some View {
        upward(
            ToolbarVisibility.BackgroundKey.self,
            ToolbarVisibility(visibility: visibility, bars: bars)
        )
    }

    /// Specifies the preferred shape style of the background of a bar managed by SwiftUI.
    nonisolated public func toolbarBackground<S: ShapeStyle>(
        _ style: S,
        for bars: ToolbarPlacement...
    ) -> some View {
        upward(
            ToolbarBackground.Key.self,
            ToolbarBackground(paint: { $0.resolved(style) }, bars: bars)
        )
    }

    /// Configures the toolbar title display mode for this view.
    nonisolated public func toolbarTitleDisplayMode(
        _ mode: ToolbarTitleDisplayMode
    ) -> some View {
        upward(NavigationTitleDisplayModeKey.self, mode.mode)
    }
}
