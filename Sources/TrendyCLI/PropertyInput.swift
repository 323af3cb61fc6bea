import Foundation
import TrendyModel

/// Parses the properties that a person types as `key=value`.
///
/// The type of the value comes from, in this order:
/// 1. the argument itself: `key:type=value`, with a type of `PropertyType`;
/// 2. the definition of the property, found by its key or its label;
/// 3. the form of the value: `5.2` is a number, `yes` or `true` a boolean, `2026-01-15` or
///    `2026-01-15 08:30` a date, `1h30m` or `45 min` a duration, `https://…` a URL, `a@b.org` an
///    e-mail address, everything else text.
struct PropertyInput: Sendable {
    /// Why an argument is not a property.
    struct InputError: Error, Equatable {
        /// What is wrong, and what to type instead.
        let message: String
    }

    /// The definitions of the event's type.
    var definitions: [PropertyDefinition] = []
    /// Parses dates with a time.
    let times: TimeInput

    /// Parses an argument.
    func property(_ argument: String) throws(InputError) -> (key: String, value: PropertyValue) {
        guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex else {
            throw InputError(
                message: "'\(argument)' is not a property. Give it as key=value, such as "
                    + "distance=5.2."
            )
        }
        let name = String(argument[..<sign])
        let text = String(argument[argument.index(after: sign)...])
        if let colon = name.lastIndex(of: ":"), colon > name.startIndex,
            let type = PropertyType(rawValue: String(name[name.index(after: colon)...]))
        {
            let key = String(name[..<colon])
            return (key, try value(text, type, of: key, options: nil))
        }
        if let definition = definition(name) {
            let key = definition.key
            guard let type = PropertyType(rawValue: definition.propertyType) else {
                let json = (try? RawJSON(checking: Array(text.utf8))) ?? RawJSON(text)
                return (key, PropertyValue(type: definition.propertyType, value: json))
            }
            return (key, try value(text, type, of: key, options: definition.options))
        }
        return (name, inferred(text))
    }

    private func definition(_ name: String) -> PropertyDefinition? {
        definitions.first { $0.key == name }
            ?? definitions.first { $0.label.caseInsensitiveCompare(name) == .orderedSame }
    }

    /// The value of a text that has no type.
    func inferred(_ text: String) -> PropertyValue {
        if let number = Self.number(text) { return .number(number) }
        if let flag = Self.boolean(text) { return .boolean(flag) }
        if let date = date(text) { return date }
        if let seconds = Self.duration(text), text.contains(where: \.isLetter) {
            return .duration(seconds: seconds)
        }
        for type in [PropertyType.url, .email] where type == .email || text.contains("://") {
            let value = PropertyValue(type: type.rawValue, value: RawJSON(text))
            if case .unvalidated = value { continue }
            return value
        }
        return .text(text)
    }

    private func value(
        _ text: String,
        _ type: PropertyType,
        of key: String,
        options: [String]?
    ) throws(InputError) -> PropertyValue {
        let value: PropertyValue? =
            switch type {
            case .text: .text(text)
            case .number: Self.number(text).map { .number($0) }
            case .boolean: Self.boolean(text).map { .boolean($0) }
            case .date: date(text)
            case .select: Self.option(text, of: options).map { .select($0) }
            case .duration: Self.duration(text).map { .duration(seconds: $0) }
            case .url, .email: Self.validated(text, type)
            }
        if let value { return value }
        throw InputError(
            message: "'\(text)' is not \(Self.expectation(of: type, options)) (property \(key))."
        )
    }

    private static func expectation(of type: PropertyType, _ options: [String]?) -> String {
        switch type {
        case .text: "text"
        case .number: "a number such as 5.2"
        case .boolean: "yes or no"
        case .date: "a day such as 2026-01-15, or a time such as \(TimeInput.acceptedForms)"
        case .select: "one of the options: \((options ?? []).joined(separator: ", "))"
        case .duration: "a duration such as 45min, 1h30m or 1:30:00"
        case .url: "a URL such as https://example.org"
        case .email: "an e-mail address such as name@example.org"
        }
    }

    private func date(_ text: String) -> PropertyValue? {
        if let day = CalendarDay(text) { return .day(day) }
        guard text.contains("-") || text.lowercased().contains("day") else { return nil }
        // A text that is not a time is tried as something else.
        return (try? times.instant(text)).map { .instant($0) }
    }

    private static func number(_ text: String) -> JSONNumber? {
        (try? RawJSON(checking: Array(text.utf8)))?.number  // text that is not JSON is no number
    }

    private static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "yes", "true": true
        case "no", "false": false
        default: nil
        }
    }

    private static func option(_ text: String, of options: [String]?) -> String? {
        guard let options else { return text }
        return options.first { $0.caseInsensitiveCompare(text) == .orderedSame }
    }

    private static func validated(_ text: String, _ type: PropertyType) -> PropertyValue? {
        let value = PropertyValue(type: type.rawValue, value: RawJSON(text))
        if case .unvalidated = value { return nil }
        return value
    }

    /// Reads seconds from `90`, `45 min`, `1h30m`, `1 h 30 min`, `1:30` (hours and minutes) or
    /// `1:30:00`.
    static func duration(_ text: String) -> JSONNumber? {
        let typed = text.lowercased().filter { $0 != " " }
        if let seconds = number(typed) { return seconds.double >= 0 ? seconds : nil }
        let parts = typed.split(separator: ":", omittingEmptySubsequences: false)
        if (2...3).contains(parts.count) {
            let numbers = parts.compactMap { UInt16($0) }
            guard numbers.count == parts.count, numbers.dropFirst().allSatisfy({ $0 < 60 }) else {
                return nil
            }
            return JSONNumber(zip(numbers, [3600, 60, 1]).reduce(0) { $0 + Int64($1.0) * $1.1 })
        }
        var seconds = 0.0
        var rest = typed[...]
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            rest = rest.dropFirst(digits.count)
            let unit = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(unit.count)
            guard let amount = Double(digits), let factor = Self.unit(unit) else { return nil }
            seconds += amount * factor
        }
        return JSONNumber(seconds)
    }

    private static func unit(_ name: Substring) -> Double? {
        switch name {
        case "s", "sec", "second", "seconds": 1
        case "m", "min", "minute", "minutes": 60
        case "h", "hour", "hours": 3600
        case "d", "day", "days": 86_400
        default: nil
        }
    }
}
