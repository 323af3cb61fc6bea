package import TrendyModel

extension JSONWriter {
    /// Appends an entity: its common fields, then its own fields unchanged.
    ///
    /// - `namesKind`: whether the first field is `entity_type`.
    package mutating func entity(_ entity: Entity, namesKind: Bool = false) {
        raw("{")
        if namesKind {
            raw("\"entity_type\":\"")
            raw(entity.kind.name.utf8)
            raw("\",")
        }
        raw("\"id\":")
        id(entity.id)
        raw(",\"version\":")
        integer(entity.version)
        raw(",\"created_at\":")
        instant(entity.createdAt)
        raw(",\"updated_at\":")
        instant(entity.updatedAt)
        if let deletedAt = entity.deletedAt {
            raw(",\"deleted_at\":")
            instant(deletedAt)
        }
        if entity.content.utf8.count > 2 {
            raw(",")
            entity.content.utf8.withUnsafeBytes {
                raw(UnsafeRawBufferPointer(rebasing: $0.dropFirst()))
            }
        } else {
            raw("}")
        }
    }
}

extension JSONScanner {
    /// Decodes an entity; its own fields are copied unchanged.
    ///
    /// - `kind`: the kind; `nil` to read it from the first field `entity_type`.
    package mutating func entity(_ kind: EntityKind?) throws(JSONError) -> Entity {
        let start = position
        var kind = kind
        var id: EntityID?
        var version: Int64?
        var times: (created: Instant?, updated: Instant?, deleted: Instant?) = (nil, nil, nil)
        var own = OwnFields()
        try beginObject()
        while let key = try nextKey() {
            let range = try skipValue()
            let name = slice(key)
            let value = slice(range)
            guard name.isCommonField else {
                own.add(key: key, value: range)
                continue
            }
            own.endRun(of: self)
            if name.equals("id") {
                id = unquoted(value).flatMap { EntityID(utf8: $0) }
            } else if name.equals("version") {
                version = Int64(ascii: value)
            } else if name.equals("created_at") {
                times.created = unquoted(value).flatMap { Instant(rfc3339UTF8: $0) }
            } else if name.equals("updated_at") {
                times.updated = unquoted(value).flatMap { Instant(rfc3339UTF8: $0) }
            } else if name.equals("deleted_at") {
                times.deleted = unquoted(value).flatMap { Instant(rfc3339UTF8: $0) }
            } else {
                kind = unquoted(value).flatMap {
                    EntityKind(name: String(decoding: $0, as: UTF8.self))
                }
            }
        }
        guard let kind, let id, let version, let created = times.created,
            let updated = times.updated
        else {
            throw JSONError(offset: start, message: "An entity lacks a field that all have")
        }
        own.endRun(of: self)
        return Entity(
            kind: kind,
            id: id,
            version: version,
            createdAt: created,
            updatedAt: updated,
            deletedAt: times.deleted,
            content: own.content
        )
    }

    /// Decodes an entity with `entity_type`; on failure, skips it and returns its JSON.
    ///
    /// - Throws: when the text is not a JSON object.
    mutating func readableEntity() throws(JSONError) -> Result<Entity, UnreadableChange.Error> {
        var attempt = self
        do throws(JSONError) {
            let entity = try attempt.entity(nil)
            self = attempt
            return .success(entity)
        } catch {
            let range = try skipValue()
            let change = try UnreadableChange(slice(range), reason: error.message)
            return .failure(UnreadableChange.Error(change: change))
        }
    }

    /// Decodes a string.
    package mutating func string() throws(JSONError) -> String {
        let start = position
        guard let text = RawJSON(unchecked: slice(try skipValue())).string else {
            throw JSONError(offset: start, message: "A string was expected")
        }
        return text
    }

    /// Decodes an id.
    package mutating func id() throws(JSONError) -> EntityID {
        let start = position
        guard let id = unquoted(slice(try skipValue())).flatMap({ EntityID(utf8: $0) }) else {
            throw JSONError(offset: start, message: "A UUID was expected")
        }
        return id
    }

    /// Decodes an integer, also with a fraction of zero.
    package mutating func integer() throws(JSONError) -> Int64 {
        let start = position
        let value = slice(try skipValue())
        if let integer = Int64(ascii: value) { return integer }
        guard let number = RawJSON(unchecked: value).number?.double,
            let integer = Int64(exactly: number)
        else {
            throw JSONError(offset: start, message: "An integer was expected")
        }
        return integer
    }
}

/// Collects the own fields of an entity into an object.
///
/// Adjacent fields, as Trendy writes them, are copied in one step.
private struct OwnFields {
    /// The range of adjacent fields that is not copied yet, from its first quote to the end of its
    /// last value.
    private var run: Range<Int>?
    private var writer = JSONWriter()

    mutating func add(key: Range<Int>, value: Range<Int>) {
        guard let run else {
            self.run = key.lowerBound - 1..<value.upperBound
            return
        }
        self.run = run.lowerBound..<value.upperBound
    }

    /// Copies the adjacent fields.
    mutating func endRun(of scanner: JSONScanner) {
        guard let run else { return }
        if writer.bytes.isEmpty {
            writer = JSONWriter(capacity: run.count + 2)
            writer.raw("{")
        } else {
            writer.raw(",")
        }
        writer.raw(scanner.slice(run))
        self.run = nil
    }

    /// The object, after the last range was copied.
    var content: RawJSON {
        mutating get {
            guard !writer.bytes.isEmpty else { return Entity.emptyContent }
            writer.raw("}")
            return RawJSON(unchecked: writer.bytes)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether this is the name of a common field on the wire.
    fileprivate var isCommonField: Bool {
        switch count {
        case 2: equals("id")
        case 7: equals("version")
        case 10: equals("created_at") || equals("updated_at") || equals("deleted_at")
        case 11: equals("entity_type")
        default: false
        }
    }
}

extension Int64 {
    /// Parses decimal digits with an optional minus sign; `nil` for any other bytes.
    init?(ascii: UnsafeRawBufferPointer) {
        var value: Int64 = 0
        let isNegative = ascii.first == UInt8(ascii: "-")
        let digits = ascii.dropFirst(isNegative ? 1 : 0)
        guard !digits.isEmpty else { return nil }
        for byte in digits {
            guard case 48...57 = byte else { return nil }
            let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, over) = product.subtractingReportingOverflow(Int64(byte - 48))
            guard !tooLarge, !over else { return nil }
            value = sum
        }
        if isNegative {
            self = value
        } else {
            guard value != .min else { return nil }
            self = -value
        }
    }
}
