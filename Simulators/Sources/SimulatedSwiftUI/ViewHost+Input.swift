public import Foundation
internal import SwiftUI

extension ViewHost {
    /// Focuses a field and replaces its text.
    ///
    /// A field that had the focus before loses it.
    /// - Parameters:
    ///   - text: The text to enter.
    ///   - label: The name of the field.
    ///   - index: Which one of several with that name, in drawing order.
    /// - Throws: `ViewHostError` if there is no such field or it is disabled.
    public func enter(
        _ text: String,
        into label: String,
        at index: Int = 0
    ) throws(ViewHostError) {
        let field = try element(label, at: index, taking: .change)
        focus(field)
        try send(.change, .text(text), to: element(label, at: index, taking: .change))
    }

    /// Presses the return key in a field.
    public func submit(_ label: String, at index: Int = 0) throws(ViewHostError) {
        try send(.submit, to: element(label, at: index, taking: .submit))
    }

    /// Takes the focus from the field that has it, which ends editing.
    public func endEditing() {
        focus(nil)
    }

    /// Switches a toggle on or off.
    public func set(
        _ label: String,
        to isOn: Bool,
        at index: Int = 0
    ) throws(ViewHostError) {
        try send(.change, .flag(isOn), to: element(label, at: index, taking: .change))
    }

    /// Selects an option of a picker.
    public func select(
        _ option: String,
        in label: String,
        at index: Int = 0
    ) throws(ViewHostError) {
        let picker = try element(label, at: index, taking: .change)
        guard
            let choice = picker.children.first(where: { $0.role == .option && $0.label == option })
        else {
            throw .notFound(label: option, action: "select", screen: screen.outline)
        }
        send(.activate, to: choice)
    }

    /// Sets the date of a date picker, within its range.
    public func set(
        _ label: String,
        to date: Date,
        at index: Int = 0
    ) throws(ViewHostError) {
        let picker = try element(label, at: index, taking: .change)
        send(.change, .number(date.timeIntervalSince1970), to: picker)
    }

    /// Sets a slider, within its range.
    public func set(
        _ label: String,
        to value: Double,
        at index: Int = 0
    ) throws(ViewHostError) {
        try send(.change, .number(value), to: element(label, at: index, taking: .change))
    }

    /// Taps plus on a stepper, or swipes up on an adjustable element.
    public func increment(_ label: String, at index: Int = 0) throws(ViewHostError) {
        try send(.increment, to: element(label, at: index, taking: .increment))
    }

    /// Taps minus on a stepper, or swipes down on an adjustable element.
    public func decrement(_ label: String, at index: Int = 0) throws(ViewHostError) {
        try send(.decrement, to: element(label, at: index, taking: .decrement))
    }

    private func focus(_ field: ScreenNode?) {
        if let former = focusedField, former != field?.id,
            let element = screen.element(id: former)
        {
            send(.focus, .flag(false), to: element)
        }
        focusedField = field?.id
        if let field { send(.focus, .flag(true), to: field) }
    }
}
