package import TrendyModel

extension UnreadableChange {
    /// An error that carries an unreadable change in place of an entity.
    struct Error: Swift.Error {
        let change: UnreadableChange
    }

    /// Extracts the readable parts of an entity that cannot be decoded.
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

    /// Decodes the entity again, after an update of the program.
    package func entity() -> Entity? {
        json.utf8.withUnsafeBytes { bytes in
            var scanner = JSONScanner(bytes)
            return try? scanner.entity(nil)
        }
    }
}
