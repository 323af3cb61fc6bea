import GRDB
import TrendyModel
import TrendySQLite

/// Carries the server's word on mutations, and what pulls bring, into the tables, within one
/// transaction that the caller has open.
struct SyncApplier {
    let writer: LocalWriter
    let policy: any MergePolicy

    var db: Database { writer.db }

    /// Whether anything was held when the transaction began.
    private let hasDeferred: Bool

    init(writer: LocalWriter, policy: any MergePolicy) throws {
        self.writer = writer
        self.policy = policy
        let statement = try PreparedStatement(writer.db, "SELECT 1 FROM deferred_change LIMIT 1")
        hasDeferred = try statement.firstRow { _ in true } ?? false
    }

    func apply(
        _ mutation: StoredMutation,
        _ outcome: MutationOutcome,
        summary: inout ApplySummary
    ) throws {
        switch outcome {
        case .accepted(let version, let entity):
            summary.accepted += 1
            try accept(mutation, version: version, as: entity)
        case .diverged(let entity):
            summary.conflicts += 1
            let held = try takeDeferred(entity.id)
            try merge(newer(entity, held))
        case .refused(let problem, let retryAt, let isProven):
            try refuse(mutation, problem, retryAt, isProven: isProven, summary: &summary)
            try applyDeferred(mutation.entityID)
        case .blocked(let problem, let retryAt):
            if try !waitsForParent(mutation), try !isDroppedWithDeletion(mutation) {
                try refuse(mutation, problem, retryAt, isProven: true, summary: &summary)
            }
            try applyDeferred(mutation.entityID)
        case .nameTaken(let owner):
            // The name is free as soon as the deletion that waits here has been sent.
            if let owner, try isAboutToBeDeleted(owner.id) { return }
            // Whoever goes on recording under the name means the one that has it.
            if let owner, owner.id != mutation.entityID { _ = try applyRemote(owner) }
            guard try !isDroppedWithDeletion(mutation) else {
                return try applyDeferred(mutation.entityID)
            }
            summary.conflicts += 1
            try rename(mutation)
        }
    }

    /// Lets go of what was not accepted when its entity has been deleted here since; its deletion
    /// stays, unless the server has never heard of the entity.
    ///
    /// - Returns: whether it was so.
    private func isDroppedWithDeletion(_ mutation: StoredMutation) throws -> Bool {
        guard mutation.operation != "delete",
            let row = try EntityRow.fetch(db, id: mutation.entityID), row.entity.deletedAt != nil
        else { return false }
        let lane = try MutationRow.fetch(db, entityID: mutation.entityID)
        guard let deletion = lane.last, deletion.operation == "delete" else { return false }
        if mutation.operation == "create", row.entity.version == 0, row.base == nil {
            try MutationRow.delete(db, entityID: mutation.entityID)
            try row.remove(db, writer.log)
            return true
        }
        for superseded in lane where superseded.sequence != deletion.sequence {
            try MutationRow.delete(db, sequence: superseded.sequence)
        }
        writer.log.note(mutation.entityID, mutation.kind)
        return true
    }

    /// Whether an entity's deletion waits to be sent for the first time, and for no decision.
    private func isAboutToBeDeleted(_ id: EntityID) throws -> Bool {
        let lane = try MutationRow.fetch(db, entityID: id)
        guard let last = lane.last, lane.first?.isFailed != true else { return false }
        return last.operation == "delete" && last.state == .waiting && last.attempts == 0
    }

    private func refuse(
        _ mutation: StoredMutation,
        _ problem: RawJSON,
        _ retryAt: Instant?,
        isProven: Bool,
        summary: inout ApplySummary
    ) throws {
        // One refusal may be that of a moment, and the age a clock that has jumped.
        let isStale =
            isProven && mutation.attempts > 0
            && writer.now - mutation.recordedAt > StoredMutation.maximumWait
        let state: StoredMutation.State = retryAt == nil ? .failed : isStale ? .stale : .waiting
        try MutationRow.postpone(
            db,
            sequence: mutation.sequence,
            state: state,
            attempts: mutation.attempts + 1,
            until: retryAt ?? writer.now,
            problem: problem
        )
        if state != .waiting { writer.log.note(mutation.entityID, mutation.kind) }
        if state == .waiting { summary.retried += 1 } else { summary.failed += 1 }
    }

