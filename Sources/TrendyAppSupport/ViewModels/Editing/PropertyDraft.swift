public import Foundation
import TrendyLocalization
public import TrendyModel

/// The value of one property in the editor of an event.
public struct PropertyDraft: Sendable, Equatable, Identifiable {
    /// The property's key.
    public let id: String
    /// The display name.
    public let label: String
    /// The type, which decides the control to show.
    public let type: PropertyType
    /// The options of a `select`, including a chosen value that is no option any more.
    public let options: [String]
    /// The unit to show behind the control; `nil` for none.
    public let unit: String?
    /// Whether this version can edit the value.
    public let isEditable: Bool

    /// The text of a text, number, link or email address, the chosen option, or the minutes of a
    /// duration; empty for no value.
    public var text = ""
    /// Whether a date or a boolean has a value.
    public var isSet = false
    /// The value of a boolean.
    public var isOn = false
    /// The value of a date.
    public var date: Date
    /// Whether a date has a time of day.
    public var hasTime = false
    /// What is wrong with the value, shown beside it; `nil` when it is valid.
    public internal(set) var problem: String?

    /// The stored value; it is kept with all digits while the person does not edit it.
    let original: PropertyValue?

    /// Whether the property has no value.
    public var isEmpty: Bool {
        switch type {
        case .boolean, .date: !isSet
        default: trimmed.isEmpty
        }
    }

    var trimmed: String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// Whether both have the same entered value.
    func hasSameValue(as other: PropertyDraft) -> Bool {
        switch type {
        case .boolean: isSet == other.isSet && isOn == other.isOn
        case .date: isSet == other.isSet && date == other.date && hasTime == other.hasTime
        default: text == other.text
        }
    }
}

extension PropertyDraft {
    /// Creates the draft of a property.
    ///
    /// - Parameters:
    ///   - definition: the definition; `nil` for a value without one.
    ///   - key: the property's key.
    ///   - value: the stored value, or the default of a new event; `nil` for none.
    ///   - format: the conversion between values and their entered form.
    init(
        _ definition: PropertyDefinition?,
        key: String,
        value: PropertyValue?,
        format: PropertyEntryFormat
    ) {
        let declared = definition.flatMap { PropertyType(rawValue: $0.propertyType) }
        let stored = value.flatMap { PropertyType(rawValue: $0.type) }
        id = key
        label = definition?.label ?? key
        // A stored value keeps its type when the definition has another one.
        type = stored ?? declared ?? .text
        var isKnown = (definition == nil || declared != nil) && (value == nil || stored != nil)
        if case .unvalidated = value { isKnown = false }
        isEditable = isKnown
        unit = type == .duration ? Strings.Editor.minutes() : nil
        original = value
        date = format.defaultDate
        var options = definition?.options ?? []
        if case .select(let chosen) = value, !options.contains(chosen) { options.append(chosen) }
        self.options = options
        if let value { format.fill(&self, with: value) }
        if !isKnown { problem = Strings.Editor.notEditable() }
    }
}
