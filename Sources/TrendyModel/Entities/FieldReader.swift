/// Extracts typed values from a document; the remaining fields are unknown fields.
struct FieldReader {
    private(set) var unknown: Document

    init(_ document: Document) {
        unknown = document
    }

    mutating func optional<Value>(
        _ name: String,
        _ expected: String,
        _ read: (RawJSON) -> Value?
    ) throws(FieldError) -> Value? {
        guard let raw = unknown.removeValue(of: name), !raw.isNull else { return nil }
        guard let value = read(raw) else {
            throw FieldError(code: "invalid", field: name, message: "must be \(expected)")
        }
        return value
    }

    mutating func required<Value>(
        _ name: String,
        _ expected: String,
        _ read: (RawJSON) -> Value?
    ) throws(FieldError) -> Value {
        guard let value = try optional(name, expected, read) else {
            throw FieldError(code: "required", field: name, message: "is required: \(expected)")
        }
        return value
    }

    mutating func string(_ name: String) throws(FieldError) -> String? {
        try optional(name, "a string") { $0.string }
    }

    mutating func id(_ name: String) throws(FieldError) -> EntityID? {
        try optional(name, "a UUID") { $0.id }
    }

    mutating func instant(_ name: String) throws(FieldError) -> Instant? {
        try optional(name, "an instant of RFC 3339, such as 2026-01-15T08:30:00Z") { $0.instant }
    }

    mutating func bool(_ name: String) throws(FieldError) -> Bool? {
        try optional(name, "true or false") { $0.bool }
    }

    mutating func double(_ name: String) throws(FieldError) -> Double? {
        try optional(name, "a number") { $0.number?.double }
    }
}

extension Document {
    mutating func set(_ name: String, _ value: RawJSON?) {
        self[name] = value
    }
}
