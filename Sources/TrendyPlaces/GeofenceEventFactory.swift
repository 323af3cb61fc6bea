import TrendyModel
import TrendyStore

/// Makes events of visits: an entry opens one, the exit closes the same one.
///
/// Both ends have an interval in which they lie, and a word for how that is known.
struct GeofenceEventFactory {
    /// The IANA name of the zone that the device is in.
    let zone: String

    /// How an end of a visit is known.
    enum EvidenceSource: String {
        /// The system told of the crossing.
        case crossing
        /// The system told, when it was asked, on which side the person was.
        case state
        /// A fix told.
        case fix
        /// The person said so.
        case person
        /// It follows from something that came later.
        case inferred
        /// It was never told: the visit is known by its other end alone.
        case missed
    }

    /// The event of a visit that begins.
    func opening(
        _ presence: PlaceState,
        as id: EntityID,
        of geofence: Geofence,
        type: EntityID,
        known: EvidenceSource
    ) -> Event {
        let start = presence.enteredAt ?? Instant(milliseconds: 0)
        var event = Event(eventTypeID: type, timestamp: start, sourceType: .geofence)
        event.timeZone = zone
        event.geofenceID = presence.geofenceID
        event.locationName = geofence.name
        locate(&event, at: geofence)
        event.naturalKey = Self.naturalKey(of: id)
        event.evidence = Self.evidence(presence)
        event.properties["entry_source"] = .text(known.rawValue)
        if known == .person {
            event.properties["entry_earliest"] = .instant(start)
        } else if let after = presence.enteredAfter {
            event.properties["entry_earliest"] = .instant(min(after, start))
        }
        // One of just before may be of after a visit whose beginning was missed.
        if known == .state || known == .missed, let elsewhere = presence.lastOutsideFix,
            start - elsewhere > VisitTracker.maximumDeliveryDelay
        {
            event.properties["last_outside_fix"] = .instant(elsewhere)
        }
        event.properties["entry_latest"] = .instant(start)
        return event
    }

    /// The event of a visit of which only the end was noticed, or that they were there before.
    func missedEntry(
        _ presence: PlaceState,
        as id: EntityID,
        of geofence: Geofence,
        type: EntityID
    ) -> Event {
        var event = opening(presence, as: id, of: geofence, type: type, known: .missed)
        let end = presence.leftAt ?? event.timestamp
        event.endDate = end
        event.properties["exit_source"] = .text(EvidenceSource.crossing.rawValue)
        event.properties["exit_earliest"] = .instant(event.timestamp)
        event.properties["exit_latest"] = .instant(end)
        return event
    }

    /// What the end of a visit changes.
    ///
    /// - `latest`: the first moment that the person was known to be outside; `nil` when there is
    ///   none.
    func closing(
        _ presence: PlaceState,
        _ id: EntityID,
        known: EvidenceSource,
        latest: Instant?
    ) -> PlaceUpdate.EventUpdate {
        let end = presence.leftAt ?? presence.enteredAt ?? Instant(milliseconds: 0)
        let earliest = known == .person ? end : min(end, presence.lastKnownInside ?? end)
        return update(
            presence,
            id,
            endDate: end,
            [
                "exit_source": .text(known.rawValue), "exit_earliest": .instant(earliest),
                "exit_latest": latest.map { .instant(max(end, $0)) }, "unconfirmed": nil,
            ]
        )
    }

    /// What the end of a visit changes of which nothing was heard since a moment.
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

    /// What changes when a visit goes on that had been closed.
    func reopening(_ presence: PlaceState, _ id: EntityID) -> PlaceUpdate.EventUpdate {
        update(
            presence,
            id,
            endDate: nil,
            ["exit_source": nil, "exit_earliest": nil, "exit_latest": nil]
        )
    }

    /// What changes when an open visit is in doubt, or is not any more.
    func markingUnconfirmed(_ presence: PlaceState, _ id: EntityID) -> PlaceUpdate.EventUpdate {
        PlaceUpdate.EventUpdate(
            id: id,
            fields: Document(),
            properties: ["unconfirmed": presence.isUncertain ? .boolean(true) : nil]
        )
    }

    private func update(
        _ presence: PlaceState,
        _ id: EntityID,
        endDate: Instant?,
        _ properties: [String: PropertyValue?]
    ) -> PlaceUpdate.EventUpdate {
        var fields = Document()
        fields["end_date"] = endDate.map { RawJSON($0) } ?? .null
        fields["evidence"] = Self.evidence(presence).json
        return PlaceUpdate.EventUpdate(id: id, fields: fields, properties: properties)
    }

    /// The moment of an exit, for geofences that want an event of it.
    func exitMoment(
        _ presence: PlaceState,
        of geofence: Geofence,
        type: EntityID
    ) -> Event {
        let end = presence.leftAt ?? Instant(milliseconds: 0)
        var event = Event(eventTypeID: type, timestamp: end, sourceType: .geofence)
        event.timeZone = zone
        event.locationName = geofence.name
        locate(&event, at: geofence)
        return event
    }

    /// A middle that is no place on Earth says nothing, and no event may have it.
    private func locate(_ event: inout Event, at geofence: Geofence) {
        let center = Coordinate(latitude: geofence.latitude, longitude: geofence.longitude)
        event.locationLatitude = center?.latitude
        event.locationLongitude = center?.longitude
    }

    /// The id of the event of a visit's exit: one for each visit.
    static func exitMomentID(of visit: EntityID) -> EntityID {
        .derived(kind: "event", naturalKey: "visit_exit/\(visit)")
    }

    /// Marks a visit as something that devices found out: where two of them differ, the one that
    /// heard more stands.
    private static func naturalKey(of visit: EntityID) -> String {
        "\(Event.visitKeyPrefix)\(visit)"
    }

    /// Whether a visit was begun by the person's own word.
    static func isManual(_ event: Event) -> Bool {
        event.properties["entry_source"] == .text(EvidenceSource.person.rawValue)
    }

    private static func evidence(_ presence: PlaceState) -> Evidence {
        let newest =
            [presence.lastInside, presence.leftAt, presence.enteredAt].compactMap(\.self).max()
        return Evidence(
            sampleCount: presence.observations,
            newest: newest ?? Instant(milliseconds: 0)
        )
    }
}
