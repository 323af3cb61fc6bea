/// The types of properties.
public enum PropertyType: String, Sendable, CaseIterable {
    /// Free text.
    case text
    /// A number.
    case number
    /// A boolean.
    case boolean
    /// A calendar day or an instant.
    case date
    /// One of the definition's options.
    case select
    /// A duration in seconds.
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
    /// A number with all its digits.
    case number(JSONNumber)
    /// A boolean.
    case boolean(Bool)
    /// A calendar day without a time zone.
    case day(CalendarDay)
    /// A point in time.
    case instant(Instant)
    /// One of the definition's options.
    case select(String)
    /// A duration in seconds with all its digits.
    case duration(seconds: JSONNumber)
    /// An absolute URL.
    case url(String)
    /// An e-mail address.
    case email(String)
    /// A series of numbers, such as one per hour of a day; `nil` for a gap.
    ///
    /// Capture writes it; no property definition has this type.
    case series([JSONNumber?])
    /// A value of an unknown type, or a value that does not match its type; preserved unchanged.
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

    /// The value as JSON without its type.
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

    /// Decodes a value of a type; a mismatch becomes ``unvalidated(type:value:)``.
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
        // Only the canonical form, so that no digit and no offset is lost.
        guard let instant = Instant(rfc3339: text), instant.rfc3339 == text else { return nil }
        return .instant(instant)
    }

    /// Whether the text is a URL: a scheme of RFC 3986, a colon, a non-empty rest, no white space;
    /// `http` needs a host.
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

    /// Whether the text looks like an e-mail address: a non-empty local part, one at sign, a domain
    /// with inner dots or without a dot; no white space.
    static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty
            && !parts[1].hasPrefix(".") && !parts[1].hasSuffix(".")
            && !text.unicodeScalars.contains { $0.value <= 0x20 }
    }
}

/// The properties of an event: keys with values, sorted by the keys' bytes.
public struct PropertyBag: Hashable, Sendable {
    private var document = Document()

    /// Creates a bag without properties.
    public init() {}

    /// Decodes `{key: {"type": …, "value": …}}`; `nil` when a property has another form.
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

    /// The keys, sorted by their bytes.
    public var keys: [String] { document.fields.map(\.name) }

    /// The value of a property; `nil` for a missing key.
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
