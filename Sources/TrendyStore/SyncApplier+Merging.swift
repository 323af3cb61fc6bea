import GRDB
import TrendyModel

// What becomes of an entity that changed on both sides.
extension SyncApplier {
    /// Ends the divergence of an entity with changes waiting, and queues what is left of them as
    /// one new mutation on top of the server's version; what a person must decide about stays so.
    ///
    /// - `base`: what both sides had before; the last state of the server that was seen when `nil`.
    /// - `isRemotePast`: whether what is here followed on what the server has.
    func merge(
        _ remote: Entity,
        base: Document? = nil,
        isRemotePast: Bool = false
    ) throws {
        guard let row = try EntityRow.fetch(db, id: remote.id) else {
            return try EntityRow(entity: remote).insert(db, writer.log)
        }
        let lane = try MutationRow.fetch(db, entityID: remote.id)
        // What a wrong clock dated into the future was done now at the latest.
        let localEditedAt = min(lane.last?.editedAt ?? row.entity.updatedAt, writer.editedAt)
        let isLocalDelete = row.entity.deletedAt != nil
        let broughtBackAt =
            lane.last { $0.operation == "create" }?.editedAt ?? row.entity.createdAt
        if remote.deletedAt != nil { try markReverted(in: lane) }
        if !isLocalDelete, try RevertedDeletion.contains(db, remote, broughtBackAt: broughtBackAt) {
            return try bringBack(row, over: remote, lane, editedAt: localEditedAt)
        }
        let resolution = policy.resolve(
            Divergence(
                kind: remote.kind,
                base: try base ?? Document(json: row.base ?? Entity.emptyContent),
                local: isLocalDelete ? nil : try row.entity.document(),
                localEditedAt: localEditedAt,
                remote: remote.deletedAt == nil ? try remote.document() : nil,
                remoteEditedAt: remote.updatedAt,
                isRemotePast: isRemotePast,
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
        var result = EntityRow(entity: remote, base: remote.content)
        if let merged = resolution.merged {
            let change = merged.changes(from: try remote.document())
            result.entity.content = merged.json
            // What a person must decide about first is not deleted over it, nor a type, which its
            // events keep.
            if remote.kind != .eventType, lane.first.map(\.isFailed) != true,
                let deletedAt = try RevertedDeletion.forgotten(
                    db,
                    by: remote,
                    broughtBackAt: broughtBackAt
                )
            {
                try tell(of: deletedAt, takenBackAt: broughtBackAt, result.entity)
            } else if change.isEmpty {
                result.base = nil
            } else {
                try writer.enqueue(
                    "update",
                    result.entity,
                    baseVersion: remote.version,
                    fields: change.json,
                    editedAt: localEditedAt
                )
                try keepFailed(lane)
            }
        } else if remote.deletedAt == nil {
            result.entity.content = Entity.emptyContent
            result.entity.deletedAt = localEditedAt
            try writer.enqueue(
                "delete",
                result.entity,
                baseVersion: remote.version,
                fields: Entity.emptyContent,
                editedAt: localEditedAt
            )
            try keepFailed(lane)
        } else {
            result.base = nil
        }
        try result.update(db, writer.log)
    }

    /// Notes the deletions of a lane that are taken back in it: the server may have accepted one
    /// that it refuses when it is repeated, or have had one from somebody else.
    private func markReverted(in lane: [StoredMutation]) throws {
        for (deletion, next) in zip(lane, lane.dropFirst())
        where deletion.operation == "delete" && next.operation == "create" {
            try RevertedDeletion.note(db, deletion.entityID, deletedAt: deletion.editedAt)
        }
    }

    /// Queues the creation of what the server has as it was before its deletion was taken back.
    private func bringBack(
        _ row: EntityRow,
        over deletion: Entity,
        _ lane: [StoredMutation],
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
        // A deletion that was refused is done.
        if lane.first?.operation != "delete" { try keepFailed(lane) }
        try result.update(db, writer.log)
    }

    /// Queues the deletion of an entity, and its creation after it.
    ///
    /// Whoever knows of the deletion alone would repeat it on a server that has the entity as it
    /// was before.
    func tell(
        of deletedAt: Instant,
        takenBackAt broughtBackAt: Instant,
        _ entity: Entity
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
            editedAt: broughtBackAt
        )
    }

    /// Gives the mutation that was just queued the refusal of what it takes the place of.
    private func keepFailed(_ lane: [StoredMutation]) throws {
        guard let refused = lane.first, refused.isFailed else { return }
        try MutationRow.postpone(
            db,
            sequence: db.lastInsertedRowID,
            state: refused.state,
            attempts: refused.attempts,
            until: refused.nextAttemptAt,
            problem: refused.problem
        )
    }

    /// Whether the type of an event, or a type itself, is set to ask first.
    private func asksBeforeResolving(_ entities: Entity...) throws -> Bool {
        for entity in entities {
            let keys = EntityKeys(kind: entity.kind, content: entity.content)
            let type = entity.kind == .eventType ? entity.id : keys.eventTypeID
            if let type, try Meta.integer(db, .asksBeforeResolving(type)) != nil { return true }
        }
        return false
    }
}
