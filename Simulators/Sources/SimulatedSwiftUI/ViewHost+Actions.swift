package import SwiftUI

extension ViewHost {
    /// Taps the element with a name.
    ///
    /// - Parameters:
    ///   - label: The whole name, as assistive technology reads it.
    ///   - index: Which one of several with that name, in drawing order.
    /// - Throws: `ViewHostError` if there is no such element or it is disabled.
    public func tap(_ label: String, at index: Int = 0) throws(ViewHostError) {
        try send(.activate, to: element(label, at: index, taking: .activate))
    }

    /// Performs an action that assistive technology offers by its name.
    ///
    /// - Parameters:
    ///   - action: The name of the action.
    ///   - label: The whole name of the element.
    ///   - index: Which one of several with that name, in drawing order.
    /// - Throws: `ViewHostError` if there is no such element or it is disabled.
    public func perform(
        _ action: String,
        on label: String,
        at index: Int = 0
    ) throws(ViewHostError) {
        let name = HandlerName.accessibilityAction(action)
        try send(name, to: element(label, at: index, taking: name))
    }

    /// The element with a name that takes an action and is enabled.
    package func element(
        _ label: String,
        at index: Int = 0,
        taking name: HandlerName
    ) throws(ViewHostError) -> ScreenNode {
        let screen = screen
        let matches = screen.elements.filter { $0.handlers[name] != nil && $0.label == label }
        guard matches.indices.contains(index) else {
            throw .notFound(label: label, action: name.rawValue, screen: screen.outline)
        }
        guard matches[index].isEnabled else { throw .disabled(label: label) }
        return matches[index]
    }

    /// Performs an action of an element, then updates.
    package func send(
        _ name: HandlerName,
        _ value: HandlerValue = .none,
        to element: ScreenNode
    ) {
        element.handlers[name]?(value)
        update()
    }
}
