/// The types a property can have.
public enum PropertyType: String, Sendable, CaseIterable {
    /// Free text.
    case text
    /// A number.
    case number
    /// Yes or no.
    case boolean
    /// A calendar day or an instant.
    case date
    /// One of the definition's options.
    case select
    /// A length of time, in seconds.
    case duration
    /// An absolute URL.
    case url
    /// An e-mail address.
    case email
}

/// The value of one property of an event.
public enum PropertyValue: Hashable, Sendable {
    /// Free text.
    case text(String)
    /// A number, every digit kept.
    case number(JSONNumber)
    /// Yes or no.
    case boolean(Bool)
    /// A calendar day, in no zone.
    case day(CalendarDay)
    /// A point in time.
    case instant(Instant)
    /// One of the definition's options.
    case select(String)
    /// A length of time, in seconds, every digit kept.
    case duration(seconds: JSONNumber)
    /// An absolute URL.
    case url(String)
    /// An e-mail address.
    case email(String)
    /// Numbers in a row, such as those of a day's hours; `nil` where there is none.
    ///
    /// Capture writes it; no definition has it.
    case series([JSONNumber?])
    /// A type this program does not know, or a value that does not fit its type: kept as it is.
    case unvalidated(type: String, value: RawJSON)

    /// The type's name on the wire.
    public var type: String {
        switch self {
        case .text: "text"
        case .number: "number"
        case .boolean: "boolean"
        case .day, .instant: "date"
        case .select: "select"
        case .duration: "duration"
        case .url: "url"
        case .email: "email"
        case .series: Self.seriesType
        case .unvalidated(let type, _): type
        }
    }

    /// The value as JSON, without its type.
    public var json: RawJSON {
        switch self {
        case .text(let text), .select(let text), .url(let text), .email(let text): RawJSON(text)
        case .number(let number), .duration(let number): number.json
        case .boolean(let flag): RawJSON(flag)
        case .day(let day): RawJSON(day.description)
        case .instant(let instant): RawJSON(instant)
        case .series(let numbers): Self.json(of: numbers)
        case .unvalidated(_, let value): value
        }
    }

    /// Reads a value of a type; what does not fit comes out as ``unvalidated(type:value:)``.
    public init(type: String, value: RawJSON) {
        self = Self.validated(type: type, value: value) ?? .unvalidated(type: type, value: value)
    }

    private static func validated(type: String, value: RawJSON) -> PropertyValue? {
        switch PropertyType(rawValue: type) {
        case .text: value.string.map { .text($0) }
        case .number: value.number.map { .number($0) }
        case .boolean: value.bool.map { .boolean($0) }
        case .date: value.string.flatMap { date($0) }
        case .select: value.string.map { .select($0) }
        case .duration: value.number.map { .duration(seconds: $0) }
        case .url: value.string.flatMap { isURL($0) ? .url($0) : nil }
        case .email: value.string.flatMap { isEmail($0) ? .email($0) : nil }
        case nil: type == seriesType ? series(value) : nil
        }
    }

    private static let seriesType = "series"

    private static func json(of numbers: [JSONNumber?]) -> RawJSON {
        let texts = numbers.map { $0.map { $0.json.description } ?? "null" }
        return RawJSON(unchecked: Array("[\(texts.joined(separator: ","))]".utf8))
    }

    private static func series(_ value: RawJSON) -> PropertyValue? {
        guard let elements = value.elements else { return nil }
        var numbers: [JSONNumber?] = []
        for element in elements {
            guard let number = element.number else {
                guard element.isNull else { return nil }
                numbers.append(nil)
                continue
            }
            numbers.append(number)
        }
        return .series(numbers)
    }

    private static func date(_ text: String) -> PropertyValue? {
        if let day = CalendarDay(text) { return .day(day) }
        // Only the form that this program writes, so that no digit and no offset is lost.
        guard let instant = Instant(rfc3339: text), instant.rfc3339 == text else { return nil }
        return .instant(instant)
    }

    /// A scheme of RFC 3986, a colon, something behind it, no white space; `http` needs a host.
    static func isURL(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = text[..<colon].lowercased()
        let rest = text[text.utf8.index(after: colon)...]
        let isScheme =
            scheme.utf8.first.map { (97...122).contains($0) } == true
            && scheme.utf8.allSatisfy {
                (97...122).contains($0) || (48...57).contains($0) || "+-.".utf8.contains($0)
            }
        guard isScheme, !rest.isEmpty, !text.unicodeScalars.contains(where: { $0.value <= 0x20 })
        else { return false }
        guard scheme == "http" || scheme == "https" else { return true }
        return rest.hasPrefix("//") && rest.count > 2 && !rest.hasPrefix("///")
    }

    /// Something, one at sign, something with a dot inside or no dot at all; no white space.
    static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty
            && !parts[1].hasPrefix(".") && !parts[1].hasSuffix(".")
            && !text.unicodeScalars.contains { $0.value <= 0x20 }
    }
}

/// The properties of an event: keys and their values, in the order of the keys' bytes.
public struct PropertyBag: Hashable, Sendable {
    private var document = Document()

    /// No properties.
    public init() {}

    /// Reads `{key: {"type": …, "value": …}}`; `nil` when a property has another shape.
    public init?(json: RawJSON) {
        guard let fields = json.fields else { return nil }
        for field in fields {
            let parts = field.value.fields
            guard parts?.first(where: { $0.key == "type" })?.value.string != nil else {
                return nil
            }
        }
        document = Document(fields.lazy.map { .init(name: $0.key, value: $0.value) })
    }

    /// Whether there are no properties.
    public var isEmpty: Bool { document.isEmpty }

    /// The keys, in the order of their bytes.
    public var keys: [String] { document.fields.map(\.name) }

    /// The value of a property; `nil` when there is none of this key.
    public subscript(key: String) -> PropertyValue? {
        get {
            guard let fields = document[key]?.fields,
                let type = fields.first(where: { $0.key == "type" })?.value.string
            else { return nil }
            let value = fields.first { $0.key == "value" }?.value ?? .null
            return PropertyValue(type: type, value: value)
        }
        set {
            document[key] = newValue.map { value in
                Document([
                    .init(name: "type", value: RawJSON(value.type)),
                    .init(name: "value", value: value.json),
                ]).json
            }
        }
    }

    /// The properties as JSON.
    public var json: RawJSON { document.json }
}
