public import TrendyModel

extension UnreadableChange {
    /// A change in the place of an entity.
    struct Error: Swift.Error {
        let change: UnreadableChange
    }

    /// Takes what can be known of an entity that cannot be read.
    init(_ json: UnsafeRawBufferPointer, reason: String) throws(JSONError) {
        self.init(entityID: nil, kind: "", reason: reason, json: RawJSON(unchecked: json))
        var scanner = JSONScanner(json)
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            let name = scanner.slice(key)
            let value = scanner.slice(try scanner.skipValue())
            if name.equals("id") {
                entityID = unquoted(value).flatMap { EntityID(utf8: $0) }
            } else if name.equals("entity_type") {
                kind = unquoted(value).map { String(decoding: $0, as: UTF8.self) } ?? ""
            }
        }
    }

    /// Reads it again: a newer program may understand it.
    public func entity() -> Entity? {
        json.utf8.withUnsafeBytes { bytes in
            var scanner = JSONScanner(bytes)
            return try? scanner.entity(nil)
        }
    }
}
