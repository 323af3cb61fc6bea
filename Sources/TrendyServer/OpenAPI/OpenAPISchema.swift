/// Parts of JSON Schema (draft 2020-12) that the OpenAPI document is built from.
enum OpenAPISchema {
    /// The largest integer that all JSON readers read exactly (RFC 8259, section 6).
    static let largestInteger = 9_007_199_254_740_991

    /// A lowercase UUID; any case is read.
    static let id: OpenAPIValue = ["type": "string", "format": "uuid"]
    /// RFC 3339.
    static let instant: OpenAPIValue = ["type": "string", "format": "date-time"]
    /// `true` or `false`.
    static let boolean: OpenAPIValue = ["type": "boolean"]
    /// Any text.
    static let text: OpenAPIValue = ["type": "string"]
    /// Any JSON object.
    static let anyObject: OpenAPIValue = ["type": "object"]
    /// Any JSON value.
    static let any: OpenAPIValue = .object([])
    /// A number of things.
    static let count = integer(0...largestInteger)
    /// A version of an entity.
    static let version = integer(0...largestInteger)

    /// A schema of the document's components.
    static func reference(_ name: String) -> OpenAPIValue {
        ["$ref": "#/components/schemas/\(name)"]
    }

    /// Text with at most this number of characters.
    static func text(_ maximum: Int, minimum: Int = 0) -> OpenAPIValue {
        let schema: OpenAPIValue = ["type": "string", "maxLength": .integer(maximum)]
        return minimum > 0 ? schema.adding(["minLength": .integer(minimum)]) : schema
    }

    /// Text that is not only white space.
    static func name(_ maximum: Int) -> OpenAPIValue {
        text(maximum, minimum: 1).adding(["pattern": "\\S"])
    }

    /// Text of a pattern (ECMA-262).
    static func text(matching pattern: String) -> OpenAPIValue {
        ["type": "string", "pattern": .string(pattern)]
    }

    /// An integer of a range.
    static func integer(_ range: ClosedRange<Int>) -> OpenAPIValue {
        [
            "type": "integer", "minimum": .integer(range.lowerBound),
            "maximum": .integer(range.upperBound),
        ]
    }

    /// A number of a range.
    static func number(_ range: ClosedRange<Int>) -> OpenAPIValue {
        [
            "type": "number", "minimum": .integer(range.lowerBound),
            "maximum": .integer(range.upperBound),
        ]
    }

    /// One of several texts.
    static func choice(_ values: some Sequence<String>) -> OpenAPIValue {
        ["type": "string", "enum": .array(values.map { .string($0) })]
    }

    /// A list.
    static func array(of items: OpenAPIValue, _ range: ClosedRange<Int>? = nil) -> OpenAPIValue {
        let schema: OpenAPIValue = ["type": "array", "items": items]
        guard let range else { return schema }
        return schema.adding([
            "minItems": .integer(range.lowerBound), "maxItems": .integer(range.upperBound),
        ])
    }

    /// An object whose members all have one schema.
    static func map(of values: OpenAPIValue) -> OpenAPIValue {
        ["type": "object", "additionalProperties": values]
    }

    /// One of several schemas.
    static func any(of schemas: [OpenAPIValue]) -> OpenAPIValue {
        ["anyOf": .array(schemas)]
    }

    /// A value or `null`.
    static func nullable(_ schema: OpenAPIValue) -> OpenAPIValue {
        any(of: [schema, ["type": "null"]])
    }

    /// An object; members that are not listed are allowed.
    static func object(
        _ properties: [(String, OpenAPIValue)],
        required: [String] = []
    ) -> OpenAPIValue {
        let members = properties.map { OpenAPIValue.Member(name: $0.0, value: $0.1) }
        let schema: OpenAPIValue = ["type": "object", "properties": .object(members)]
        guard !required.isEmpty else { return schema }
        return schema.adding(["required": .array(required.map { .string($0) })])
    }
}
