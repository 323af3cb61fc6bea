/// The indexed fields of an entity's document.
package struct EntityKeys: Sendable, Equatable {
    /// The type of an event or of a property definition.
    package var eventTypeID: EntityID?
    /// The geofence of an event.
    package var geofenceID: EntityID?
    /// The event type for entries into a geofence.
    package var entryTypeID: EntityID?
    /// The event type for exits from a geofence.
    package var exitTypeID: EntityID?
    /// The time of an event.
    package var timestamp: Instant?
    /// The name, if it must be unique among entities of this kind; `nil` otherwise.
    package var uniqueName: String?
    /// The source of an event.
    package var sourceType: String?

    /// The entities that must exist before this one.
    package var parents: [EntityID] {
        [eventTypeID, geofenceID, entryTypeID, exitTypeID].compactMap { $0 }
    }

    /// The fields of a kind that reference another entity, with the referenced kind.
    package static func referringFields(
        of kind: EntityKind
    ) -> [(field: String, kind: EntityKind)] {
        switch kind {
        case .event: [("event_type_id", .eventType), ("geofence_id", .geofence)]
        case .propertyDefinition: [("event_type_id", .eventType)]
        case .geofence:
            [("event_type_entry_id", .eventType), ("event_type_exit_id", .eventType)]
        case .eventType: []
        }
    }

    init() {}

    /// Reads the keys of a document; missing and malformed fields are `nil`.
    package init(kind: EntityKind, document: Document) {
        switch kind {
        case .event:
            eventTypeID = document["event_type_id"]?.id
            timestamp = document["timestamp"]?.instant
            sourceType = document["source_type"]?.string
            geofenceID = document["geofence_id"]?.id
        case .eventType:
            uniqueName = document["name"]?.string?.lowercased()
        case .propertyDefinition:
            eventTypeID = document["event_type_id"]?.id
            if let eventTypeID, let key = document["key"]?.string {
                uniqueName = "\(eventTypeID)/\(key)"
            }
        case .geofence:
            uniqueName = document["name"]?.string?.lowercased()
            entryTypeID = document["event_type_entry_id"]?.id
            exitTypeID = document["event_type_exit_id"]?.id
        }
    }

    /// Reads the keys of an entity's content without decoding a document.
    ///
    /// Kinds with few entities are decoded.
    package init(kind: EntityKind, content: RawJSON) {
        guard kind == .event else {
            // Damaged content has no keys.
            self.init(kind: kind, document: (try? Document(json: content)) ?? Document())
            return
        }
        self.init()
        var isEscaped = false
        func text(_ json: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
            if json.contains(UInt8(ascii: "\\")) { isEscaped = true }
            return unquoted(json)
        }
        content.utf8.withUnsafeBytes { bytes in
            var scanner = JSONScanner(bytes)
            do throws(JSONError) {
                try scanner.beginObject()
                while let key = try scanner.nextKey() {
                    let name = scanner.slice(key)
                    let value = scanner.slice(try scanner.skipValue())
                    if name.contains(UInt8(ascii: "\\")) { isEscaped = true }
                    if name.equals("event_type_id") {
                        eventTypeID = text(value).flatMap { EntityID(utf8: $0) }
                    } else if name.equals("source_type") {
                        sourceType = RawJSON(unchecked: value).string
                    } else if name.equals("timestamp") {
                        timestamp = text(value).flatMap { Instant(rfc3339UTF8: $0) }
                    } else if name.equals("geofence_id") {
                        geofenceID = text(value).flatMap { EntityID(utf8: $0) }
                    }
                }
            } catch {
                self = EntityKeys()
            }
        }
        // Escapes in names or values need decoding.
        if isEscaped, let document = try? Document(json: content) {
            self.init(kind: kind, document: document)
        }
    }
}

/// The characters of a JSON string without escapes; `nil` for another value.
package func unquoted(_ json: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard json.count >= 2, json[0] == UInt8(ascii: "\"") else { return nil }
    return UnsafeRawBufferPointer(rebasing: json[1..<json.count - 1])
}
