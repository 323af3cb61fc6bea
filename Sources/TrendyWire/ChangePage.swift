package import TrendyModel

/// A page of `GET /changes`: entities in their latest state, sorted by version.
package struct ChangePage: Sendable, Equatable {
    /// The entities; a tombstone has a `deletedAt`.
    package var changes: [Entity]
    /// The changes that this program cannot decode.
    package var unreadable: [UnreadableChange] = []
    /// The cursor of the next page.
    package var nextCursor: Cursor
    /// Whether there are more changes.
    package var hasMore: Bool

    /// Creates a page.
    package init(changes: [Entity], nextCursor: Cursor, hasMore: Bool) {
        self.changes = changes
        self.nextCursor = nextCursor
        self.hasMore = hasMore
    }

    /// Encodes the body.
    package var json: [UInt8] {
        var writer = JSONWriter(
            capacity: changes.reduce(200) { $0 + $1.content.utf8.count + 380 }
        )
        writer.raw("{\"changes\":[")
        for (index, entity) in changes.enumerated() {
            if index > 0 { writer.raw(",") }
            writer.raw("{\"version\":")
            writer.integer(entity.version)
            writer.raw(",\"entity_type\":\"")
            writer.raw(entity.kind.name.utf8)
            writer.raw("\",\"operation\":")
            writer.raw(entity.deletedAt == nil ? "\"upsert\"" : "\"delete\"")
            writer.raw(",\"entity_id\":")
            writer.id(entity.id)
            if let deletedAt = entity.deletedAt {
                writer.raw(",\"deleted_at\":")
                writer.instant(deletedAt)
            }
            writer.raw(",\"data\":")
            writer.entity(entity, namesKind: true)
            writer.raw("}")
        }
        writer.raw("],\"next_cursor\":")
        writer.string(nextCursor.description)
        writer.raw(",\"has_more\":")
        writer.raw(hasMore ? "true" : "false")
        writer.raw("}")
        return writer.bytes
    }

    /// Decodes a body.
    package init(json: UnsafeRawBufferPointer) throws(JSONError) {
        if let offset = firstInvalidUTF8(json) {
            throw JSONError(offset: offset, message: "The text is not UTF-8")
        }
        var scanner = JSONScanner(json)
        var changes: [Entity]?
        var unreadable: [UnreadableChange] = []
        var cursor: Cursor?
        var hasMore: Bool?
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            let name = scanner.slice(key)
            if name.equals("changes") {
                changes = try Self.readChanges(&scanner, unreadable: &unreadable)
            } else if name.equals("next_cursor") {
                cursor = Cursor(try scanner.string())
            } else {
                let value = scanner.slice(try scanner.skipValue())
                if name.equals("has_more") { hasMore = value.equals("true") }
            }
        }
        try scanner.end()
        guard let changes, let cursor, let hasMore else {
            throw JSONError(
                offset: 0,
                message: "A page needs changes, next_cursor and has_more"
            )
        }
        self.init(changes: changes, nextCursor: cursor, hasMore: hasMore)
        self.unreadable = unreadable
    }

    private static func readChanges(
        _ scanner: inout JSONScanner,
        unreadable: inout [UnreadableChange]
    ) throws(JSONError) -> [Entity] {
        var changes: [Entity] = []
        try scanner.beginArray()
        while try scanner.nextElement() {
            guard changes.count + unreadable.count < WireLimit.changesPerPage else {
                throw JSONError(offset: scanner.position, message: "Too many changes on a page")
            }
            var entity: Result<Entity, UnreadableChange.Error>?
            try scanner.beginObject()
            while let key = try scanner.nextKey() {
                if scanner.slice(key).equals("data") {
                    entity = try scanner.readableEntity()
                } else {
                    _ = try scanner.skipValue()
                }
            }
            switch entity {
            case .success(let entity): changes.append(entity)
            case .failure(let error): unreadable.append(error.change)
            case nil:
                throw JSONError(offset: scanner.position, message: "A change has no data")
            }
        }
        return changes
    }
}
