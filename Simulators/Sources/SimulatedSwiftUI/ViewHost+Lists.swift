internal import SwiftUI

extension ViewHost {
    /// Swipes a row and taps one of the actions that appear.
    ///
    /// - Parameters:
    ///   - row: A text in the row, or its whole name.
    ///   - action: The name of the action.
    /// - Throws: `ViewHostError` if no such row has the action.
    public func swipe(_ row: String, action: String) throws(ViewHostError) {
        let name = HandlerName.accessibilityAction(action)
        try send(name, to: element(showing: row, taking: name))
    }

    /// Swipes a row from the trailing edge to its end, which performs the first action.
    public func fullSwipe(_ row: String) throws(ViewHostError) {
        try send(.swipeTrailing, to: element(showing: row, taking: .swipeTrailing))
    }

    /// Opens the context menu of the element with a name or text by a long press.
    public func openContextMenu(_ label: String) throws(ViewHostError) {
        try send(.contextMenu, to: element(showing: label, taking: .contextMenu))
    }

    /// Scrolls to the end of the rows that are loaded, which loads more.
    public func scroll() throws(ViewHostError) {
        try send(.scroll, to: last(taking: .scroll, named: "list with more rows"))
    }

    /// Pulls the content down and waits until it is loaded again.
    public func pullToRefresh() async throws {
        try send(.refresh, to: last(taking: .refresh, named: "refreshable content"))
        try await wait { screen in
            !screen.elements.contains { $0.traits.contains(.refreshing) }
        }
    }

    /// Enters a text in the search field.
    public func search(_ text: String) throws(ViewHostError) {
        guard let field = screen.elements(role: .searchField).last else {
            throw .notFound(label: "search field", action: "change", screen: screen.outline)
        }
        send(.focus, .flag(true), to: field)
        send(.change, .text(text), to: field)
    }

    /// Submits the text of the search field.
    public func submitSearch() throws(ViewHostError) {
        guard let field = screen.elements(role: .searchField).last else {
            throw .notFound(label: "search field", action: "submit", screen: screen.outline)
        }
        send(.submit, to: field)
    }

    /// Ends the search by the cancel button of its field.
    public func cancelSearch() throws(ViewHostError) {
        guard
            let field = screen.elements(role: .searchField)
                .last(where: { $0.handlers[.dismiss] != nil })
        else {
            throw .notFound(label: "active search", action: "dismiss", screen: screen.outline)
        }
        send(.dismiss, to: field)
    }

    /// The innermost enabled element that takes an action and has that name or shows that text.
    func element(
        showing text: String,
        taking name: HandlerName
    ) throws(ViewHostError) -> ScreenNode {
        let screen = screen
        let matches = screen.elements.filter { element in
            element.handlers[name] != nil
                && element.flattened.contains { $0.text == text || $0.label == text }
        }
        guard let element = matches.last else {
            throw .notFound(label: text, action: name.rawValue, screen: screen.outline)
        }
        guard element.isEnabled else { throw .disabled(label: text) }
        return element
    }
}
