package import TrendyModel
import TrendyWire

/// An entity of an export, with the names that only exports have.
package struct ExportedEntity: Sendable, Equatable {
    /// The entity, with the fields of the wire.
    package var entity: Entity
    /// The name of an event's type.
    package var typeName: String?
    /// The name of an event's place.
    package var placeName: String?

    /// Decodes an entity; one without `entity_type` is an event.
    ///
    /// - Throws: when the text is not an entity.
    package init(json: UnsafeRawBufferPointer) throws(JSONError) {
        if let offset = firstInvalidUTF8(json) {
            throw JSONError(offset: offset, message: "The text is not UTF-8")
        }
        var scanner = JSONScanner(json)
        entity = try scanner.entity(try Self.kind(json))
        try scanner.end()
        guard entity.kind == .event else { return }
        try removeNames()
    }

    /// Moves the names that only exports have out of the content; the other fields are copied.
    private mutating func removeNames() throws(JSONError) {
        var (typeName, placeName): (RawJSON?, RawJSON?)
        let result = entity.content.utf8.withUnsafeBytes { content in
            Result { () throws(JSONError) -> [UInt8] in
                var fields: [UInt8] = []
                fields.reserveCapacity(content.count)
                var walker = try FieldWalker(content)
                while let (name, value) = try walker.next() {
                    if name.equals("event_type_name") {
                        typeName = RawJSON(unchecked: Array(value))
                    } else if name.equals("place_name") {
                        placeName = RawJSON(unchecked: Array(value))
                    } else {
                        fields.append(UInt8(ascii: fields.isEmpty ? "{" : ","))
                        fields.append(UInt8(ascii: "\""))
                        fields.append(contentsOf: name)
                        fields += [UInt8(ascii: "\""), UInt8(ascii: ":")]
                        fields.append(contentsOf: value)
                    }
                }
                if fields.isEmpty { fields.append(UInt8(ascii: "{")) }
                fields.append(UInt8(ascii: "}"))
                return fields
            }
        }
        let fields = try result.get()
        guard typeName != nil || placeName != nil else { return }
        entity.content = RawJSON(unchecked: fields)
        self.typeName = typeName?.string
        self.placeName = placeName?.string
    }

    /// The kind that the text names; `event` when it names none.
    private static func kind(_ json: UnsafeRawBufferPointer) throws(JSONError) -> EntityKind? {
        var scanner = JSONScanner(json)
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            let value = scanner.slice(key).equals("entity_type")
            _ = try scanner.skipValue()
            if value { return nil }
        }
        return .event
    }
}
