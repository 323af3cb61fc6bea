import TrendyModel
import TrendyWire

/// The result of validating a mutation against the entities of the account: the rules of the
/// contract, without a database.
enum MutationVerdict {
    /// Write the entity under the next version.
    case write(Entity, EntityKeys)
    /// Write nothing; the mutation counts as applied at this version.
    case unchanged(Int64?)
    /// The entity already exists with this version.
    case known(Int64)
    /// Refuse the mutation and keep no idempotency record.
    case refused(PushResult)
}

/// Validates one mutation.
struct MutationValidator {
    /// The mutation.
    let mutation: PushMutation
    /// The keys of a new event that were scanned without decoding it.
    let scan: EventScan?
    /// The current entity; `nil` when there is none.
    let current: Entity?
    /// The version before this request, which the sender could know; earlier mutations of the same
    /// request cause no conflict.
    let knowableVersion: Int64
    /// The server's time.
    let now: Instant

    /// Looks up the kind of a live entity (first) or of a tombstone (second).
    typealias Kinds = (EntityID) -> (live: EntityKind?, deleted: EntityKind?)

    /// Validates the mutation.
    ///
    /// The store checks unique names.
    func verdict(_ kinds: Kinds) -> MutationVerdict {
        if let current, current.kind != mutation.kind {
            return refuse(
                .rejected,
                .conflict,
                "The id \(mutation.entityID) belongs to an entity of the type "
                    + "\(current.kind.name)."
            )
        }
        switch mutation.operation {
        case .create: return create(kinds)
        case .update: return update(kinds)
        case .delete: return delete()
        }
    }

    private func create(_ kinds: Kinds) -> MutationVerdict {
        if current == nil, let scan, mutation.fields.utf8.count <= Entity.maximumContentBytes {
            let type = scan.keys.eventTypeID
            if let refusal = missingParent({ $0 == "event_type_id" ? type : nil }, kinds) {
                return refusal
            }
            let entity = Entity(
                kind: .event,
                id: mutation.entityID,
                createdAt: editedAt,
                updatedAt: editedAt,
                content: mutation.fields
            )
            return .write(entity, scan.keys)
        }
        guard let fields = document(mutation.fields) else { return malformed() }
        // A complete document has no `null`; this check avoids a copy for most documents.
        let hasNull = fields.fields.contains { $0.value.isNull }
        let whole = hasNull ? Document().applying(fields) : fields
        if let current, current.deletedAt == nil {
            guard document(current.content) == whole else {
                return conflict(current, "An entity with this id and other content exists.")
            }
            return .known(current.version)
        }
        // A deleted entity stays deleted, unless the sender knows of the deletion.
        if let current, (mutation.baseVersion ?? 0) < min(knowableVersion, current.version) {
            return conflict(current, "The entity was deleted.")
        }
        return write(whole, named: fields, createdAt: creationTime, kinds)
    }

    private func update(_ kinds: Kinds) -> MutationVerdict {
        guard let current else {
            return refuse(
                .blocked,
                .notFound,
                "There is no entity \(mutation.entityID) to update yet."
            )
        }
        guard current.deletedAt == nil else {
            return conflict(current, "The entity was deleted.")
        }
        guard isBasedOn(current) else {
            return conflict(current, "The entity was changed in the meantime.")
        }
        guard let change = document(mutation.fields), let old = document(current.content) else {
            return malformed()
        }
        let merged = old.applying(change)
        if merged == old { return .unchanged(current.version) }
        return write(merged, named: change, createdAt: current.createdAt, kinds)
    }

    /// Whether the sender has seen the current version of the entity.
    ///
    /// A version beyond the entity's own belongs to an epoch that a restore has ended.
    private func isBasedOn(_ current: Entity) -> Bool {
        guard let base = mutation.baseVersion else { return true }
        return base >= knowableVersion && base <= max(current.version, knowableVersion)
    }

