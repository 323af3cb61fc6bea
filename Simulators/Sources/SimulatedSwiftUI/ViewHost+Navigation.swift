internal import SwiftUI

extension ViewHost {
    /// Returns to the page below, by the back button.
    public func goBack() throws(ViewHostError) {
        try send(.goBack, to: last(taking: .goBack, named: "back button"))
    }

    /// Swipes the sheet away, or taps beside the menu or dialog that is in front.
    public func dismiss() throws(ViewHostError) {
        try send(.dismiss, to: last(taking: .dismiss, named: "sheet, dialog or menu"))
    }

    /// The title of the page in front; `nil` if it has none.
    public var navigationTitle: String? {
        screen.elements(role: .navigationBar).last?.flattened
            .first { $0.traits.contains(.header) }?.text
    }

    /// The element in front that takes an action.
    func last(taking name: HandlerName, named label: String) throws(ViewHostError) -> ScreenNode {
        let screen = screen
        guard let element = screen.elements.last(where: { $0.handlers[name] != nil }) else {
            throw .notFound(label: label, action: name.rawValue, screen: screen.outline)
        }
        return element
    }
}