    /// Whether the creation of what a mutation refers to is still in the queue.
    private func waitsForParent(_ mutation: StoredMutation) throws -> Bool {
        for parent in EntityKeys(kind: mutation.kind, content: mutation.fields).parents {
            let lane = try MutationRow.fetch(db, entityID: parent)
            if lane.contains(where: { $0.operation == "create" }) { return true }
        }
        return false
    }

    /// Brings in an entity as the server has it.
    ///
    /// What waits to be sent is merged with it, never overwritten; what may be on its way keeps it
    /// aside until the answer is known.
    ///
    /// - Returns: whether the entity changed here.
    func applyRemote(_ remote: Entity) throws -> Bool {
        guard let row = try EntityRow.fetch(db, id: remote.id) else {
            try EntityRow(entity: remote).insert(db, writer.log)
            return true
        }
        guard remote.version > row.entity.version else { return false }
        let lane = try MutationRow.fetch(db, entityID: remote.id)
        if row.entity.deletedAt != nil, row.entity.version == 0, lane.isEmpty,
            remote.deletedAt == nil
        {
            // Deleted in a life of the data that the server has lost.
            try mergeAfterRestore(remote)
            return true
        }
        if lane.isEmpty {
            if remote.deletedAt == nil { try RevertedDeletion.note(db, row.entity) }
            try EntityRow(entity: remote).update(db, writer.log)
        } else if lane.contains(where: { writer.sent.inFlight.contains($0.sequence) }) {
            try DeferredChange.put(db, remote)
        } else {
            try merge(remote)
        }
        return true
    }

    /// Brings in what was held of an entity until the answer, which was no.
    func applyDeferred(_ id: EntityID) throws {
        if let held = try takeDeferred(id) { _ = try applyRemote(held) }
    }

    /// Brings in that the server has deleted an entity, which it tells by not having it.
    func bringDeletion(of entity: Entity) throws {
        var remote = entity
        remote.content = Entity.emptyContent
        remote.deletedAt = remote.deletedAt ?? remote.updatedAt
        try merge(remote)
    }

    /// Brings an entity together with the state that a server in a new life has of it.
    ///
    /// What both have alike is the base; all else that was recorded here counts as changed on both
    /// sides, so that nothing that the server had accepted and lost goes unseen.
    ///
    /// - `isRemotePast`: whether what is here followed on what the server has.
    func mergeAfterRestore(_ remote: Entity, isRemotePast: Bool = false) throws {
        guard let row = try EntityRow.fetch(db, id: remote.id) else {
            return try EntityRow(entity: remote).insert(db, writer.log)
        }
        let there = try remote.document()
        if let deletedAt = row.entity.deletedAt {
            if remote.deletedAt == nil, remote.createdAt > deletedAt,
                try !MutationRow.exists(db, entityID: remote.id)
            {
                // Somebody who knew of a deletion has taken it back since.
                return try EntityRow(entity: remote).update(db, writer.log)
            }
            let isKnown = remote.updatedAt <= row.entity.updatedAt
            return try merge(remote, base: isKnown ? there : Document())
        }
        var agreed = Document()
        for field in try Document(json: row.base ?? row.entity.content).fields
        where there[field.name] == field.value {
            agreed[field.name] = field.value
        }
        try merge(remote, base: agreed, isRemotePast: isRemotePast)
    }

