import TrendyModel
import TrendyStore

/// Open visits of other devices to a place, as far as they are synced, whose exit this device
/// observes.
///
/// A device that missed the entry still receives the exit: it ends the open visits there, unless
/// the person was known to be outside since they began. This device's own visit, of which it knows
/// the end alone, is kept until the server has accepted the end, since another device may have
/// observed an earlier one. A person who is back within the exit debounce continues the other
/// device's visit.
struct RemoteOpenVisits {
    let database: StoreTransaction
    let geofence: EntityID

    /// Ends the open visits that this device observes the exit of.
    ///
    /// - `visit`: this device's visit, of which it knows the end alone.
    func end(by visit: EntityID, _ place: PlaceState, _ update: inout PlaceUpdate) throws {
        guard let end = place.leftAt else { return }
        let exitMomentID = GeofenceEventFactory.exitMomentID(of: visit)
        let exitMoment = update.creations.first { $0.id == exitMomentID }
        for (id, event) in try visits(before: end) {
            let outside = place.enteredAfter ?? event.timestamp
            guard event.endDate == nil, event.timestamp < end,
                outside <= event.timestamp + Event.crossingTolerance
            else { continue }
            var fields = Document()
            fields["end_date"] = RawJSON(end)
            let known = event.evidence?.sampleCount ?? 0
            let weight = PlaceObservation.Source.crossing.weight
            fields["evidence"] = Evidence(sampleCount: known + weight, newest: end).json
            let source = GeofenceEventFactory.EvidenceSource.crossing
            let properties: [String: PropertyValue?] = [
                "exit_source": .text(source.rawValue),
                "exit_earliest": .instant(event.timestamp), "exit_latest": .instant(end),
                "unconfirmed": nil,
            ]
            update.updates.append(.init(id: id, fields: fields, properties: properties))
            if let exitMoment {
                let momentID = GeofenceEventFactory.exitMomentID(of: id)
                update.creations.append((momentID, exitMoment.fields))
            }
        }
    }

    /// Reopens the visits that ended along with this device's visit, which is reopened.
    ///
    /// - Returns: the earliest of them; `nil` when none had ended.
    func reopen(
        endedAt end: Instant,
        with visit: EntityID?,
        _ update: inout PlaceUpdate
    ) throws -> EntityID? {
        var first: (id: EntityID, event: Event)?
        for (id, event) in try visits(before: end) where event.endDate == end && id != visit {
            if first.map({ event.timestamp < $0.event.timestamp }) ?? true { first = (id, event) }
            var fields = Document()
            fields["end_date"] = .null
            // The withdrawn exit must not outweigh what other devices find out.
            if let evidence = event.evidence {
                let weight = PlaceObservation.Source.crossing.weight
                let count = max(1, evidence.sampleCount - weight)
                fields["evidence"] = Evidence(sampleCount: count, newest: evidence.newest).json
            }
            let properties: [String: PropertyValue?] = [
                "exit_source": nil, "exit_earliest": nil, "exit_latest": nil,
            ]
            update.updates.append(.init(id: id, fields: fields, properties: properties))
            update.deletions.append(GeofenceEventFactory.exitMomentID(of: id))
        }
        return first?.id
    }

    /// The visits to the place that began up to two weeks before a moment or later, by any device.
    func visits(before end: Instant) throws -> [(id: EntityID, event: Event)] {
        try database.places.capturedVisits(since: end - VisitDeduplicator.reconciliationWindow)
            .compactMap { entity in
                // An unreadable event names no place.
                guard let event = try? Event(document: entity.document()), event.isVisit,
                    event.geofenceID == geofence
                else { return nil }
                return (entity.id, event)
            }
    }
}
