internal import MapKit
internal import SwiftUI

extension ScreenRole {
    /// A stack of pages, of which the top one is shown.
    public static let navigationStack = ScreenRole(.navigationStack)
    /// The top of a page: back, the title, toolbar items, the search field.
    public static let navigationBar = ScreenRole(.navigationBar)
    /// A row of buttons, at the bottom of a page or above the keyboard.
    public static let toolbar = ScreenRole(.toolbar)
    /// One item or group of a toolbar.
    public static let toolbarItem = ScreenRole(.toolbarItem)
    /// Tabs, of which one is shown.
    public static let tabView = ScreenRole(.tabView)
    /// The buttons that select tabs.
    public static let tabBar = ScreenRole(.tabBar)
    /// The button of a tab; its value is the badge.
    public static let tab = ScreenRole(.tab)
    /// A view over the screen.
    public static let sheet = ScreenRole(.sheet)
    /// A question or message that has to be answered.
    public static let alert = ScreenRole(.alert)
    /// A list of actions at the bottom of the screen.
    public static let confirmationDialog = ScreenRole(.confirmationDialog)
    /// An open menu.
    public static let menu = ScreenRole(.menu)
    /// Rows, perhaps in sections.
    public static let list = ScreenRole(.list)
    /// A row of a list.
    public static let row = ScreenRole(.row)
    /// A map; the marks on it are its children.
    public static let map = ScreenRole(.map)
    /// A mark on a map whose content has no name of its own.
    public static let annotation = ScreenRole(.annotation)
    /// A field whose text filters what is shown.
    public static let searchField = ScreenRole(.searchField)
    /// The button that shows or hides the content below it.
    public static let disclosure = ScreenRole(.disclosure)
    static let pendingRows = ScreenRole(.pendingRows)

    /// The roles whose elements are read as one, with their label.
    static let named: Set<ScreenRole> = [
        .button, .link, .tab, .disclosure, .toggle, .datePicker, .colorPicker, .stepper,
        .progress, .gauge, .option,
    ]
}
