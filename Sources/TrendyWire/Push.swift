package import TrendyModel

/// The operation of a mutation.
package enum Operation: String, Sendable, Hashable, CaseIterable {
    /// Creates an entity; the fields are complete.
    case create
    /// Changes the given fields of an entity.
    case update
    /// Deletes an entity.
    case delete
}

/// A change of one entity that a device pushes to the server.
package struct PushMutation: Sendable, Equatable, Identifiable {
    /// A UUIDv7, the idempotency key within the account.
    package var id: EntityID
    /// The kind of the entity.
    package var kind: EntityKind
    /// The operation.
    package var operation: Operation
    /// The entity.
    package var entityID: EntityID
    /// The version that the edit is based on; `nil` for a creation.
    package var baseVersion: Int64?
    /// The time of the edit by the corrected clock.
    package var editedAt: Instant
    /// The text of an object: all fields for a creation, the changed fields for an update (`null`
    /// clears), none for a deletion.
    package var fields: RawJSON

    /// Creates a mutation.
    package init(
        id: EntityID,
        kind: EntityKind,
        operation: Operation,
        entityID: EntityID,
        baseVersion: Int64?,
        editedAt: Instant,
        fields: RawJSON
    ) {
        self.id = id
        self.kind = kind
        self.operation = operation
        self.entityID = entityID
        self.baseVersion = baseVersion
        self.editedAt = editedAt
        self.fields = fields
    }
}

/// The body of `POST /sync/push`.
package struct PushRequest: Sendable, Equatable {
    /// The device that pushes.
    package var deviceID: EntityID
    /// The epoch of the versions in the request; `nil` to skip the check.
    ///
    /// A server with another epoch refuses the push with `cursor_expired` before it applies
    /// anything.
    package var epoch: String?
    /// 1…500 mutations, oldest first.
    package var mutations: [PushMutation]

    /// Creates a request.
    package init(deviceID: EntityID, epoch: String? = nil, mutations: [PushMutation]) {
        self.epoch = epoch
        self.deviceID = deviceID
        self.mutations = mutations
    }

    /// Encodes the body.
    package var json: [UInt8] {
        var writer = JSONWriter(capacity: mutations.reduce(100) { $0 + $1.fields.utf8.count + 280 })
        writer.raw("{\"device_id\":")
        writer.id(deviceID)
        if let epoch {
            writer.raw(",\"epoch\":")
            writer.string(epoch)
        }
        writer.raw(",\"mutations\":[")
        for (index, mutation) in mutations.enumerated() {
            if index > 0 { writer.raw(",") }
            writer.raw("{\"id\":")
            writer.id(mutation.id)
            writer.raw(",\"entity_type\":\"")
            writer.raw(mutation.kind.name.utf8)
            writer.raw("\",\"operation\":\"")
            writer.raw(mutation.operation.rawValue.utf8)
            writer.raw("\",\"entity_id\":")
            writer.id(mutation.entityID)
            if let baseVersion = mutation.baseVersion {
                writer.raw(",\"base_version\":")
                writer.integer(baseVersion)
            }
            writer.raw(",\"edited_at\":")
            writer.instant(mutation.editedAt)
            writer.raw(",\"fields\":")
            writer.value(mutation.fields)
            writer.raw("}")
        }
        writer.raw("]}")
        return writer.bytes
    }

    /// Decodes a body; unknown fields are ignored.
    ///
    /// - Throws: when the body is not JSON in UTF-8, not of this form, or has more than
    ///   ``WireLimit/pushMutations`` mutations.
    package init(json: UnsafeRawBufferPointer) throws(JSONError) {
        if let offset = firstInvalidUTF8(json) {
            throw JSONError(offset: offset, message: "The text is not UTF-8")
        }
        var scanner = JSONScanner(json)
        var device: EntityID?
        var epoch: String?
        var mutations: [PushMutation] = []
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            let name = scanner.slice(key)
            if name.equals("device_id") {
                device = try scanner.id()
            } else if name.equals("epoch") {
                epoch = try scanner.string()
            } else if name.equals("mutations") {
                try scanner.beginArray()
                while try scanner.nextElement() {
                    guard mutations.count < WireLimit.pushMutations else {
                        throw JSONError(
                            offset: scanner.position,
                            message: "More than \(WireLimit.pushMutations) mutations"
                        )
                    }
                    mutations.append(try PushMutation(from: &scanner))
                }
            } else {
                _ = try scanner.skipValue()
            }
        }
        try scanner.end()
        guard let device else { throw JSONError(offset: 0, message: "device_id is missing") }
        guard !mutations.isEmpty else { throw JSONError(offset: 0, message: "No mutations") }
        self.init(deviceID: device, epoch: epoch, mutations: mutations)
    }
}

extension PushMutation {
    init(from scanner: inout JSONScanner) throws(JSONError) {
        let start = scanner.position
        var id: EntityID?
        var kind: EntityKind?
        var operation: Operation?
        var entityID: EntityID?
        var baseVersion: Int64?
        var editedAt: Instant?
        var fields = Entity.emptyContent
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            let name = scanner.slice(key)
            if name.equals("id") {
                id = try scanner.id()
            } else if name.equals("entity_id") {
                entityID = try scanner.id()
            } else if name.equals("base_version") {
                if scanner.peek() == UInt8(ascii: "n") {
                    _ = try scanner.skipValue()
                } else {
                    baseVersion = try scanner.integer()
                }
            } else {
                let value = scanner.slice(try scanner.skipValue())
                if name.equals("entity_type") {
                    kind = unquoted(value).flatMap {
                        EntityKind(name: String(decoding: $0, as: UTF8.self))
                    }
                } else if name.equals("operation") {
                    operation = unquoted(value).flatMap {
                        Operation(rawValue: String(decoding: $0, as: UTF8.self))
                    }
                } else if name.equals("edited_at") {
                    editedAt = unquoted(value).flatMap { Instant(rfc3339UTF8: $0) }
                } else if name.equals("fields") {
                    guard value.first == UInt8(ascii: "{") else {
                        throw JSONError(offset: start, message: "fields must be an object")
                    }
                    fields = RawJSON(unchecked: value)
                }
            }
        }
        guard let id, let kind, let operation, let entityID, let editedAt else {
            throw JSONError(
                offset: start,
                message: "A mutation needs id, entity_type, operation, entity_id and edited_at"
            )
        }
        self.init(
            id: id,
            kind: kind,
            operation: operation,
            entityID: entityID,
            baseVersion: baseVersion,
            editedAt: editedAt,
            fields: fields
        )
    }
}
