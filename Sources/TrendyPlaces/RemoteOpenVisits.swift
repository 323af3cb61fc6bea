import TrendyModel
import TrendyStore

/// Visits to a place that go on for other devices of the person, as far as those know, and of which
/// this one is told the end.
///
/// Who missed that they came is told all the same that they leave: then what goes on there has
/// ended, unless they were known to be elsewhere since it began. The visit of no length that this
/// device records of it stays until the end has been accepted, since another device may have seen
/// an earlier one; who is back at once goes on with the other device's.
struct RemoteOpenVisits {
    let store: DeviceStore
    let geofence: EntityID

    /// Ends what goes on where this device records a visit of which it knows the end alone.
    func end(
        by visit: EntityID,
        _ presence: PlaceState,
        _ change: inout PlaceUpdate
    ) async throws {
        guard let end = presence.leftAt else { return }
        let exit = GeofenceEventFactory.exitMomentID(of: visit)
        let moment = change.creations.first { $0.id == exit }
        for (id, event) in try await visits(before: end) {
            let outside = presence.enteredAfter ?? event.timestamp
            guard event.endDate == nil, event.timestamp < end,
                outside <= event.timestamp + Event.crossingTolerance
            else { continue }
            var fields = Document()
            fields["end_date"] = RawJSON(end)
            let known = event.evidence?.sampleCount ?? 0
            let weight = PlaceObservation.Source.crossing.weight
            fields["evidence"] = Evidence(sampleCount: known + weight, newest: end).json
            let knowledge = GeofenceEventFactory.EvidenceSource.crossing
            let properties: [String: PropertyValue?] = [
                "exit_source": .text(knowledge.rawValue),
                "exit_earliest": .instant(event.timestamp), "exit_latest": .instant(end),
                "unconfirmed": nil,
            ]
            change.updates.append(.init(id: id, fields: fields, properties: properties))
            if let moment {
                change.creations.append((GeofenceEventFactory.exitMomentID(of: id), moment.fields))
            }
        }
    }

    /// Lets go on what was ended as this device's visit ended, since they were hardly gone.
    ///
    /// - Returns: the first visit that goes on; `nil` where none had been ended.
    func reopen(
        endedAt end: Instant,
        with visit: EntityID?,
        _ change: inout PlaceUpdate
    ) async throws -> EntityID? {
        var first: (id: EntityID, event: Event)?
        for (id, event) in try await visits(before: end) where event.endDate == end && id != visit {
            if first.map({ event.timestamp < $0.event.timestamp }) ?? true { first = (id, event) }
            var fields = Document()
            fields["end_date"] = .null
            // An exit that is taken back stands against nothing that others find out.
            if let evidence = event.evidence {
                let weight = PlaceObservation.Source.crossing.weight
                let count = max(1, evidence.sampleCount - weight)
                fields["evidence"] = Evidence(sampleCount: count, newest: evidence.newest).json
            }
            let properties: [String: PropertyValue?] = [
                "exit_source": nil, "exit_earliest": nil, "exit_latest": nil,
            ]
            change.updates.append(.init(id: id, fields: fields, properties: properties))
            change.deletions.append(GeofenceEventFactory.exitMomentID(of: id))
        }
        return first?.id
    }

    /// The visits to the place of the time before a moment, by whatever device.
    func visits(before end: Instant) async throws -> [(id: EntityID, event: Event)] {
        try await store.capturedVisits(since: end - VisitDeduplicator.reconciliationWindow)
            .compactMap { entity in
                // What cannot be read is a visit to nowhere.
                guard let event = try? Event(document: entity.document()), event.isVisit,
                    event.geofenceID == geofence
                else { return nil }
                return (entity.id, event)
            }
    }
}
