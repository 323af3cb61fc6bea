import GRDB
package import TrendyModel
import TrendySQLite

extension QueueRecords {
    /// Makes failed mutations pending again, with no attempts counted.
    ///
    /// Each gets a new idempotency key, because the server would repeat its refusal under the old
    /// one.
    ///
    /// - Returns: the number of mutations.
    /// - Throws: ``StoreError`` with code `notFound` when the selected mutation has not failed.
    @discardableResult
    package func retry(_ selection: FailedMutationSelection) throws -> Int {
        let mutations = try failedMutations(selection)
        for mutation in mutations {
            try MutationRow.reset(
                db,
                sequence: mutation.sequence,
                id: dependencies.ids.next(),
                at: dependencies.wallClock.now()
            )
            changeTracker.record(mutation.entityID, mutation.kind)
        }
        return mutations.count
    }

    /// Discards failed mutations, and all later mutations of their entities.
    ///
    /// The entities get the server's state; an entity that the server never accepted is removed.
    ///
    /// - Parameters:
    ///   - selection: the mutations.
    ///   - withDependents: whether to discard the mutations that refer to a removed entity too.
    /// - Returns: the entities whose mutations were discarded, dependents included.
    /// - Throws: ``StoreError`` with code `notFound` when the selected mutation has not failed, or
    ///   with code `hasDependents`; nothing is discarded then.
    @discardableResult
    package func discard(
        _ selection: FailedMutationSelection,
        withDependents: Bool = false
    ) throws -> [EntityID] {
        let discarded = try affected(by: selection) { dependents in
            guard withDependents else {
                throw StoreError(.hasDependents, .hasDependents(count: dependents.count))
            }
        }
        for id in discarded { try discardEntity(id) }
        return discarded
    }

    /// The number of entities that refer to the ones of a selection and would be discarded with
    /// them.
    ///
    /// - Throws: ``StoreError`` with code `notFound` when the selected mutation has not failed.
    package func dependentCount(of selection: FailedMutationSelection) throws -> Int {
        var count = 0
        _ = try affected(by: selection) { count += $0.count }
        return count
    }

    /// The entities of a selection, and those that refer to an entity which a discard removes.
    ///
    /// - `onDependents`: receives the entities that each step adds; never none.
    private func affected(
        by selection: FailedMutationSelection,
        onDependents: (Set<EntityID>) throws -> Void
    ) throws -> [EntityID] {
        var affected: [EntityID] = []
        var visited: Set<EntityID> = []
        var next = try failedMutations(selection).map(\.entityID)
        while !next.isEmpty {
            var dependents: [EntityID] = []
            for id in next where visited.insert(id).inserted {
                affected.append(id)
                if try canLeaveOrphans(id) { dependents += try pendingReferences(to: id) }
            }
            next = dependents.filter { !visited.contains($0) }
            if !next.isEmpty { try onDependents(Set(next)) }
        }
        return affected
    }

    private func failedMutations(_ selection: FailedMutationSelection) throws -> [StoredMutation] {
        var mutations: [StoredMutation] = []
        switch selection {
        case .all:
            let statement = try PreparedStatement(
                db,
                "SELECT \(MutationRow.columns) FROM mutation WHERE state > 0 ORDER BY seq"
            )
            try statement.forEachRow { mutations.append(try StoredMutation(row: $0)) }
        case .mutation(let id):
            let statement = try PreparedStatement(
                db,
                """
                SELECT \(MutationRow.columns) FROM mutation WHERE state > 0 AND id = ? ORDER BY seq
                """
            )
            statement.bind(1, id)
            try statement.forEachRow { mutations.append(try StoredMutation(row: $0)) }
            guard !mutations.isEmpty else {
                throw StoreError(.notFound, .noFailedMutation(id: "\(id)"))
            }
        }
        return mutations
    }

    /// Whether discarding an entity's mutations removes an entity that others may refer to.
    private func canLeaveOrphans(_ id: EntityID) throws -> Bool {
        guard let entity = try EntityRow.fetch(db, id: id)?.entity else { return false }
        return entity.version == 0 && entity.kind != .event
    }

    /// The entities with a mutation in the queue that refers to another entity.
    private func pendingReferences(to id: EntityID) throws -> [EntityID] {
        let statement = try PreparedStatement(
            db,
            "SELECT \(MutationRow.columns) FROM mutation ORDER BY seq"
        )
        var ids: [EntityID] = []
        try statement.forEachRow { row in
            let mutation = try StoredMutation(row: row)
            let keys = EntityKeys(kind: mutation.kind, content: mutation.fields)
            if mutation.operation != "delete", keys.parents.contains(id) {
                ids.append(mutation.entityID)
            }
        }
        return ids
    }

    /// Deletes an entity's mutations, and resets the entity to the server's state.
    private func discardEntity(_ id: EntityID) throws {
        let isCreation = try MutationRow.fetch(db, entityID: id).first?.operation == "create"
        try MutationRow.delete(db, entityID: id)
        let deferred = try DeferredChange.take(db, id)
        guard var row = try EntityRow.fetch(db, id: id) else { return }
        if let deferred, deferred.version > row.entity.version {
            return try EntityRow(entity: deferred).update(db, changeTracker)
        }
        guard row.entity.version > 0 else { return try row.remove(db, changeTracker) }
        // The creation of an entity with a version reverts its deletion; the server has it deleted.
        let isDeletedElsewhere = isCreation || row.base == Entity.emptyContent
        row.entity.content = row.base ?? row.entity.content
        row.entity.deletedAt = isDeletedElsewhere ? row.entity.updatedAt : nil
        row.base = nil
        try row.update(db, changeTracker)
    }
}
