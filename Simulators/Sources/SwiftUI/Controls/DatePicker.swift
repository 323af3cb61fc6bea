public import Foundation

/// What a date picker offers.
package struct DatePickerLook {
    package let components: DatePickerComponents
    package let style: String
    /// The date as HTML has it, in the calendar and time zone of the view: `2026-11-29T10:30`.
    package let localText: String
    package let minimum: String?
    package let maximum: String?
}

/// The date components of a date picker.
public struct DatePickerComponents: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Creates a set of components.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Displays hour and minute components based on the locale.
    public static let hourAndMinute = DatePickerComponents(rawValue: 1)
    /// Displays day, month, and year based on the locale.
    public static let date = DatePickerComponents(rawValue: 2)
}

/// A control for selecting an absolute date.
public struct DatePicker<Label: View> {
    /// The components that the date picker displays.
    public typealias Components = DatePickerComponents

    let selection: Binding<Date>
    let minimum: Date?
    let maximum: Date?
    let components: DatePickerComponents
    let label: Label
}

extension DatePicker: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        let text = LocalDateText(node.environment, components)
        var element = Element(.datePicker, layout: .horizontal(.center, spacing: nil))
        element.value = text.spoken(selection.wrappedValue)
        element.payload = DatePickerLook(
            components: components,
            style: node.environment.datePickerStyleName,
            localText: text.string(selection.wrappedValue),
            minimum: minimum.map(text.string),
            maximum: maximum.map(text.string)
        )
        element.handlers[.change] = { value in
            switch value {
            case .number(let seconds): set(Date(timeIntervalSince1970: seconds))
            case .text(let string):
                if let date = text.date(string, replacing: selection.wrappedValue) { set(date) }
            default: break
            }
        }
        node.element = element
        node.declareLabel(label)
    }

    private func set(_ date: Date) {
        var date = date
        if let minimum { date = max(date, minimum) }
        if let maximum { date = min(date, maximum) }
        selection.wrappedValue = date
    }
}

extension DatePicker {
    /// Creates an instance that selects a date with no bounds.
    nonisolated public init(
        selection: Binding<Date>,
        displayedComponents: DatePickerComponents = [.hourAndMinute, .date],
        @ViewBuilder label: () -> Label
    ) {
        self.init(
            selection: selection,
            minimum: nil,
            maximum: nil,
            components: displayedComponents,
            label: label()
        )
    }

    /// Creates an instance that selects a date in a closed range.
    nonisolated public init(
        selection: Binding<Date>,
        in range: ClosedRange<Date>,
        displayedComponents: DatePickerComponents = [.hourAndMinute, .date],
        @ViewBuilder label: () -> Label
    ) {
        self.init(
            selection: selection,
            minimum: range.lowerBound,
            maximum: range.upperBound,
            components: displayedComponents,
            label: label()
        )
    }

    /// Creates an instance that selects a date on or after some start date.
    nonisolated public init(
        selection: Binding<Date>,
        in range: PartialRangeFrom<Date>,
        displayedComponents: DatePickerComponents = [.hourAndMinute, .date],
        @ViewBuilder label: () -> Label
    ) {
        self.init(
            selection: selection,
            minimum: range.lowerBound,
            maximum: nil,
            components: displayedComponents,
            label: label()
        )
    }

    /// Creates an instance that selects a date before some end date.
    nonisolated public init(
        selection: Binding<Date>,
        in range: PartialRangeThrough<Date>,
        displayedComponents: DatePickerComponents = [.hourAndMinute, .date],
        @ViewBuilder label: () -> Label
    ) {
        self.init(
            selection: selection,
            minimum: nil,
            maximum: range.upperBound,
            components: displayedComponents,
            label: label()
        )
    }
}
