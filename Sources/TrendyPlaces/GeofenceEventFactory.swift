import TrendyModel
import TrendyStore

/// Makes the events of visits, and the changes of them at an exit.
///
/// Each end of a visit has an interval that it lies in, and a source of evidence.
struct GeofenceEventFactory {
    /// The IANA name of the zone that the device is in.
    let zone: String

    /// The evidence of an end of a visit, as the synced properties `entry_source` and
    /// `exit_source`.
    enum EvidenceSource: String {
        /// The system reported the crossing.
        case crossing
        /// The system answered a state request.
        case state
        /// A fix of the device.
        case fix
        /// The person entered it.
        case person
        /// It is inferred from something later.
        case inferred
        /// It was not observed: the visit is known by its other end alone.
        case missed
    }

    /// The event of a visit that begins.
    func opening(
        _ place: PlaceState,
        as id: EntityID,
        of geofence: Geofence,
        type: EntityID,
        source: EvidenceSource
    ) -> Event {
        let start = place.enteredAt ?? Instant(milliseconds: 0)
        var event = Event(eventTypeID: type, timestamp: start, sourceType: .geofence)
        event.timeZone = zone
        event.geofenceID = place.geofenceID
        event.locationName = geofence.name
        locate(&event, at: geofence)
        event.naturalKey = Self.naturalKey(of: id)
        event.evidence = Self.evidence(place)
        event.properties["entry_source"] = .text(source.rawValue)
        if source == .person {
            event.properties["entry_earliest"] = .instant(start)
        } else if let after = place.enteredAfter {
            event.properties["entry_earliest"] = .instant(min(after, start))
        }
        // A fix just before may follow on a visit whose entry was missed.
        if source == .state || source == .missed, let elsewhere = place.lastOutsideFix,
            start - elsewhere > VisitTracker.maximumDeliveryDelay
        {
            event.properties["last_outside_fix"] = .instant(elsewhere)
        }
        event.properties["entry_latest"] = .instant(start)
        return event
    }

    /// The event of a visit whose entry was missed.
    func missedEntry(
        _ place: PlaceState,
        as id: EntityID,
        of geofence: Geofence,
        type: EntityID
    ) -> Event {
        var event = opening(place, as: id, of: geofence, type: type, source: .missed)
        let end = place.leftAt ?? event.timestamp
        event.endDate = end
        event.properties["exit_source"] = .text(EvidenceSource.crossing.rawValue)
        event.properties["exit_earliest"] = .instant(event.timestamp)
        event.properties["exit_latest"] = .instant(end)
        return event
    }

    /// The change of a visit that ends.
    ///
    /// - `latest`: the first moment that the person was known to be outside; `nil` when there is
    ///   none.
    func closing(
        _ place: PlaceState,
        _ id: EntityID,
        source: EvidenceSource,
        latest: Instant?
    ) -> PlaceUpdate.EventUpdate {
        let end = place.leftAt ?? place.enteredAt ?? Instant(milliseconds: 0)
        let earliest = source == .person ? end : min(end, place.lastKnownInside ?? end)
        return update(
            place,
            id,
            endDate: end,
            [
                "exit_source": .text(source.rawValue), "exit_earliest": .instant(earliest),
                "exit_latest": latest.map { .instant(max(end, $0)) }, "unconfirmed": nil,
            ]
        )
    }

    /// The change of a stale visit, which ends with its last evidence.
    func closingStale(_ id: EntityID, last: Instant, now: Instant) -> PlaceUpdate.EventUpdate {
        var fields = Document()
        fields["end_date"] = RawJSON(last)
        return PlaceUpdate.EventUpdate(
            id: id,
            fields: fields,
            properties: [
                "exit_source": .text(EvidenceSource.inferred.rawValue),
                "exit_earliest": .instant(last), "exit_latest": .instant(now), "unconfirmed": nil,
            ]
        )
    }

    /// The change of a closed visit that is reopened.
    func reopening(_ place: PlaceState, _ id: EntityID) -> PlaceUpdate.EventUpdate {
        update(
            place,
            id,
            endDate: nil,
            ["exit_source": nil, "exit_earliest": nil, "exit_latest": nil]
        )
    }

    /// The change of an open visit that becomes unconfirmed, or is confirmed.
    func markingUnconfirmed(_ place: PlaceState, _ id: EntityID) -> PlaceUpdate.EventUpdate {
        PlaceUpdate.EventUpdate(
            id: id,
            fields: Document(),
            properties: ["unconfirmed": place.isUncertain ? .boolean(true) : nil]
        )
    }

    private func update(
        _ place: PlaceState,
        _ id: EntityID,
        endDate: Instant?,
        _ properties: [String: PropertyValue?]
    ) -> PlaceUpdate.EventUpdate {
        var fields = Document()
        fields["end_date"] = endDate.map { RawJSON($0) } ?? .null
        fields["evidence"] = Self.evidence(place).json
        return PlaceUpdate.EventUpdate(id: id, fields: fields, properties: properties)
    }

    /// The event of an exit, for geofences with an event type of their own for exits.
    func exitMoment(
        _ place: PlaceState,
        of geofence: Geofence,
        type: EntityID
    ) -> Event {
        let end = place.leftAt ?? Instant(milliseconds: 0)
        var event = Event(eventTypeID: type, timestamp: end, sourceType: .geofence)
        event.timeZone = zone
        event.locationName = geofence.name
        locate(&event, at: geofence)
        return event
    }

    /// Sets the location; an event must not have a centre that is not a coordinate.
    private func locate(_ event: inout Event, at geofence: Geofence) {
        let center = Coordinate(latitude: geofence.latitude, longitude: geofence.longitude)
        event.locationLatitude = center?.latitude
        event.locationLongitude = center?.longitude
    }

    /// The id of the event of a visit's exit.
    static func exitMomentID(of visit: EntityID) -> EntityID {
        .derived(kind: "event", naturalKey: "visit_exit/\(visit)")
    }

    /// Marks a visit as derived: of two versions, the one with more evidence wins.
    private static func naturalKey(of visit: EntityID) -> String {
        "\(Event.visitKeyPrefix)\(visit)"
    }

    /// Whether the person entered the beginning of a visit.
    static func isManual(_ event: Event) -> Bool {
        event.properties["entry_source"] == .text(EvidenceSource.person.rawValue)
    }

    private static func evidence(_ place: PlaceState) -> Evidence {
        let newest =
            [place.lastInside, place.leftAt, place.enteredAt].compactMap(\.self).max()
        return Evidence(
            sampleCount: place.observations,
            newest: newest ?? Instant(milliseconds: 0)
        )
    }
}
