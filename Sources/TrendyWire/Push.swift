public import TrendyModel

/// What a mutation does.
public enum Operation: String, Sendable, Hashable, CaseIterable {
    /// Makes an entity; the fields are whole.
    case create
    /// Changes fields of an entity; the fields are those that changed.
    case update
    /// Deletes an entity.
    case delete
}

/// One change of one entity, on its way to the server.
public struct PushMutation: Sendable, Equatable, Identifiable {
    /// A UUIDv7, the idempotency key in its account.
    public var id: EntityID
    /// What the entity is.
    public var kind: EntityKind
    /// What is done.
    public var operation: Operation
    /// Which entity.
    public var entityID: EntityID
    /// The version it was based on; `nil` for a create.
    public var baseVersion: Int64?
    /// When the person did it, by the corrected clock.
    public var editedAt: Instant
    /// An object's text: all fields for a create, the changed ones for an update (`null` clears),
    /// none for a delete.
    public var fields: RawJSON

    /// Bundles the parts of a mutation.
    public init(
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
public struct PushRequest: Sendable, Equatable {
    /// The device that pushes.
    public var deviceID: EntityID
    /// The epoch that the versions in it belong to; not checked when `nil`.
    ///
    /// A server in another one refuses the push with `cursor_expired` before anything is applied.
    public var epoch: String?
    /// 1…500 mutations, oldest first.
    public var mutations: [PushMutation]

    /// Bundles a request.
    public init(deviceID: EntityID, epoch: String? = nil, mutations: [PushMutation]) {
        self.epoch = epoch
        self.deviceID = deviceID
        self.mutations = mutations
    }

    /// The body's bytes.
    public var json: [UInt8] {
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

    /// Reads a body; what it does not know in it is passed over.
    ///
    /// - Throws: where the body is not JSON in UTF-8 or not of this shape; more than
    ///   ``WireLimit/pushMutations`` mutations are not read.
    public init(json: UnsafeRawBufferPointer) throws(JSONError) {
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
                } else if name.equals("fields"), value.first == UInt8(ascii: "{") {
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
