extension Role {
    package static let navigationStack = Role(rawValue: "navigationStack")
    /// The top of a page: back, the title, toolbar items, the search field.
    package static let navigationBar = Role(rawValue: "navigationBar")
    /// A row of buttons, at the bottom of a page or above the keyboard.
    package static let toolbar = Role(rawValue: "toolbar")
    /// One item or group of a toolbar; its payload is a `ToolbarItemPlacement`.
    package static let toolbarItem = Role(rawValue: "toolbarItem")
    package static let tabView = Role(rawValue: "tabView")
    package static let tabBar = Role(rawValue: "tabBar")
    package static let tab = Role(rawValue: "tab")
    package static let sheet = Role(rawValue: "sheet")
    package static let alert = Role(rawValue: "alert")
    /// A list of actions at the bottom of the screen.
    package static let confirmationDialog = Role(rawValue: "confirmationDialog")
    package static let menu = Role(rawValue: "menu")
    package static let list = Role(rawValue: "list")
    package static let row = Role(rawValue: "row")
    /// Marks where rows follow that are not evaluated yet.
    package static let pendingRows = Role(rawValue: "pendingRows")
    package static let searchField = Role(rawValue: "searchField")
}
