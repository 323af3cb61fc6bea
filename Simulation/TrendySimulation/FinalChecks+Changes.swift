import SimulationKit
import TrendyModel

/// The checks of what people created, edited and deleted.
extension FinalChecks {
    /// No acknowledged entity is missing, and every entity was created by a person.
    func checkCreations(
        _ account: String,
        _ server: [EntityID: Entity],
        _ states: [DeviceState]
    ) {
        let deleted = Set(
            world.model.deletions.filter { $0.state != .refused && !$0.isUndo }.map(\.entity)
        )
        for creation in world.model.creations
        where creation.account == account && creation.state == .acknowledged {
            guard let id = creation.entity, server[id] == nil, !deleted.contains(id),
                !isFailed(id, states)
            else { continue }
            world.violate("lost", "\(creation.word), recorded on \(creation.device) as \(id)")
        }
        let known = Set(world.model.creations.compactMap(\.entity))
        for (id, entity) in server where entity.kind == .event && id.uuidVersion == 7 {
            guard !known.contains(id), !PlaceChecks.isVisit(entity) else { continue }
            // An entity that was recorded as the process died is recognized by its word or an edit
            // of it.
            let isPossible = world.model.creations.contains {
                $0.account == account && $0.state == .unknown
            }
            if !isPossible { world.violate("invented", "\(id) was not created by a person") }
        }
    }

    /// An acknowledged value is current, was seen by the person who replaced it, or is in a
    /// conflict log.
    func checkEdits(
        _ account: String,
        _ server: [EntityID: Entity],
        _ states: [DeviceState]
    ) {
        struct Place: Hashable {
            let entity: EntityID
            let field: String
        }
        var replaced: [Place: Set<String>] = [:]
        for edit in world.model.edits where edit.state != .refused {
            let place = Place(entity: edit.entity, field: edit.field)
            if let word = edit.replaced { replaced[place, default: []].insert(word) }
        }
        // Deleted together with its value. Undoing the deletion restores the value that the person
        // saw.
        let deleted = Set(world.model.deletions.filter { $0.state != .refused }.map(\.entity))
        let uncertain = Set(
            world.model.edits.filter { $0.state == .unknown }.map {
                Place(entity: $0.entity, field: $0.field)
            }
        )
        for edit in world.model.edits where edit.account == account && edit.state == .acknowledged {
            let place = Place(entity: edit.entity, field: edit.field)
            guard let word = edit.word, let entity = server[edit.entity],
                replaced[place]?.contains(word) != true, !uncertain.contains(place),
                !deleted.contains(edit.entity),
                !isFailed(edit.entity, states)
            else { continue }
            let key = [edit.entity.description, edit.field, word]
            if states.contains(where: { $0.journal.contains(key) }) { continue }
            let standing = (try? entity.document()[edit.field])??.string
            if standing != word {
                world.violate(
                    "lost edit",
                    "\(word), set on \(edit.device) as \(edit.field) of \(edit.entity); there is "
                        + "\(standing ?? "nothing"), and no conflict log contains it"
                )
            }
        }
    }

    /// A field of a person's event that a person cleared is empty, unless another phone changed it.
    ///
    /// A visit takes over the notes of its duplicates.
    func checkClearedFields(
        _ account: String,
        _ server: [EntityID: Entity],
        _ states: [DeviceState]
    ) {
        guard world.faults.hasRightClocks else { return }
        let deleted = Set(world.model.deletions.map(\.entity))
        let created = Set(world.model.creations.compactMap(\.entity))
        let places = Dictionary(grouping: world.model.edits.filter { $0.account == account }) {
            [$0.entity.description, $0.field]
        }
        for edits in places.values {
            guard let last = edits.last, last.word == nil,
                edits.allSatisfy({ $0.state == .acknowledged && $0.device == last.device }),
                created.contains(last.entity), !deleted.contains(last.entity),
                !isFailed(last.entity, states),
                let entity = server[last.entity],
                let value = (try? entity.document()[last.field])??.string
            else { continue }
            return world.violate(
                "lost edit",
                "\(last.field) of \(last.entity), cleared on \(last.device), is \(value)"
            )
        }
    }

    /// A person's event whose deletion was undone exists, unless another phone deleted it.
    func checkUndoneDeletions(
        _ account: String,
        _ server: [EntityID: Entity],
        _ states: [DeviceState]
    ) {
        guard world.faults.hasRightClocks else { return }
        let deletions = Dictionary(
            grouping: world.model.deletions.filter { $0.account == account },
            by: \.entity
        )
        // Phones delete visits that are duplicates.
        let created = Set(world.model.creations.compactMap(\.entity))
        for (id, deletions) in deletions.sorted(by: { $0.key < $1.key }) where created.contains(id)
        {
            guard let last = deletions.last, last.isUndo,
                deletions.allSatisfy({ $0.state == .acknowledged && $0.device == last.device }),
                !isFailed(id, states), server[id] == nil
            else { continue }
            return world.violate("lost", "\(id), whose deletion was undone on \(last.device)")
        }
    }

    /// A deleted entity stays deleted, unless the deletion was undone.
    func checkDeletions(
        _ account: String,
        _ server: [EntityID: Entity],
        _ states: [DeviceState]
    ) {
        let undone = Set(
            world.model.deletions.filter { $0.isUndo && $0.state != .refused }.map(\.entity)
        )
        for deletion in world.model.deletions
        where deletion.account == account && deletion.state == .acknowledged && !deletion.isUndo {
            guard server[deletion.entity] != nil, !undone.contains(deletion.entity),
                !isFailed(deletion.entity, states)
            else { continue }
            world.violate(
                "resurrected",
                "\(deletion.entity), deleted on \(deletion.device), exists again"
            )
        }
    }
}
