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
        var document = try entity.document()
        typeName = document["event_type_name"]?.string
        placeName = document["place_name"]?.string
        guard document["event_type_name"] != nil || document["place_name"] != nil else { return }
        document["event_type_name"] = nil
        document["place_name"] = nil
        entity.content = document.json
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
