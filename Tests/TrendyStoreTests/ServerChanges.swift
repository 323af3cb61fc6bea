import TrendyModel
import TrendyStore

extension DeviceStore {
    /// Applies changes of the server, as a pull does.
    func pull(_ changes: Entity..., policy: any MergePolicy = RemoteWins()) throws {
        try write { try $0.sync.apply(changes: changes, cursor: nil, policy: policy) }
    }

    /// Replaces the entities with a snapshot of the server.
    ///
    /// - `sharedThrough`: the last version that both sides have in common in a new epoch; `nil` in
    ///   the same epoch.
    func bootstrap(
        _ entities: Entity...,
        sharedThrough: Int64?,
        policy: any MergePolicy = RemoteWins()
    ) throws {
        try writeWithoutSync { try $0.snapshot.begin() }
        try writeWithoutSync { try $0.snapshot.stage(entities.map(StagedEntity.init)) }
        try write {
            try $0.snapshot.finish(cursor: "f-1", sharedThrough: sharedThrough, policy: policy)
        }
    }

    /// Accepts all mutations that are eligible now.
    func acceptBatch(version: Int64) throws {
        try complete(try batch(), .accepted(version: version))
    }

    /// The live entity with an id.
    func entity(_ id: EntityID) throws -> Entity? {
        try read { try $0.entities.fetch(id: id) }
    }

    func status() throws -> QueueStatus {
        try read { try $0.queue.status() }
    }
}

extension Entity {
    /// The entity after a change on the server.
    func changed(version: Int64, _ field: String, _ value: String) throws -> Entity {
        var entity = self
        entity.version = version
        var document = try entity.document()
        document[field] = RawJSON(value)
        entity.content = document.json
        return entity
    }

    /// The entity after its deletion on the server.
    func deleted(version: Int64, at instant: Instant) -> Entity {
        var entity = self
        entity.version = version
        entity.content = Entity.emptyContent
        entity.updatedAt = instant
        entity.deletedAt = instant
        return entity
    }
}

/// A policy that merges field by field.
///
/// A field that changed on this device only gets this device's value, and all others the server's.
/// A deletion wins.
struct FieldMerge: MergePolicy {
    func resolve(_ divergence: Divergence) -> Resolution {
        guard let local = divergence.local, let remote = divergence.remote else {
            let edit = Resolution.Loss(
                field: Resolution.Loss.fullEntity,
                base: divergence.base.json,
                local: divergence.local?.json,
                remote: divergence.remote?.json,
                isLocalWinner: divergence.local == nil
            )
            return Resolution(merged: nil, losses: edit.loser == nil ? [] : [edit])
        }
        let there = remote.changes(from: divergence.base)
        var resolution = Resolution(merged: remote, losses: [])
        for field in local.changes(from: divergence.base).fields {
            guard let other = there[field.name], other != field.value else {
                resolution.merged?[field.name] = field.value.isNull ? nil : field.value
                continue
            }
            resolution.losses.append(
                Resolution.Loss(
                    field: field.name,
                    base: divergence.base[field.name],
                    local: field.value,
                    remote: other,
                    isLocalWinner: false
                )
            )
        }
        return resolution
    }
}
