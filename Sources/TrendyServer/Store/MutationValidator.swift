import TrendyModel
import TrendyWire

/// What a mutation comes to, given what the account holds: the rules of the contract, without a
/// database.
enum MutationVerdict {
    /// The entity is to be written so, under the next number.
    case write(Entity, EntityKeys)
    /// Nothing is to be written; it counts as applied at this version.
    case unchanged(Int64?)
    /// It is there already, at this version.
    case known(Int64)
    /// It is not to be written, and not to be remembered.
    case refused(PushResult)
}

/// Judges one mutation.
struct MutationValidator {
    /// The mutation.
    let mutation: PushMutation
    /// The keys of a new event that needs no closer look.
    let scan: EventScan?
    /// The entity as it is now.
    let current: Entity?
    /// The version it had before this request, which the sender could know; its own earlier
    /// mutations in the request are no conflict.
    let knowableVersion: Int64
    /// Now.
    let now: Instant

    /// Tells the kind of an entity that lives (first) or was deleted (second).
    typealias Kinds = (EntityID) -> (live: EntityKind?, deleted: EntityKind?)

    /// The verdict.
    ///
    /// A name that is taken is left to the store to find.
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
        // A whole document has no `null`; looking first spares most a copy.
        let hasNull = fields.fields.contains { $0.value.isNull }
        let whole = hasNull ? Document().applying(fields) : fields
        if let current, current.deletedAt == nil {
            guard document(current.content) == whole else {
                return conflict(current, "An entity with this id and other content exists.")
            }
            return .known(current.version)
        }
        // What is deleted stays deleted, unless the sender knows that it is.
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

    /// Whether the sender had seen the entity as it is.
    ///
    /// A version beyond the entity's own comes from a life of the data that a backup has ended.
    private func isBasedOn(_ current: Entity) -> Bool {
        guard let base = mutation.baseVersion else { return true }
        return base >= knowableVersion && base <= max(current.version, knowableVersion)
    }

    private func delete() -> MutationVerdict {
        guard let current else {
            // The sender had seen a version of it: a backup has lost the entity, and whoever else
            // still has it must not bring it back.
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
            // Whoever knows of a deletion knows it by its time, also when it is told again later.
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

    /// Only parents that the change names are checked: what an entity referred to before may have
    /// been deleted since, which must not stop an edit of something else.
    private func missingParent(
        _ named: (String) -> EntityID?,
        _ kinds: Kinds
    ) -> MutationVerdict? {
        for (field, kind) in EntityKeys.referringFields(of: mutation.kind) {
            guard let parent = named(field) else { continue }
            let found = kinds(parent)
            // An event stays where it happened when its geofence is deleted, be it that nobody told
            // of the geofence before: devices send what others refer to first.
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

    /// A device's clock may be ahead; the server's is the latest that it can have been.
    private var editedAt: Instant { min(mutation.editedAt, now) }

    /// What follows on a state of an entity is not of before it, whatever a clock says: the times
    /// of one entity never go back.
    private var changeTime: Instant { max(editedAt, current?.updatedAt ?? editedAt) }

    /// What takes a deletion back is of after it.
    private var creationTime: Instant {
        max(editedAt, current.map { $0.updatedAt + .milliseconds(1) } ?? editedAt)
    }

    private func document(_ json: RawJSON) -> Document? {
        // What is no object is reported as malformed by the callers.
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
