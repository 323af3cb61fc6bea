import TrendyModel
import TrendyStore

// The changes of visits that follow from a duplicate.
extension VisitDeduplicator {
    /// Ends a visit as its duplicate, whose exit was observed, and moves the event of the exit to
    /// it.
    func end(_ duplicate: Visit, as visit: Visit, _ update: inout PlaceUpdate) throws {
        guard let ending = ending(duplicate, as: visit) else { return }
        update.updates.append(ending)
        try copyExitMoment(from: visit.id, to: duplicate.id, &update)
    }

    private func ending(_ duplicate: Visit, as visit: Visit) -> PlaceUpdate.EventUpdate? {
        guard let end = visit.end, end > duplicate.start else { return nil }
        var fields = Document()
        fields["end_date"] = RawJSON(end)
        var evidence = [visit.event.evidence, duplicate.event.evidence].compactMap(\.self).max()
        // The observations of both count: the beginning of one, and the end of the other.
        if visit.isExitObserved, let most = evidence, let begun = duplicate.event.evidence {
            let both = begun.sampleCount + PlaceObservation.Source.crossing.weight
            evidence = Evidence(
                sampleCount: max(most.sampleCount, both),
                deletedCount: most.deletedCount,
                newest: max(most.newest, begun.newest)
            )
        }
        fields["evidence"] = evidence?.json
        var properties: [String: PropertyValue?] = [:]
        for name in ["exit_source", "exit_earliest", "exit_latest", "unconfirmed"] {
            properties.updateValue(visit.event.properties[name], forKey: name)
        }
        return PlaceUpdate.EventUpdate(id: duplicate.id, fields: fields, properties: properties)
    }

    private func copyExitMoment(
        from source: EntityID,
        to target: EntityID,
        _ update: inout PlaceUpdate
    ) throws {
        guard
            let entity = try database.entities.fetch(
                id: GeofenceEventFactory.exitMomentID(of: source)
            ),
            // An unreadable event is not copied.
            let event = try? Event(document: entity.document())
        else { return }
        update.creations.append((GeofenceEventFactory.exitMomentID(of: target), event))
    }

    /// Has a visit begin where its remainder begins.
    func beginning(_ remainder: Visit) -> PlaceUpdate.EventUpdate {
        var fields = Document()
        fields["timestamp"] = RawJSON(remainder.start)
        let source = GeofenceEventFactory.EvidenceSource.missed
        return PlaceUpdate.EventUpdate(
            id: remainder.id,
            fields: fields,
            properties: [
                "entry_source": .text(source.rawValue),
                "entry_earliest": .instant(remainder.earliest),
                "entry_latest": .instant(remainder.start),
            ]
        )
    }

    /// Turns a visit into the remainder after its end, which only the duplicate's device observed.
    func turn(
        _ visit: EntityID,
        into remainder: Visit,
        _ update: inout PlaceUpdate
    ) throws {
        var change = beginning(remainder)
        change.id = visit
        change.fields["end_date"] = remainder.end.map { RawJSON($0) }
        change.fields["evidence"] = remainder.event.evidence?.json
        for name in ["exit_source", "exit_earliest", "exit_latest"] {
            change.properties.updateValue(remainder.event.properties[name], forKey: name)
        }
        update.updates.append(change)
        try copyExitMoment(from: remainder.id, to: visit, &update)
    }

    /// Deletes a visit in favour of its duplicate, which takes over the notes.
    func delete(_ visit: Visit, inFavourOf duplicate: Visit, _ update: inout PlaceUpdate) {
        update.deletions.append(visit.id)
        update.resolvedVisits.append(visit.id)
        update.deletions.append(GeofenceEventFactory.exitMomentID(of: visit.id))
        if let notes = visit.event.notes, duplicate.event.notes == nil {
            var fields = Document()
            fields["notes"] = RawJSON(notes)
            update.updates.append(.init(id: duplicate.id, fields: fields, properties: [:]))
        }
    }

    /// Moves what this device observed of a deleted visit that was followed by another one: it
    /// belongs to the visit that stays, whose earlier end may still be synced.
    ///
    /// - `duplicate`: the visit that stays; `nil` drops the observations.
    func transferClosedStay(
        of visit: Visit,
        to duplicate: EntityID?,
        since start: Instant,
        _ update: inout PlaceUpdate
    ) throws {
        let stays = try database.places.closedStays(since: start)
        guard var stay = stays.first(where: { $0.visit == visit.id }) else { return }
        update.purgedVisits.append(visit.id)
        guard let duplicate,
            !stays.contains(where: { $0.visit == duplicate && $0.leftAt >= stay.leftAt })
        else { return }
        stay.visit = duplicate
        update.closedStays.append(stay)
    }
}
