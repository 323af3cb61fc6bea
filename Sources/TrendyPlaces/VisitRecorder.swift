import TrendyModel
import TrendyStore

/// Builds the update of the store that database the steps of visits to one geofence.
struct VisitRecorder {
    private let database: StoreTransaction
    private let ids: any EntityIDSource
    private let factory: GeofenceEventFactory
    private let geofence: Geofence
    /// Whether the geofence is in the database.
    private let isKnown: Bool
    /// The update so far.
    var update = PlaceUpdate()
    /// The visit that the steps were about.
    private(set) var visit: EntityID?

    init(
        database: StoreTransaction,
        ids: any EntityIDSource,
        zone: String,
        geofence: Geofence,
        isKnown: Bool
    ) {
        self.database = database
        self.ids = ids
        self.geofence = geofence
        self.isKnown = isKnown
        factory = GeofenceEventFactory(zone: zone)
    }

    /// Adds steps and the state after them.
    ///
    /// - `observation`: what they follow from; `nil` when only time has passed.
    mutating func record(
        _ outcome: VisitTracker.Outcome,
        _ observation: PlaceObservation?
    ) throws {
        visit = outcome.steps.first?.1.visit ?? outcome.place.visit
        for (step, place) in outcome.steps {
            switch step {
            case .open: try open(place, observation)
            case .recordMissedEntry: try recordMissedEntry(place)
            case .close(let isInferred): try close(place, observation, isInferred: isInferred)
            case .reopen:
                guard let visit else { continue }
                update.updates.append(factory.reopening(place, visit))
                update.deletions.append(GeofenceEventFactory.exitMomentID(of: visit))
            case .confirm, .markUnconfirmed:
                guard let visit else { continue }
                update.updates.append(factory.markingUnconfirmed(place, visit))
            }
        }
        var place = outcome.place
        place.visit = visit
        update.placeStates = [place]
    }

    /// Continues another device's visit in place of the recorded one, of which this device had
    /// observed the end alone.
    mutating func continueVisit(_ other: EntityID) {
        guard let visit else { return }
        update.updates.removeAll { $0.id == visit }
        update.deletions.append(visit)
        update.resolvedVisits.append(visit)
        for index in update.placeStates.indices where update.placeStates[index].visit == visit {
            (update.placeStates[index].visit, update.placeStates[index].isOwn) = (other, false)
        }
    }

    private mutating func open(_ place: PlaceState, _ observation: PlaceObservation?) throws {
        let id = ids.next()
        visit = id
        var event = factory.opening(
            place,
            as: id,
            of: geofence,
            type: try type(geofence.eventTypeEntryID),
            source: Self.evidenceSource(observation)
        )
        label(&event)
        update.creations.append((id, event))
        if isKnown { update.localVisits.append(localVisit(place, id)) }
    }

    private mutating func recordMissedEntry(_ place: PlaceState) throws {
        let id = ids.next()
        visit = id
        var event = factory.missedEntry(
            place,
            as: id,
            of: geofence,
            type: try type(geofence.eventTypeEntryID)
        )
        label(&event)
        update.creations.append((id, event))
        if isKnown { update.localVisits.append(localVisit(place, id)) }
        try addExitMoment(place, id)
    }

    private mutating func close(
        _ place: PlaceState,
        _ observation: PlaceObservation?,
        isInferred: Bool
    ) throws {
        guard let visit else { return }
        update.updates.append(
            factory.closing(
                place,
                visit,
                source: isInferred ? .inferred : Self.evidenceSource(observation),
                latest: observation?.instant
            )
        )
        try addExitMoment(place, visit)
    }

    /// Adds the event of the exit, for geofences with an event type of their own for exits.
    private mutating func addExitMoment(_ place: PlaceState, _ visit: EntityID) throws {
        guard let exitType = geofence.eventTypeExitID, exitType != geofence.eventTypeEntryID,
            try database.entities.fetch(id: exitType) != nil
        else { return }
        var event = factory.exitMoment(place, of: geofence, type: exitType)
        label(&event)
        let id = GeofenceEventFactory.exitMomentID(of: visit)
        // A visit that was reopened and closed at once keeps its event.
        update.deletions.removeAll { $0 == id }
        if try database.entities.fetch(id: id) != nil {
            update.updates.append(.init(id: id, fields: event.document, properties: [:]))
        } else {
            update.creations.append((id, event))
        }
    }

    /// An event of a geofence that is not in the database names it in a property, without a
    /// reference that a server would refuse.
    private func label(_ event: inout Event) {
        guard !isKnown else { return }
        if let id = event.geofenceID { event.properties["region"] = .text("\(id)") }
        event.geofenceID = nil
        if geofence.latitude == 0, geofence.longitude == 0 {
            // The placeholder of an unknown geofence has no centre.
            event.locationLatitude = nil
            event.locationLongitude = nil
        }
    }

    private func localVisit(_ place: PlaceState, _ event: EntityID) -> LocalVisit {
        LocalVisit(
            event: event,
            geofenceID: place.geofenceID,
            enteredAfter: place.enteredAfter,
            enteredAt: place.enteredAt ?? Instant(milliseconds: 0)
        )
    }

    /// The event type that the geofence names, if it exists; else that of all visits.
    private mutating func type(_ named: EntityID?) throws -> EntityID {
        if let named, try database.entities.fetch(id: named) != nil { return named }
        if let existing = try database.entities.fetch(kind: .eventType, named: VisitType.name) {
            return existing.id
        }
        let id = VisitType.id
        guard try database.entities.fetch(id: id) == nil else { return id }
        if !update.creations.contains(where: { $0.id == id }) {
            update.creations.append((id, VisitType.fields))
        }
        return id
    }

    private static func evidenceSource(
        _ observation: PlaceObservation?
    ) -> GeofenceEventFactory.EvidenceSource {
        switch observation?.source {
        case .crossing: .crossing
        case .state: .state
        case .fix: .fix
        case .person: .person
        case nil: .inferred
        }
    }
}
