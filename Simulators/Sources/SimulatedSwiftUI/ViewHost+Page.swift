package import SwiftUI

/// What a person enters into an element of a page.
public enum ScreenInput: Sendable, Equatable {
    /// Nothing, as for a tap.
    case none
    /// A text or the key of a choice.
    case text(String)
    /// A number, such as the position of a slider.
    case number(Double)
    /// On or off.
    case flag(Bool)
    /// A point, a movement or a size, in points.
    case point(x: Double, y: Double)

    package var value: HandlerValue {
        switch self {
        case .none: .none
        case .text(let text): .text(text)
        case .number(let number): .number(number)
        case .flag(let flag): .flag(flag)
        case .point(let x, let y): .point(x: x, y: y)
        }
    }
}

extension ViewHost {
    /// Performs an action of an element as a browser reports it.
    ///
    /// - Parameters:
    ///   - action: The name of the action, such as `activate`.
    ///   - input: What the person entered.
    ///   - id: The element's id.
    /// - Returns: Whether the element is still on the screen, enabled, and takes the action.
    public func perform(_ action: String, _ input: ScreenInput, onElement id: Int) -> Bool {
        let name = HandlerName(rawValue: action)
        guard
            let element = screen.elements.first(where: { $0.id == id && $0.handlers[name] != nil }),
            element.isEnabled
        else { return false }
        send(name, input.value, to: element)
        return true
    }
}
