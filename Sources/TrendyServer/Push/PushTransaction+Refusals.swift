import TrendyModel
import TrendyWire

extension PushTransaction {
    /// The refusal of an entity that exceeds the quota; deletions and changes that make an entity
    /// smaller always fit.
    func quotaExceeded(
        by entity: Entity,
        over current: Entity?,
        _ mutation: PushMutation
    ) -> PushResult? {
        guard entity.deletedAt == nil else { return nil }
        let before = current.flatMap { $0.deletedAt == nil ? $0 : nil }
        let growth = Int64(entity.content.utf8.count - (before?.content.utf8.count ?? 0))
        let detail: String
        if before == nil, counters.counts.reduce(0, +) >= quota.entities {
            detail = "The account has reached its quota of \(quota.entities) entities."
        } else if growth > 0, counters.contentBytes + growth > quota.bytes {
            detail = "The account has reached its quota of \(quota.bytes) bytes."
        } else {
            return nil
        }
        return PushResult(
            id: mutation.id,
            status: .rejected,
            problem: Problem(.quotaExceeded, detail: detail)
        )
    }

    /// Runs only for kinds with few entities; events have no unique name.
    mutating func nameTaken(
        _ keys: EntityKeys,
        by mutation: PushMutation
    ) throws -> PushResult? {
        guard let name = keys.uniqueName,
            let other = try database.owner(of: name, kind: mutation.kind),
            other.id != mutation.entityID
        else { return nil }
        let field = mutation.kind == .propertyDefinition ? "key" : "name"
        return PushResult(
            id: mutation.id,
            status: .rejected,
            entity: other,
            problem: Problem(
                .conflict,
                detail: "The \(field) is taken by \(other.id).",
                errors: [
                    FieldError(code: "taken", field: field, message: "is taken by \(other.id)")
                ]
            )
        )
    }
}
