import TrendyModel

/// A JSON value of the OpenAPI document; the members of objects keep their order.
enum OpenAPIValue: Sendable, Equatable {
    /// A member of an object.
    struct Member: Sendable, Equatable {
        let name: String
        let value: OpenAPIValue
    }

    case object([Member])
    case array([OpenAPIValue])
    case string(String)
    case integer(Int)
    case bool(Bool)

    /// The members of an object; empty for another value.
    var members: [Member] {
        if case .object(let members) = self { return members }
        return []
    }

    /// The value of an object's member; `nil` without the member.
    subscript(name: String) -> OpenAPIValue? {
        members.first { $0.name == name }?.value
    }

    /// This object with more members.
    func adding(_ more: KeyValuePairs<String, OpenAPIValue>) -> OpenAPIValue {
        .object(members + more.map { Member(name: $0.key, value: $0.value) })
    }

    /// Writes JSON text with one member or element a line.
    func write(to writer: inout JSONWriter, indentation: Int = 0) {
        switch self {
        case .object(let members):
            Self.list(members, "{", "}", indentation, &writer) { member, writer in
                writer.string(member.name)
                writer.raw(": ")
                member.value.write(to: &writer, indentation: indentation + 2)
            }
        case .array(let elements):
            Self.list(elements, "[", "]", indentation, &writer) { element, writer in
                element.write(to: &writer, indentation: indentation + 2)
            }
        case .string(let text): writer.string(text)
        case .integer(let number): writer.integer(Int64(number))
        case .bool(let value): writer.raw(value ? "true" : "false")
        }
    }

    private static func list<Element>(
        _ elements: [Element],
        _ opening: StaticString,
        _ closing: StaticString,
        _ indentation: Int,
        _ writer: inout JSONWriter,
        _ write: (Element, inout JSONWriter) -> Void
    ) {
        writer.raw(opening)
        for (index, element) in elements.enumerated() {
            writer.raw(index == 0 ? "\n" : ",\n")
            writer.raw(repeatElement(UInt8(ascii: " "), count: indentation + 2))
            write(element, &writer)
        }
        if !elements.isEmpty {
            writer.raw("\n")
            writer.raw(repeatElement(UInt8(ascii: " "), count: indentation))
        }
        writer.raw(closing)
    }
}

extension OpenAPIValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(arrayLiteral elements: OpenAPIValue...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, OpenAPIValue)...) {
        self = .object(elements.map { Member(name: $0.0, value: $0.1) })
    }
}
