/// A structure that defines the placement of a toolbar item.
public struct ToolbarItemPlacement: Sendable {
    /// Where on the screen an item is.
    package enum Area: Sendable { case leading, center, trailing, bottom, keyboard }

    package let area: Area

    /// The system places the item automatically, depending on many factors.
    public static let automatic = ToolbarItemPlacement(area: .trailing)
    /// The system places the item in the principal item section.
    public static let principal = ToolbarItemPlacement(area: .center)
    /// The item represents a navigation action.
    public static let navigation = ToolbarItemPlacement(area: .leading)
    /// The item represents a primary action.
    public static let primaryAction = ToolbarItemPlacement(area: .trailing)
    /// The item represents a secondary action.
    public static let secondaryAction = ToolbarItemPlacement(area: .trailing)
    /// The item represents a change in status for the current context.
    public static let status = ToolbarItemPlacement(area: .bottom)
    /// The item represents a confirmation action for a modal interface.
    public static let confirmationAction = ToolbarItemPlacement(area: .trailing)
    /// The item represents a cancellation action for a modal interface.
    public static let cancellationAction = ToolbarItemPlacement(area: .leading)
    /// The item represents a destructive action for a modal interface.
    public static let destructiveAction = ToolbarItemPlacement(area: .trailing)
    /// The item is placed in the keyboard section.
    public static let keyboard = ToolbarItemPlacement(area: .keyboard)
    /// Places the item in the leading edge of the top bar.
    public static let topBarLeading = ToolbarItemPlacement(area: .leading)
    /// Places the item in the trailing edge of the top bar.
    public static let topBarTrailing = ToolbarItemPlacement(area: .trailing)
    /// Places the item in the bottom toolbar.
    public static let bottomBar = ToolbarItemPlacement(area: .bottom)
}

/// The placement of a toolbar.
public struct ToolbarPlacement: Hashable, Sendable {
    package let name: String

    /// The primary toolbar.
    public static let automatic = ToolbarPlacement(name: "automatic")
    /// The bottom toolbar of an app.
    public static let bottomBar = ToolbarPlacement(name: "bottomBar")
    /// The navigation bar of an app.
    public static let navigationBar = ToolbarPlacement(name: "navigationBar")
    /// The tab bar of an app.
    public static let tabBar = ToolbarPlacement(name: "tabBar")
}

/// The behavior of a title in a toolbar.
public struct ToolbarTitleDisplayMode: Sendable {
    let mode: NavigationBarItem.TitleDisplayMode

    /// The automatic mode.
    public static let automatic = ToolbarTitleDisplayMode(mode: .automatic)
    /// The large mode.
    public static let large = ToolbarTitleDisplayMode(mode: .large)
    /// The inline large mode.
    public static let inlineLarge = ToolbarTitleDisplayMode(mode: .large)
    /// The inline mode.
    public static let inline = ToolbarTitleDisplayMode(mode: .inline)
}
