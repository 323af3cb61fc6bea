import GRDB
import TrendyModel
import TrendySQLite

/// Applies push outcomes and the server's changes to the database.
///
/// The caller has a transaction open.
struct SyncApplier {
    let writer: LocalWriter
    let policy: any MergePolicy

    var db: Database { writer.db }

    /// Whether there were deferred changes when the transaction began.
    private let hasDeferred: Bool

    init(writer: LocalWriter, policy: any MergePolicy) throws {
        self.writer = writer
        self.policy = policy
        let statement = try PreparedStatement(writer.db, "SELECT 1 FROM deferred_change LIMIT 1")
        hasDeferred = try statement.firstRow { _ in true } ?? false
    }

    /// Applies the outcome of a mutation that was sent.
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
            let deferred = try takeDeferred(entity.id)
            try merge(newer(entity, deferred))
        case .refused(let problem, let retryAt, let isProven):
            try refuse(mutation, problem, retryAt, isProven: isProven, summary: &summary)
            try applyDeferred(mutation.entityID)
        case .blocked(let problem, let retryAt):
            if try !hasPendingParent(mutation), try !dropIfDeleted(mutation) {
                try refuse(mutation, problem, retryAt, isProven: true, summary: &summary)
            }
            try applyDeferred(mutation.entityID)
        case .nameTaken(let owner):
            // The name is free once the pending deletion of its owner is sent.
            if let owner, try hasUnsentDeletion(owner.id) { return }
            // The device needs the owner, because later edits by this name refer to it.
            if let owner, owner.id != mutation.entityID { _ = try applyRemote(owner) }
            guard try !dropIfDeleted(mutation) else {
                return try applyDeferred(mutation.entityID)
            }
            summary.conflicts += 1
            try rename(mutation)
        }
    }

    /// Removes a mutation that was not accepted, and all others before the deletion of its entity,
    /// if this device deleted the entity meanwhile.
    ///
    /// The deletion stays pending, unless the server never had the entity.
    ///
    /// - Returns: whether the mutation was removed.
    private func dropIfDeleted(_ mutation: StoredMutation) throws -> Bool {
        guard mutation.operation != "delete",
            let row = try EntityRow.fetch(db, id: mutation.entityID), row.entity.deletedAt != nil
        else { return false }
        let mutations = try MutationRow.fetch(db, entityID: mutation.entityID)
        guard let deletion = mutations.last, deletion.operation == "delete" else { return false }
        if mutation.operation == "create", row.entity.version == 0, row.base == nil {
            try MutationRow.delete(db, entityID: mutation.entityID)
            try row.remove(db, writer.changeTracker)
            return true
        }
        for superseded in mutations where superseded.sequence != deletion.sequence {
            try MutationRow.delete(db, sequence: superseded.sequence)
        }
        writer.changeTracker.record(mutation.entityID, mutation.kind)
        return true
    }

    /// Whether an entity has a pending deletion without attempts and no failed mutation.
    private func hasUnsentDeletion(_ id: EntityID) throws -> Bool {
        let mutations = try MutationRow.fetch(db, entityID: id)
        guard let last = mutations.last, mutations.first?.isFailed != true else { return false }
        return last.operation == "delete" && last.state == .pending && last.attempts == 0
    }

    /// Postpones or fails a refused mutation.
    private func refuse(
        _ mutation: StoredMutation,
        _ problem: RawJSON,
        _ retryAt: Instant?,
        isProven: Bool,
        summary: inout ApplySummary
    ) throws {
        // A first refusal may be temporary, and the clock may have jumped ahead.
        let isStale =
            isProven && mutation.attempts > 0
            && writer.now - mutation.recordedAt > StoredMutation.maximumWait
        let state: StoredMutation.State = retryAt == nil ? .failed : isStale ? .stale : .pending
        var attempted = mutation
        attempted.state = state
        attempted.attempts += 1
        attempted.nextAttemptAt = retryAt ?? writer.now
        attempted.problem = problem
        attempted.firstAttemptAt = mutation.firstAttemptAt ?? writer.now
        attempted.lastAttemptAt = writer.now
        try MutationRow.storeAttempts(db, attempted)
        if state != .pending { writer.changeTracker.record(mutation.entityID, mutation.kind) }
        if state == .pending { summary.retried += 1 } else { summary.failed += 1 }
    }

    /// Whether the creation of an entity that a mutation refers to is in the queue.
    private func hasPendingParent(_ mutation: StoredMutation) throws -> Bool {
        for parent in EntityKeys(kind: mutation.kind, content: mutation.fields).parents {
            let mutations = try MutationRow.fetch(db, entityID: parent)
            if mutations.contains(where: { $0.operation == "create" }) { return true }
        }
        return false
    }

    /// Applies the server's state of an entity.
    ///
    /// Pending mutations are merged with it and never overwritten. While a mutation of the entity
    /// is in flight, the change is deferred.
    ///
    /// - Returns: whether the state is newer than the entity on this device.
    func applyRemote(_ remote: Entity) throws -> Bool {
        guard let row = try EntityRow.fetch(db, id: remote.id) else {
            try EntityRow(entity: remote).insert(db, writer.changeTracker)
            return true
        }
        guard remote.version > row.entity.version else { return false }
        let mutations = try MutationRow.fetch(db, entityID: remote.id)
        if row.entity.deletedAt != nil, row.entity.version == 0, mutations.isEmpty,
            remote.deletedAt == nil
        {
            // The entity was deleted in an epoch that the server has lost.
            try mergeAfterRestore(remote)
            return true
        }
        if mutations.isEmpty {
            if remote.deletedAt == nil { try RevertedDeletion.record(db, row.entity) }
            try EntityRow(entity: remote).update(db, writer.changeTracker)
            try RemoteUpdate.record(db, from: row.entity, to: remote)
        } else if mutations.contains(where: { writer.sent.inFlight.contains($0.sequence) }) {
            try DeferredChange.put(db, remote)
        } else {
            try merge(remote)
        }
        return true
    }

    /// Applies the deferred change of an entity whose mutation was not accepted.
    func applyDeferred(_ id: EntityID) throws {
        if let deferred = try takeDeferred(id) { _ = try applyRemote(deferred) }
    }

    /// Applies the server's deletion of an entity that a snapshot lacks.
    func applyRemoteDeletion(of entity: Entity) throws {
        var remote = entity
        remote.content = Entity.emptyContent
        remote.deletedAt = remote.deletedAt ?? remote.updatedAt
        try merge(remote)
    }

    /// Merges an entity with the state of a restored server.
    ///
    /// The fields that are equal on both sides are the base. All others count as changed on both
    /// sides, so that edits which the server had accepted and lost take part in the merge.
    ///
    /// - `isRemoteAncestor`: whether the entity on this device is a later edit of the server's
    ///   state.
    func mergeAfterRestore(_ remote: Entity, isRemoteAncestor: Bool = false) throws {
        guard let row = try EntityRow.fetch(db, id: remote.id) else {
            return try EntityRow(entity: remote).insert(db, writer.changeTracker)
        }
        let remoteDocument = try remote.document()
        if let deletedAt = row.entity.deletedAt {
            if remote.deletedAt == nil, remote.createdAt > deletedAt,
                try !MutationRow.exists(db, entityID: remote.id)
            {
                // Another device reverted the deletion.
                return try EntityRow(entity: remote).update(db, writer.changeTracker)
            }
            let isOlder = remote.updatedAt <= row.entity.updatedAt
            return try merge(remote, base: isOlder ? remoteDocument : Document())
        }
        // All differences are changes of this device, cleared fields included.
        if isRemoteAncestor {
            return try merge(remote, base: remoteDocument, isRemoteAncestor: true)
        }
        var common = Document()
        for field in try Document(json: row.base ?? row.entity.content).fields
        where remoteDocument[field.name] == field.value {
            common[field.name] = field.value
        }
        try merge(remote, base: common)
    }

    /// Removes an accepted mutation, and stores the server's version and times of its entity.
    private func accept(
        _ mutation: StoredMutation,
        version: Int64,
        as accepted: Entity?
    ) throws {
        let updatedAt = accepted?.updatedAt ?? mutation.editedAt
        let deletedAt = accepted?.deletedAt ?? updatedAt
        let createdAt =
            mutation.operation == "create" ? accepted?.createdAt ?? mutation.editedAt : nil
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
            writer.changeTracker.record(mutation.entityID, mutation.kind)
        } else if var row = try EntityRow.fetch(db, id: mutation.entityID) {
            if row.entity.version <= version {
                row.entity.createdAt = createdAt ?? row.entity.createdAt
                row.entity.updatedAt = updatedAt
            }
            row.entity.version = max(row.entity.version, version)
            row.base = try contentAfter(mutation, base: row.base)
            try row.update(db, writer.changeTracker)
            try MutationRow.rebase(db, entityID: mutation.entityID, onto: row.entity.version)
            // The later mutations revert the deletion.
            if mutation.operation == "delete" {
                try RevertedDeletion.record(db, mutation.entityID, deletedAt: deletedAt)
            }
        }
        if isLast { try restoreLostDeletion(before: mutation, as: accepted) }
        if let deferred = try takeDeferred(mutation.entityID), deferred.version > version {
            _ = try applyRemote(deferred)
        }
    }

    /// Queues the deletion that an accepted creation reverted, and the creation again, if the
    /// server got the entity from another device as it was before the deletion.
    private func restoreLostDeletion(
        before creation: StoredMutation,
        as accepted: Entity?
    ) throws {
        guard creation.operation == "create", creation.kind != .eventType, let accepted,
            let deletedAt = try RevertedDeletion.lostDeletion(
                db,
                of: accepted,
                recreatedAt: creation.editedAt
            ), let row = try EntityRow.fetch(db, id: creation.entityID), row.entity.deletedAt == nil
        else { return }
        try enqueueDeletionAndCreation(
            of: row.entity,
            deletedAt: deletedAt,
            recreatedAt: creation.editedAt
        )
    }

    /// The server's content after it accepted a mutation.
    private func contentAfter(_ mutation: StoredMutation, base: RawJSON?) throws -> RawJSON {
        switch mutation.operation {
        case "create": mutation.fields
        case "update":
            try Document(json: base ?? Entity.emptyContent)
                .applying(Document(json: mutation.fields)).json
        default: Entity.emptyContent
        }
    }

    /// Renames an entity whose name is taken on the server to the next free numbered name.
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
        try row.update(db, writer.changeTracker)
        let mutations = try MutationRow.fetch(db, entityID: mutation.entityID)
        try MutationRow.delete(db, entityID: mutation.entityID)
        let creation = mutations.first { $0.operation == "create" }
        let base = try Document(json: row.base ?? Entity.emptyContent)
        try writer.enqueue(
            creation == nil ? "update" : "create",
            row.entity,
            baseVersion: row.entity.version == 0 ? nil : row.entity.version,
            fields: creation == nil ? document.changes(from: base).json : document.json,
            // The edit time stays, so that a later deletion on another device still wins.
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

    private func newer(_ entity: Entity, _ deferred: Entity?) -> Entity {
        guard let deferred, deferred.version > entity.version else { return entity }
        return deferred
    }
}
