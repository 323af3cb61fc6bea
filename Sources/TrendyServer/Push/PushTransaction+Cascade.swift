import TrendyModel
import TrendyWire

extension PushTransaction {
    /// The maximum number of counted events in a refusal; beyond it the text says "more than".
    private static var maximumCounted: Int { 10_000 }

    /// Deletes some children of a type that a command deletes, so that the rest fits into the
    /// transaction that deletes the type.
    ///
    /// Returns `false` without a change when all children fit or the command does not delete a
    /// type.
    mutating func deleteChildrenAhead(
        of command: PushCommand,
        atMost count: Int
    ) throws -> Bool {
        guard let (type, children) = try excessChildren(of: command, count) else { return false }
        for child in children.prefix(count) { try delete(child, with: type) }
        return true
    }

    /// The type that a command deletes and its first children, when it has more than `count`
    /// children.
    mutating func excessChildren(
        of command: PushCommand,
        _ count: Int
    ) throws -> (type: Entity, children: [StoredEntity])? {
        let mutation = command.mutation
        guard mutation.operation == .delete, mutation.kind == .eventType,
            idempotencyRecords[mutation.id] == nil
        else { return nil }
        let current = try entities.entity(mutation.entityID, in: &database)
        guard case .write(let type, _) = verdict(on: command, current) else { return nil }
        guard try command.cascades || database.eventCount(of: type.id, upTo: 1) == 0 else {
            return nil
        }
        let children = try database.children(of: type.id, limit: count + 1)
        return children.count > count ? (type, children) : nil
    }

    /// Deletes the children of a type, each as its own change; refuses when there are events and
    /// the command does not cascade.
    mutating func deleteChildren(
        of type: Entity,
        _ command: PushCommand
    ) throws -> PushResult? {
        if !command.cascades {
            let events = try database.eventCount(of: type.id, upTo: Self.maximumCounted + 1)
            guard events == 0 else { return refusal(of: command, events: events) }
        }
        for child in try database.children(of: type.id, limit: nil) {
            try delete(child, with: type)
        }
        return nil
    }

    private func refusal(of command: PushCommand, events: Int) -> PushResult {
        let count = events > Self.maximumCounted ? "more than \(Self.maximumCounted)" : "\(events)"
        return PushResult(
            id: command.mutation.id,
            status: .rejected,
            problem: Problem(
                .conflict,
                detail: "The type has \(count) event\(events == 1 ? "" : "s"). "
                    + "Delete them first, or ask for cascade=true."
            )
        )
    }

    private mutating func delete(_ stored: StoredEntity, with type: Entity) throws {
        hasOthers = true
        let child = stored.entity
        let tombstone = Entity(
            kind: child.kind,
            id: child.id,
            createdAt: child.createdAt,
            updatedAt: type.updatedAt,
            deletedAt: type.deletedAt,
            content: Entity.emptyContent
        )
        let keys = EntityKeys(kind: child.kind, document: Document())
        _ = try write(tombstone, keys, over: stored)
    }
}
