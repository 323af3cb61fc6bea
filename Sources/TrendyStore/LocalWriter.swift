import GRDB
import TrendyModel
import TrendySQLite

/// Writes local edits: each writes the entity and its pending mutation.
///
/// The caller has a transaction open.
struct LocalWriter {
    let db: Database
    let now: Instant
    let editedAt: Instant
    let sent: SentWatermark
    let ids: any EntityIDSource
    let changeTracker: ChangeTracker
    /// Whether the edits belong to a backfill.
    var isBackfill = false

    /// Creates an entity.
    ///
    /// With the id of a deleted entity, it reverts the deletion; with that of a live entity, it
    /// replaces the content.
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
            // The server's times apply until it accepts the creation.
            row.entity.createdAt = existing.entity.createdAt
            row.entity.updatedAt = existing.entity.updatedAt
        }
        if existing == nil {
            try row.insert(db, changeTracker)
        } else if let mutations = try failedMutations(id) {
            // The deletion was not accepted, so the server has no tombstone.
            row.base = existing?.base
            try row.update(db, changeTracker)
            return try collapse(row, mutations)
        } else {
            // Until the deletion is accepted, the server has the earlier content.
            let isAccepted = try !MutationRow.exists(db, entityID: id)
            if isAccepted, let existing { try RevertedDeletion.record(db, existing.entity) }
            row.base = isAccepted ? Entity.emptyContent : existing?.base
            try row.update(db, changeTracker)
        }
        let version = existing?.entity.version
        try enqueue(
            "create",
            row.entity,
            baseVersion: version == 0 ? nil : version,
            fields: content
        )
    }

    /// Updates fields of a live entity; values that equal the current ones write nothing.
    func update(_ row: EntityRow, change: Document) throws {
        var row = row
        let old = try row.entity.document()
        let new = old.applying(change)
        let effective = new.changes(from: old)
        guard !effective.isEmpty else { return }
        let mutations = try MutationRow.fetch(db, entityID: row.entity.id)
        if mutations.isEmpty { row.base = row.entity.content }
        row.entity.content = new.json
        touch(&row)
        try row.update(db, changeTracker)
        guard mutations.first.map(\.isFailed) != true else { return try collapse(row, mutations) }
        guard var last = mutations.last, canCoalesce(last) else {
            return try enqueue(
                "update",
                row.entity,
                baseVersion: baseVersion(row),
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
        // An edit of the person takes the mutation out of the backfill.
        last.isBackfill = last.isBackfill && isBackfill
        try MutationRow.rewrite(db, last)
    }

    /// Deletes a live entity.
    ///
    /// An entity that was never sent is removed together with its mutations. It gets a tombstone
    /// when the server may have had it before, because other devices may send it again, or when it
    /// is an event type that pending mutations refer to.
    func delete(_ row: EntityRow) throws {
        var row = row
        let mutations = try MutationRow.fetch(db, entityID: row.entity.id)
        if mutations.allSatisfy({ canCoalesce($0) }), mutations.first?.operation == "create",
            row.entity.version == 0, row.base == nil, try !hasPendingReferences(row.entity)
        {
            try MutationRow.delete(db, entityID: row.entity.id)
            return try row.remove(db, changeTracker)
        }
        if mutations.isEmpty { row.base = row.entity.content }
        row.entity.content = Entity.emptyContent
        row.entity.deletedAt = editedAt
        touch(&row)
        try row.update(db, changeTracker)
        guard mutations.first.map(\.isFailed) != true else { return try collapse(row, mutations) }
        for mutation in mutations where canCoalesce(mutation) && mutation.operation == "update" {
            try MutationRow.delete(db, sequence: mutation.sequence)
        }
        try enqueue(
            "delete",
            row.entity,
            baseVersion: baseVersion(row),
            fields: Entity.emptyContent
        )
    }

    /// Restores a deleted entity with the content it had; does nothing when it is live again.
    ///
    /// A deletion that was never sent is removed from the queue, so the server and other devices
    /// see neither the deletion nor the restoration. Otherwise the entity is created again.
    func restore(kind: EntityKind, id: EntityID, content: RawJSON) throws {
        guard var row = try EntityRow.fetch(db, id: id) else {
            return try create(kind: kind, id: id, content: content)
        }
        guard row.entity.deletedAt != nil else { return }
        let mutations = try MutationRow.fetch(db, entityID: id)
        guard let base = row.base, let deletion = mutations.last, deletion.operation == "delete",
            isUnsent(deletion), !mutations.contains(where: \.isFailed)
        else { return try create(kind: kind, id: id, content: content) }
        try MutationRow.delete(db, sequence: deletion.sequence)
        row.entity.content = content
        row.entity.deletedAt = nil
        touch(&row)
        // The content that the server has once it accepts the mutations that were sent.
        var sent = try Document(json: base)
        for mutation in mutations.dropLast() {
            let fields = try Document(json: mutation.fields)
            sent = mutation.operation == "create" ? fields : sent.applying(fields)
        }
        let change = try Document(json: content).changes(from: sent)
        if mutations.count == 1, change.isEmpty { row.base = nil }
        try row.update(db, changeTracker)
        guard !change.isEmpty else { return }
        try enqueue("update", row.entity, baseVersion: baseVersion(row), fields: change.json)
    }

    /// Whether a pending mutation of a property definition or geofence refers to an event type.
    private func hasPendingReferences(_ type: Entity) throws -> Bool {
        guard type.kind == .eventType else { return false }
        let statement = try PreparedStatement(db, BlockedMutationQuery.referencingOthers)
        statement.bind(1, type.id.description)
        return try statement.firstRow { _ in true } ?? false
    }

    /// Sets the update time of an entity that the server has not accepted.
    ///
    /// An accepted entity has the server's time until the edit is accepted, because the edit may be
    /// discarded.
    private func touch(_ row: inout EntityRow) {
        if row.entity.version == 0 { row.entity.updatedAt = editedAt }
    }

    /// The mutations of an entity whose first one failed; `nil` when it did not.
    private func failedMutations(_ id: EntityID) throws -> [StoredMutation]? {
        let mutations = try MutationRow.fetch(db, entityID: id)
        return mutations.first.map(\.isFailed) == true ? mutations : nil
    }

    /// Replaces a failed mutation and all later ones of the entity with one pending mutation.
    ///
    /// Editing an entity with a failed mutation is the person's decision to retry with the current
    /// content.
    private func collapse(_ row: EntityRow, _ mutations: [StoredMutation]) throws {
        try MutationRow.delete(db, entityID: row.entity.id)
        let base = try row.base.map { try Document(json: $0) } ?? Document()
        let baseVersion = baseVersion(row)
        if row.entity.deletedAt != nil {
            try enqueue(
                "delete",
                row.entity,
                baseVersion: baseVersion,
                fields: Entity.emptyContent
            )
        } else if baseVersion == nil || mutations.first?.operation == "create" {
            if row.base == nil {
                // The server may have the entity, so a later deletion has to be sent.
                var row = row
                row.base = Entity.emptyContent
                try row.update(db, changeTracker)
            }
            try enqueue("create", row.entity, baseVersion: baseVersion, fields: row.entity.content)
        } else {
            let change = try row.entity.document().changes(from: base)
            guard !change.isEmpty else {
                var row = row
                row.base = nil
                return try row.update(db, changeTracker)
            }
            try enqueue("update", row.entity, baseVersion: baseVersion, fields: change.json)
        }
    }

    /// Appends a mutation to the queue.
    ///
    /// - `editedAt`: the edit time; the writer's when `nil`.
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
                state: .pending,
                attempts: 0,
                nextAttemptAt: now,
                problem: nil,
                // Events refer to the other kinds, which are sent first.
                isBackfill: isBackfill && entity.kind == .event
            )
        )
    }

    /// Whether a later edit may be merged into a mutation, which was never sent then.
    private func canCoalesce(_ mutation: StoredMutation) -> Bool {
        isUnsent(mutation) && mutation.operation != "delete"
    }

    /// Whether a mutation was never sent.
    private func isUnsent(_ mutation: StoredMutation) -> Bool {
        !sent.covers(mutation) && mutation.state == .pending && mutation.attempts == 0
    }

    private func baseVersion(_ row: EntityRow) -> Int64? {
        row.entity.version == 0 ? nil : row.entity.version
    }
}
