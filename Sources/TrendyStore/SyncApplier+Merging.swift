import GRDB
import TrendyModel

// Three-way merges of entities that changed on both sides.
extension SyncApplier {
    /// Merges pending mutations of an entity with the server's state, and replaces them with one
    /// mutation of the server's version that contains the remaining differences.
    ///
    /// A failed mutation stays failed. An entity that this device does not have is inserted.
    ///
    /// - `base`: the content that both sides had in common; the server's last known content when
    ///   `nil`.
    /// - `isRemoteAncestor`: whether the entity on this device is a later edit of the server's
    ///   state.
    func merge(
        _ remote: Entity,
        base: Document? = nil,
        isRemoteAncestor: Bool = false
    ) throws {
        guard let row = try EntityRow.fetch(db, id: remote.id) else {
            return try EntityRow(entity: remote).insert(db, writer.changeTracker)
        }
        let mutations = try MutationRow.fetch(db, entityID: remote.id)
        // An edit that a wrong clock dated in the future was made now at the latest.
        let editedAt = min(mutations.last?.editedAt ?? row.entity.updatedAt, writer.editedAt)
        let isDeletedHere = row.entity.deletedAt != nil
        let recreatedAt =
            mutations.last { $0.operation == "create" }?.editedAt ?? row.entity.createdAt
        if remote.deletedAt != nil { try recordRevertedDeletions(in: mutations) }
        if !isDeletedHere, try RevertedDeletion.contains(db, remote, recreatedAt: recreatedAt) {
            return try recreate(row, over: remote, mutations, editedAt: editedAt)
        }
        let resolution = policy.resolve(
            Divergence(
                kind: remote.kind,
                base: try base ?? Document(json: row.base ?? Entity.emptyContent),
                local: isDeletedHere ? nil : try row.entity.document(),
                localEditedAt: editedAt,
                remote: remote.deletedAt == nil ? try remote.document() : nil,
                remoteEditedAt: remote.updatedAt,
                isRemoteAncestor: isRemoteAncestor,
                asksBeforeResolving: try asksBeforeResolving(remote, row.entity)
            )
        )
        try ConflictLog.append(
            db,
            losses: resolution.losses,
            entityID: remote.id,
            kind: remote.kind,
            at: writer.now
        )
        try MutationRow.delete(db, entityID: remote.id)
        let result =
            if let merged = resolution.merged {
                try enqueueUpdate(
                    of: remote,
                    to: merged,
                    replacing: mutations,
                    editedAt: editedAt,
                    recreatedAt: recreatedAt
                )
            } else {
                try enqueueDeletion(of: remote, replacing: mutations, editedAt: editedAt)
            }
        try result.update(db, writer.changeTracker)
        try RemoteUpdate.record(db, from: row.entity, to: result.entity)
    }

    /// Queues the difference between the merged content and the server's, if there is one.
    ///
    /// - Returns: the row of the merged entity.
    private func enqueueUpdate(
        of remote: Entity,
        to merged: Document,
        replacing mutations: [StoredMutation],
        editedAt: Instant,
        recreatedAt: Instant
    ) throws -> EntityRow {
        var result = EntityRow(entity: remote, base: remote.content)
        let change = merged.changes(from: try remote.document())
        result.entity.content = merged.json
        // A failed mutation needs a decision of the person first, and an event type is not deleted
        // while its events refer to it.
        if remote.kind != .eventType, mutations.first.map(\.isFailed) != true,
            let deletedAt = try RevertedDeletion.lostDeletion(
                db,
                of: remote,
                recreatedAt: recreatedAt
            )
        {
            try enqueueDeletionAndCreation(
                of: result.entity,
                deletedAt: deletedAt,
                recreatedAt: recreatedAt
            )
        } else if change.isEmpty {
            result.base = nil
        } else {
            try writer.enqueue(
                "update",
                result.entity,
                baseVersion: remote.version,
                fields: change.json,
                editedAt: editedAt
            )
            try restoreFailure(of: mutations)
        }
        return result
    }

    /// Queues the deletion of an entity that is not deleted on the server.
    ///
    /// - Returns: the row of the tombstone.
    private func enqueueDeletion(
        of remote: Entity,
        replacing mutations: [StoredMutation],
        editedAt: Instant
    ) throws -> EntityRow {
        guard remote.deletedAt == nil else { return EntityRow(entity: remote) }
        var result = EntityRow(entity: remote, base: remote.content)
        result.entity.content = Entity.emptyContent
        result.entity.deletedAt = editedAt
        try writer.enqueue(
            "delete",
            result.entity,
            baseVersion: remote.version,
            fields: Entity.emptyContent,
            editedAt: editedAt
        )
        try restoreFailure(of: mutations)
        return result
    }

    /// Records the deletions that the next mutation of an entity reverts.
    ///
    /// The server may have accepted such a deletion before it refused its repetition, or have
    /// accepted one of another device.
    private func recordRevertedDeletions(in mutations: [StoredMutation]) throws {
        for (deletion, next) in zip(mutations, mutations.dropFirst())
        where deletion.operation == "delete" && next.operation == "create" {
            try RevertedDeletion.record(db, deletion.entityID, deletedAt: deletion.editedAt)
        }
    }

    /// Queues the creation of an entity whose deletion on the server was reverted on this device.
    private func recreate(
        _ row: EntityRow,
        over deletion: Entity,
        _ mutations: [StoredMutation],
        editedAt: Instant
    ) throws {
        try MutationRow.delete(db, entityID: deletion.id)
        var result = EntityRow(entity: deletion, base: Entity.emptyContent)
        result.entity.content = row.entity.content
        result.entity.deletedAt = nil
        try writer.enqueue(
            "create",
            result.entity,
            baseVersion: deletion.version,
            fields: result.entity.content,
            editedAt: editedAt
        )
        // A failed deletion has no effect any more, because the server has the entity deleted.
        if mutations.first?.operation != "delete" { try restoreFailure(of: mutations) }
        try result.update(db, writer.changeTracker)
    }

    /// Queues the deletion of an entity and then its creation.
    ///
    /// A device that knows only of the deletion would otherwise repeat it on a server that has the
    /// entity as it was before the deletion.
    func enqueueDeletionAndCreation(
        of entity: Entity,
        deletedAt: Instant,
        recreatedAt: Instant
    ) throws {
        try writer.enqueue(
            "delete",
            entity,
            baseVersion: entity.version,
            fields: Entity.emptyContent,
            editedAt: deletedAt
        )
        try writer.enqueue(
            "create",
            entity,
            baseVersion: entity.version,
            fields: entity.content,
            editedAt: recreatedAt
        )
    }

    /// Marks the mutation that was just queued as failed if the first of the replaced ones was.
    private func restoreFailure(of mutations: [StoredMutation]) throws {
        guard var failed = mutations.first, failed.isFailed else { return }
        failed.sequence = db.lastInsertedRowID
        try MutationRow.storeAttempts(db, failed)
    }

    /// Whether the person resolves the conflicts of the event type of any of these entities.
    private func asksBeforeResolving(_ entities: Entity...) throws -> Bool {
        for entity in entities {
            let keys = EntityKeys(kind: entity.kind, content: entity.content)
            let type = entity.kind == .eventType ? entity.id : keys.eventTypeID
            if let type, try Meta.integer(db, .asksBeforeResolving(type)) != nil { return true }
        }
        return false
    }
}