    private func accept(
        _ mutation: StoredMutation,
        version: Int64,
        as told: Entity?
    ) throws {
        let updatedAt = told?.updatedAt ?? mutation.editedAt
        let deletedAt = told?.deletedAt ?? updatedAt
        let createdAt =
            mutation.operation == "create" ? told?.createdAt ?? mutation.editedAt : nil
        try MutationRow.delete(db, sequence: mutation.sequence)
        let isLast = try !MutationRow.exists(db, entityID: mutation.entityID)
        if isLast {
            let statement = try PreparedStatement(
                db,
                """
                UPDATE entity SET version = max(version, ?1), server_content = NULL,
                    created_at = iif(version <= ?1, coalesce(?2, created_at), created_at),
                    updated_at = iif(version <= ?1, ?3, updated_at),
                    deleted_at = iif(version <= ?1 AND deleted_at IS NOT NULL, ?5, deleted_at)
                WHERE id = ?4
                """
            )
            statement.bind(1, version)
            statement.bind(2, createdAt)
            statement.bind(3, updatedAt)
            statement.bind(4, mutation.entityID)
            statement.bind(5, deletedAt)
            try statement.run()
            writer.log.note(mutation.entityID, mutation.kind)
        } else if var row = try EntityRow.fetch(db, id: mutation.entityID) {
            if row.entity.version <= version {
                row.entity.createdAt = createdAt ?? row.entity.createdAt
                row.entity.updatedAt = updatedAt
            }
            row.entity.version = max(row.entity.version, version)
            row.base = try contentAfter(mutation, base: row.base)
            try row.update(db, writer.log)
            try MutationRow.rebase(db, entityID: mutation.entityID, onto: row.entity.version)
            // What waits behind it takes it back.
            if mutation.operation == "delete" {
                try RevertedDeletion.note(db, mutation.entityID, deletedAt: deletedAt)
            }
        }
        if isLast { try notifyDeletion(before: mutation, as: told) }
        if let held = try takeDeferred(mutation.entityID), held.version > version {
            _ = try applyRemote(held)
        }
    }

    /// Tells a server that has had from somebody else what was brought back here, dated before its
    /// deletion, of that and of what took it back.
    private func notifyDeletion(before creation: StoredMutation, as told: Entity?) throws {
        guard creation.operation == "create", creation.kind != .eventType, let told,
            let deletedAt = try RevertedDeletion.forgotten(
                db,
                by: told,
                broughtBackAt: creation.editedAt
            ), let row = try EntityRow.fetch(db, id: creation.entityID), row.entity.deletedAt == nil
        else { return }
        try tell(of: deletedAt, takenBackAt: creation.editedAt, row.entity)
    }

    private func contentAfter(_ mutation: StoredMutation, base: RawJSON?) throws -> RawJSON {
        switch mutation.operation {
        case "create": mutation.fields
        case "update":
            try Document(json: base ?? Entity.emptyContent)
                .applying(Document(json: mutation.fields)).json
        default: Entity.emptyContent
        }
    }

    /// Gives an entity whose name is taken on the server the next free numbered name.
    private func rename(_ mutation: StoredMutation) throws {
        guard var row = try EntityRow.fetch(db, id: mutation.entityID) else { return }
        let field = mutation.kind == .propertyDefinition ? "key" : "name"
        var document = try row.entity.document()
        let original = document[field]
        let name = original?.string ?? ""
        var number = 2
        repeat {
            let separator = mutation.kind == .propertyDefinition ? "_" : " "
            document[field] = RawJSON("\(name)\(separator)\(number)")
            number += 1
        } while try isNameTaken(document, kind: mutation.kind)
        try ConflictLog.append(
            db,
            losses: [
                .init(
                    field: field,
                    base: nil,
                    local: original,
                    remote: document[field],
                    isLocalWinner: false
                )
            ],
            entityID: mutation.entityID,
            kind: mutation.kind,
            at: writer.now
        )
        row.entity.content = document.json
        if row.entity.version == 0 { row.entity.updatedAt = writer.editedAt }
        try row.update(db, writer.log)
        let lane = try MutationRow.fetch(db, entityID: mutation.entityID)
        try MutationRow.delete(db, entityID: mutation.entityID)
        let creation = lane.first { $0.operation == "create" }
        let base = try Document(json: row.base ?? Entity.emptyContent)
        try writer.enqueue(
            creation == nil ? "update" : "create",
            row.entity,
            baseVersion: row.entity.version == 0 ? nil : row.entity.version,
            fields: creation == nil ? document.changes(from: base).json : document.json,
            // Another name makes it no younger: whoever has deleted it since did so later.
            editedAt: creation?.editedAt
        )
    }

    private func isNameTaken(_ document: Document, kind: EntityKind) throws -> Bool {
        guard let name = EntityKeys(kind: kind, document: document).uniqueName else { return false }
        return try EntityRow.fetchLive(db, kind, named: name) != nil
    }

    private func takeDeferred(_ id: EntityID) throws -> Entity? {
        hasDeferred ? try DeferredChange.take(db, id) : nil
    }

    private func newer(_ entity: Entity, _ held: Entity?) -> Entity {
        guard let held, held.version > entity.version else { return entity }
        return held
    }
}
