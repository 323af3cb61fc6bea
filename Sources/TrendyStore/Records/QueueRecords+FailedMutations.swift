import GRDB
package import TrendyModel
import TrendySQLite

extension QueueRecords {
    /// Lets mutations be tried again, from the first attempt on.
    ///
    /// Each gets a new idempotency key: under the old one the server would repeat its refusal.
    ///
    /// - Returns: how many will be tried.
    /// - Throws: ``StoreError`` of the code `notFound` when the one that is named needs no decision.
    @discardableResult
    package func retry(_ which: FailedMutationSelection) throws -> Int {
        let mutations = try failedMutations(db, which)
        for mutation in mutations {
            try MutationRow.rearm(
                db,
                sequence: mutation.sequence,
                id: dependencies.ids.next(),
                at: dependencies.wallClock.now()
            )
            changeTracker.note(mutation.entityID, mutation.kind)
        }
        return mutations.count
    }

    /// Gives up what was recorded and not accepted: the entity is again as the server has it, and
    /// what the server never had is gone.
    ///
    /// Everything of the entity that waits behind the mutation goes with it.
    ///
    /// - Parameters:
    ///   - which: the mutations.
    ///   - withDependents: whether what refers to an entity that goes may go as well.
    /// - Returns: the entities that were given up, those that refer to others included.
    /// - Throws: ``StoreError`` of the code `notFound` when the one that is named needs no decision,
    ///   or `hasDependents`; then nothing is given up.
    @discardableResult
    package func discard(
        _ which: FailedMutationSelection,
        withDependents: Bool = false
    ) throws -> [EntityID] {
        var given: Set<EntityID> = []
        var order: [EntityID] = []
        var open = try failedMutations(db, which).map(\.entityID)
        var isAsked = true
        while !open.isEmpty {
            var dependents: [EntityID] = []
            for id in open where given.insert(id).inserted {
                order.append(id)
                if try canLeaveOrphans(db, id) {
                    dependents += try waitingReferences(db, to: id)
                }
            }
            open = dependents.filter { !given.contains($0) }
            if isAsked, !open.isEmpty, !withDependents {
                throw StoreError(
                    .hasDependents, .hasDependents(count: Set(open).count)
                )
            }
            isAsked = false
        }
        for id in order { try giveUp(db, id) }
        return order
    }

    private func failedMutations(
        _ db: Database,
        _ which: FailedMutationSelection
    ) throws -> [StoredMutation] {
        var mutations: [StoredMutation] = []
        switch which {
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
                throw StoreError(
                    .notFound, .noFailedMutation(id: "\(id)")
                )
            }
        }
        return mutations
    }

    /// Whether an entity goes for good when it is given up, and is of a kind that others refer to.
    private func canLeaveOrphans(_ db: Database, _ id: EntityID) throws -> Bool {
        guard let entity = try EntityRow.fetch(db, id: id)?.entity else { return false }
        return entity.version == 0 && entity.kind != .event
    }

    /// The entities with something waiting that refers to another.
    private func waitingReferences(_ db: Database, to id: EntityID) throws -> [EntityID] {
        let statement = try PreparedStatement(
            db,
            "SELECT \(MutationRow.columns) FROM mutation ORDER BY seq"
        )
        var found: [EntityID] = []
        try statement.forEachRow { row in
            let mutation = try StoredMutation(row: row)
            let keys = EntityKeys(kind: mutation.kind, content: mutation.fields)
            if mutation.operation != "delete", keys.parents.contains(id) {
                found.append(mutation.entityID)
            }
        }
        return found
    }

    private func giveUp(_ db: Database, _ id: EntityID) throws {
        let isUndone = try MutationRow.fetch(db, entityID: id).first?.operation == "create"
        try MutationRow.delete(db, entityID: id)
        let held = try DeferredChange.take(db, id)
        guard var row = try EntityRow.fetch(db, id: id) else { return }
        if let held, held.version > row.entity.version {
            return try EntityRow(entity: held).update(db, changeTracker)
        }
        guard row.entity.version > 0 else {
            return try row.remove(db, changeTracker)
        }
        // A creation over a version is a deletion that was taken back, perhaps to be deleted again.
        let isDeletedElsewhere = isUndone || row.base == Entity.emptyContent
        row.entity.content = row.base ?? row.entity.content
        row.entity.deletedAt = isDeletedElsewhere ? row.entity.updatedAt : nil
        row.base = nil
        try row.update(db, changeTracker)
    }
}