    private func delete() -> MutationVerdict {
        guard let current else {
            // The sender had seen a version: a restore lost the entity, and devices that still have
            // it must not recreate it.
            return mutation.baseVersion == nil
                ? .unchanged(nil) : tombstone(kind: mutation.kind, createdAt: editedAt)
        }
        guard current.deletedAt == nil else { return .unchanged(current.version) }
        guard isBasedOn(current) else {
            return conflict(current, "The entity was changed in the meantime.")
        }
        return tombstone(kind: current.kind, createdAt: current.createdAt)
    }

    private func tombstone(kind: EntityKind, createdAt: Instant) -> MutationVerdict {
        let entity = Entity(
            kind: kind,
            id: mutation.entityID,
            createdAt: createdAt,
            updatedAt: changeTime,
            // Devices identify a deletion by its time, also when it is sent again later.
            deletedAt: max(editedAt, createdAt),
            content: Entity.emptyContent
        )
        return .write(entity, EntityKeys(kind: kind, document: Document()))
    }

    private func write(
        _ document: Document,
        named change: Document,
        createdAt: Instant,
        _ kinds: Kinds
    ) -> MutationVerdict {
        var violations = document.violations(as: mutation.kind)
        if let tooLarge = document.sizeViolation(replacing: current?.content) {
            violations.append(tooLarge)
        }
        guard violations.isEmpty else {
            return .refused(
                PushResult(
                    id: mutation.id,
                    status: .rejected,
                    problem: Problem(
                        .validation,
                        detail: "The \(mutation.kind.name) is not valid.",
                        errors: violations
                    )
                )
            )
        }
        if let refusal = missingParent({ change[$0]?.id }, kinds) { return refusal }
        let entity = Entity(
            kind: mutation.kind,
            id: mutation.entityID,
            createdAt: createdAt,
            updatedAt: max(changeTime, createdAt),
            content: document.json
        )
        return .write(entity, EntityKeys(kind: mutation.kind, document: document))
    }

    /// Checks only the parents that the change names.
    ///
    /// A parent that the entity referred to before may have been deleted since, and this must not
    /// block other edits.
    private func missingParent(
        _ named: (String) -> EntityID?,
        _ kinds: Kinds
    ) -> MutationVerdict? {
        for (field, kind) in EntityKeys.referringFields(of: mutation.kind) {
            guard let parent = named(field) else { continue }
            let found = kinds(parent)
            // The event keeps its place when its geofence is deleted or was never uploaded: devices
            // upload referenced entities first.
            let isNowhere = found.live == nil && (found.deleted ?? kind) == kind
            if found.live == kind || (kind == .geofence && isNowhere) { continue }
            let detail =
                found.deleted == kind
                ? "The \(kind.name) \(parent) was deleted."
                : "There is no \(kind.name) \(parent) yet."
            return refuse(.blocked, found.deleted == kind ? .conflict : .notFound, detail)
        }
        return nil
    }

    /// The edit time, at most the server's time, because a device clock may be ahead.
    private var editedAt: Instant { min(mutation.editedAt, now) }

    /// The time of the change.
    ///
    /// The times of one entity never decrease, independent of device clocks.
    private var changeTime: Instant { max(editedAt, current?.updatedAt ?? editedAt) }

    /// The time of a creation; after the deletion that it reverts.
    private var creationTime: Instant {
        max(editedAt, current.map { $0.updatedAt + .milliseconds(1) } ?? editedAt)
    }

    private func document(_ json: RawJSON) -> Document? {
        // Callers report text that is not an object as malformed.
        try? Document(json: json)
    }

    private func malformed() -> MutationVerdict {
        refuse(.rejected, .malformed, "The fields are not a JSON object.")
    }

    private func conflict(_ current: Entity, _ detail: String) -> MutationVerdict {
        .refused(
            PushResult(
                id: mutation.id,
                status: .conflict,
                entity: current,
                problem: Problem(.conflict, detail: detail)
            )
        )
    }

    private func refuse(
        _ status: PushStatus,
        _ code: ProblemCode,
        _ detail: String
    ) -> MutationVerdict {
        .refused(
            PushResult(id: mutation.id, status: status, problem: Problem(code, detail: detail))
        )
    }
}
