import Foundation
import TrendyKit
import TrendyLocalization
import TrendyModel

/// Converts property values to the texts and dates that a person enters, and back.
struct PropertyEntryFormat {
    /// A value, no value, or what is wrong with the entered text.
    enum Entry {
        case value(PropertyValue)
        case none
        case problem(String)
    }

    private static let maximumTextBytes = 100_000

    let formats: DisplayFormatter
    /// The value of a date field before the person chooses one.
    let defaultDate: Date

    private var separator: String { formats.locale.decimalSeparator ?? "." }

    /// Shows a stored value in a draft.
    func fill(_ draft: inout PropertyDraft, with value: PropertyValue) {
        switch value {
        case .text(let text), .select(let text), .url(let text), .email(let text):
            draft.text = text
        case .number(let number): draft.text = text(of: number)
        case .duration(let seconds):
            let minutes = JSONNumber(seconds.double / 60)
            draft.text = minutes.map { text(of: $0) } ?? ""
        case .boolean(let flag): (draft.isSet, draft.isOn) = (true, flag)
        case .day(let day):
            (draft.isSet, draft.date) = (true, Date(formats.zones().start(of: day)))
        case .instant(let instant):
            (draft.isSet, draft.date, draft.hasTime) = (true, Date(instant), true)
        case .series, .unvalidated: break
        }
    }

    /// The value that the person entered.
    func entry(of draft: PropertyDraft) -> Entry {
        guard !draft.isEmpty else { return .none }
        let text = draft.trimmed
        switch draft.type {
        case .text:
            guard text.utf8.count <= Self.maximumTextBytes else {
                return .problem(Strings.Editor.textTooLong())
            }
            return .value(.text(text))
        case .select: return .value(.select(text))
        case .number:
            guard let number = number(text) else {
                let example = formats.number(12.5, places: 1)
                return .problem(Strings.Editor.notANumber(["example": example]))
            }
            return .value(.number(number))
        case .duration:
            guard let minutes = number(text)?.double, minutes >= 0,
                let seconds = JSONNumber((minutes * 60 * 1000).rounded() / 1000)
            else { return .problem(Strings.Editor.notADuration()) }
            return .value(.duration(seconds: seconds))
        case .boolean: return .value(.boolean(draft.isOn))
        case .date: return .value(date(draft))
        case .url: return link(text)
        case .email:
            let value = PropertyValue(type: PropertyType.email.rawValue, value: RawJSON(text))
            guard case .email = value else { return .problem(Strings.Editor.notAnEmail()) }
            return .value(value)
        }
    }

    private func date(_ draft: PropertyDraft) -> PropertyValue {
        let instant = Instant(nearest: draft.date)
        return draft.hasTime ? .instant(instant) : .day(formats.zones().day(containing: instant))
    }

    /// A web address; `https` is added where the person left it out.
    private func link(_ text: String) -> Entry {
        let type = PropertyType.url.rawValue
        let isBareHost = !text.contains(":") && text.contains(".")
        let value = PropertyValue(type: type, value: RawJSON(isBareHost ? "https://\(text)" : text))
        guard case .url = value else { return .problem(Strings.Editor.notALink()) }
        return .value(value)
    }

    /// The digits as they are stored, with the person's decimal separator.
    private func text(of number: JSONNumber) -> String {
        number.text.replacing(".", with: separator)
    }

    /// The number of an entered text without grouping; `nil` for any other text.
    private func number(_ text: String) -> JSONNumber? {
        let plain = text.replacing(separator, with: ".").replacing("\u{2212}", with: "-")
        guard plain.utf8.allSatisfy({ (48...57).contains($0) || "+-.eE".utf8.contains($0) })
        else { return nil }
        if let integer = Int64(plain) { return JSONNumber(integer) }
        return Double(plain).flatMap { JSONNumber($0) }
    }
}
