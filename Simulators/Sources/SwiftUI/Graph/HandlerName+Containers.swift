extension HandlerName {
    /// Returns to the page below.
    package static let goBack = HandlerName(rawValue: "goBack")
    /// Swipes a sheet away, or taps beside a menu or dialog.
    package static let dismiss = HandlerName(rawValue: "dismiss")
    /// Pulls the content down to load it again.
    package static let refresh = HandlerName(rawValue: "refresh")
    /// Scrolls towards the end, which shows more rows.
    package static let scroll = HandlerName(rawValue: "scroll")
    /// A long press, which opens the context menu.
    package static let contextMenu = HandlerName(rawValue: "contextMenu")
    /// Swipes a row from the trailing edge to its end.
    package static let swipeTrailing = HandlerName(rawValue: "swipeTrailing")
    /// Swipes a row from the leading edge to its end.
    package static let swipeLeading = HandlerName(rawValue: "swipeLeading")
}
