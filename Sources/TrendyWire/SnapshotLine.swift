package import TrendyModel

/// A line of `GET /sync/snapshot` (NDJSON).
package enum SnapshotLine: Sendable, Equatable {
    /// The first line: the cursor for later pulls, the current number of entities of each kind, and
    /// the last cursor of each previous epoch that this epoch continues.
    case header(cursor: Cursor, counts: [EntityKind: Int], previousEpochs: [Cursor] = [])
    /// An entity.
    case entity(Entity)
    /// An entity that this program cannot decode.
    case unreadable(UnreadableChange)
    /// A resumption token: a request with it omits everything before this line.
    case mark(after: String)
    /// The last line of a complete snapshot.
    case complete

    /// Appends the line with its line feed.
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .header(let cursor, let counts, let previousEpochs):
            writer.raw("{\"epoch\":")
            writer.string(cursor.epoch)
            writer.raw(",\"cursor\":")
            writer.string(cursor.description)
            writer.raw(",\"counts\":{")
            for (index, kind) in EntityKind.allCases.enumerated() {
                if index > 0 { writer.raw(",") }
                writer.key(kind.name)
                writer.integer(Int64(counts[kind] ?? 0))
            }
            writer.raw("}")
            for (index, previous) in previousEpochs.enumerated() {
                writer.raw(index == 0 ? ",\"previous_epochs\":[" : ",")
                writer.string(previous.description)
            }
            writer.raw(previousEpochs.isEmpty ? "}\n" : "]}\n")
        case .entity(let entity):
            writer.entity(entity, namesKind: true)
            writer.raw("\n")
        case .unreadable(let change):
            writer.raw(change.json.utf8)
            writer.raw("\n")
        case .mark(let token):
            writer.raw("{\"after\":")
            writer.string(token)
            writer.raw("}\n")
        case .complete:
            writer.raw("{\"complete\":true}\n")
        }
    }

    /// Decodes a line, with or without its line feed.
    package init(line: UnsafeRawBufferPointer) throws(JSONError) {
        if let offset = firstInvalidUTF8(line) {
            throw JSONError(offset: offset, message: "The text is not UTF-8")
        }
        var scanner = JSONScanner(line)
        if line.starts(withASCII: "{\"entity_type\":") {
            switch try scanner.readableEntity() {
            case .success(let entity): self = .entity(entity)
            case .failure(let error): self = .unreadable(error.change)
            }
            try scanner.end()
            return
        }
        try scanner.beginObject()
        guard let key = try scanner.nextKey() else {
            throw JSONError(offset: 0, message: "A line of the snapshot is empty")
        }
        let name = scanner.slice(key)
        if name.equals("after") {
            self = .mark(after: try scanner.string())
        } else if name.equals("complete") {
            guard scanner.slice(try scanner.skipValue()).equals("true") else {
                throw JSONError(offset: key.lowerBound, message: "The snapshot does not end")
            }
            self = .complete
        } else {
            self = try Self.header(line)
            return
        }
        while try scanner.nextKey() != nil { _ = try scanner.skipValue() }
        try scanner.end()
    }

    private static func header(_ line: UnsafeRawBufferPointer) throws(JSONError) -> SnapshotLine {
        var scanner = JSONScanner(line)
        var cursor: Cursor?
        var counts: [EntityKind: Int] = [:]
        var previousEpochs: [Cursor] = []
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            let name = scanner.slice(key)
            if name.equals("cursor") {
                cursor = Cursor(try scanner.string())
            } else if name.equals("counts") {
                try scanner.beginObject()
                while let kindKey = try scanner.nextKey() {
                    let kind = EntityKind(
                        name: String(decoding: scanner.slice(kindKey), as: UTF8.self)
                    )
                    let count = try scanner.integer()
                    if let kind { counts[kind] = Int(count) }
                }
            } else if name.equals("previous_epochs") {
                try scanner.beginArray()
                while try scanner.nextElement() {
                    guard let previous = Cursor(try scanner.string()) else { continue }
                    previousEpochs.append(previous)
                }
            } else {
                _ = try scanner.skipValue()
            }
        }
        try scanner.end()
        guard let cursor else {
            throw JSONError(offset: 0, message: "The snapshot's header has no cursor")
        }
        return .header(cursor: cursor, counts: counts, previousEpochs: previousEpochs)
    }
}
