import GRDB
import TrendyModel
import TrendySQLite

/// Writes changes made on this device: the entity and its mutation, within one transaction that
/// the caller has open.
struct LocalWriter {
    let db: Database
    let now: Instant
    let editedAt: Instant
    let sent: SentWatermark
    let ids: any EntityIDSource
    let log: ChangeTracker
    /// Whether what is written is history that is taken in.
    var isBackfill = false

    /// Makes an entity.
    ///
    /// An id whose entity is deleted is taken into use again, knowingly.
    func create(kind: EntityKind, id: EntityID, content: RawJSON) throws {
        let existing = try EntityRow.fetch(db, id: id)
        if let existing, existing.entity.deletedAt == nil {
            let change = try Document(json: content).changes(from: existing.entity.document())
            return try update(existing, change: change)
        }
        var row = EntityRow(
            entity: Entity(
                kind: kind,
                id: id,
                version: existing?.entity.version ?? 0,
                createdAt: editedAt,
                updatedAt: editedAt,
                content: content
            )
        )
        if let existing, existing.entity.version > 0 {
            // The server's times, until it has accepted this.
            row.entity.createdAt = existing.entity.createdAt
            row.entity.updatedAt = existing.entity.updatedAt
        }
        if existing == nil {
            try row.insert(db, log)
        } else if let lane = try failedQueue(id) {
            // The deletion was not accepted: as far as the server knows, nothing was deleted.
            row.base = existing?.base
            try row.update(db, log)
            return try collapse(row, lane)
        } else {
            // Until the deletion is accepted, the server has what it had.
            let isAccepted = try !MutationRow.exists(db, entityID: id)
            if isAccepted, let existing { try RevertedDeletion.note(db, existing.entity) }
            row.base = isAccepted ? Entity.emptyContent : existing?.base
            try row.update(db, log)
        }
        let version = existing?.entity.version
        try enqueue(
            "create",
            row.entity,
            baseVersion: version == 0 ? nil : version,
            fields: content
        )
    }

    /// Changes fields of a live entity; a change of nothing writes nothing.
    func update(_ row: EntityRow, change: Document) throws {
        var row = row
        let old = try row.entity.document()
        let new = old.applying(change)
        let effective = new.changes(from: old)
        guard !effective.isEmpty else { return }
        let lane = try MutationRow.fetch(db, entityID: row.entity.id)
        if lane.isEmpty { row.base = row.entity.content }
        row.entity.content = new.json
        touch(&row)
        try row.update(db, log)
        guard lane.first.map(\.isFailed) != true else { return try collapse(row, lane) }
        guard var last = lane.last, canCoalesce(last) else {
            return try enqueue(
                "update",
                row.entity,
                baseVersion: baseVersion(row, lane),
                fields: effective.json
            )
        }
        switch last.operation {
        case "create":
            last.fields = new.json
        default:
            var merged = try Document(json: last.fields)
            for field in effective.fields { merged[field.name] = field.value }
            last.fields = merged.json
        }
        last.editedAt = editedAt
        // What a person goes on with is of now.
        last.isBackfill = last.isBackfill && isBackfill
        try MutationRow.rewrite(db, last)
    }

    /// Deletes a live entity.
    ///
    /// One that the server has never heard of leaves no trace; one that it has lost does, for other
    /// devices may bring it again, and so does a type without which the server would not take what
    /// waits.
    func delete(_ row: EntityRow) throws {
        var row = row
        let lane = try MutationRow.fetch(db, entityID: row.entity.id)
        if lane.allSatisfy({ canCoalesce($0) }), lane.first?.operation == "create",
            row.entity.version == 0, row.base == nil, try !isExpected(row.entity)
        {
            try MutationRow.delete(db, entityID: row.entity.id)
            return try row.remove(db, log)
        }
        if lane.isEmpty { row.base = row.entity.content }
        row.entity.content = Entity.emptyContent
        row.entity.deletedAt = editedAt
        touch(&row)
        try row.update(db, log)
        guard lane.first.map(\.isFailed) != true else { return try collapse(row, lane) }
        for mutation in lane where canCoalesce(mutation) && mutation.operation == "update" {
            try MutationRow.delete(db, sequence: mutation.sequence)
        }
        try enqueue(
            "delete",
            row.entity,
            baseVersion: baseVersion(row, lane),
            fields: Entity.emptyContent
        )
    }

    /// Whether a definition or a place that waits to be sent refers to a type.
    private func isExpected(_ type: Entity) throws -> Bool {
        guard type.kind == .eventType else { return false }
        let statement = try PreparedStatement(db, BlockedMutationQuery.referencingOthers)
        statement.bind(1, type.id.description)
        return try statement.firstRow { _ in true } ?? false
    }

    /// Notes the time of a change.
    ///
    /// What the server has accepted keeps the server's time until the change is accepted as well:
    /// the change may be given up.
    private func touch(_ row: inout EntityRow) {
        if row.entity.version == 0 { row.entity.updatedAt = editedAt }
    }

    private func failedQueue(_ id: EntityID) throws -> [StoredMutation]? {
        let lane = try MutationRow.fetch(db, entityID: id)
        return lane.first.map(\.isFailed) == true ? lane : nil
    }

    /// Puts one mutation in the place of what was refused and of all that waits behind it: whoever
    /// goes on with an entity has decided that it is to be tried again as it is now.
    private func collapse(_ row: EntityRow, _ lane: [StoredMutation]) throws {
        try MutationRow.delete(db, entityID: row.entity.id)
        let base = try row.base.map { try Document(json: $0) } ?? Document()
        let baseVersion = row.entity.version == 0 ? nil : row.entity.version
        if row.entity.deletedAt != nil {
            try enqueue(
                "delete",
                row.entity,
                baseVersion: baseVersion,
                fields: Entity.emptyContent
            )
        } else if baseVersion == nil || lane.first?.operation == "create" {
            if row.base == nil {
                // The server may have it after all: whoever deletes it must say so.
                var row = row
                row.base = Entity.emptyContent
                try row.update(db, log)
            }
            try enqueue("create", row.entity, baseVersion: baseVersion, fields: row.entity.content)
        } else {
            let change = try row.entity.document().changes(from: base)
            guard !change.isEmpty else {
                var row = row
                row.base = nil
                return try row.update(db, log)
            }
            try enqueue("update", row.entity, baseVersion: baseVersion, fields: change.json)
        }
    }

    func enqueue(
        _ operation: String,
        _ entity: Entity,
        baseVersion: Int64?,
        fields: RawJSON,
        editedAt: Instant? = nil
    ) throws {
        try MutationRow.insert(
            db,
            StoredMutation(
                sequence: 0,
                id: ids.next(),
                kind: entity.kind,
                operation: operation,
                entityID: entity.id,
                baseVersion: baseVersion,
                editedAt: editedAt ?? self.editedAt,
                fields: fields,
                recordedAt: now,
                state: .waiting,
                attempts: 0,
                nextAttemptAt: now,
                problem: nil,
                // What others refer to goes first, however old.
                isBackfill: isBackfill && entity.kind == .event
            )
        )
    }

    /// Only what was never sent may change its meaning.
    private func canCoalesce(_ mutation: StoredMutation) -> Bool {
        !sent.covers(mutation) && mutation.state == .waiting && mutation.attempts == 0
            && mutation.operation != "delete"
    }

    private func baseVersion(_ row: EntityRow, _ lane: [StoredMutation]) -> Int64? {
        row.entity.version == 0 ? nil : row.entity.version
    }
}
