import TrendyModel
import TrendyStore

/// Makes one change of the store of what happened at one geofence.
struct VisitRecorder {
    let store: DeviceStore
    let ids: any EntityIDSource
    let factory: GeofenceEventFactory
    let geofence: Geofence
    /// Whether the geofence is in the store.
    let isKnown: Bool
    var change = PlaceUpdate()
    /// The visit that the steps were about.
    private(set) var visit: EntityID?

    init(
        store: DeviceStore,
        ids: any EntityIDSource,
        zone: String,
        geofence: Geofence,
        isKnown: Bool
    ) {
        self.store = store
        self.ids = ids
        self.geofence = geofence
        self.isKnown = isKnown
        factory = GeofenceEventFactory(zone: zone)
    }

    /// Takes in steps and what is known after them.
    ///
    /// - `observation`: what they follow from; `nil` when it is only time.
    mutating func record(
        _ outcome: (presence: PlaceState, steps: [(VisitStep, PlaceState)]),
        _ observation: PlaceObservation?
    ) async throws {
        visit = outcome.steps.first?.1.visit ?? outcome.presence.visit
        for (step, presence) in outcome.steps {
            switch step {
            case .open: try await open(presence, observation)
            case .recordMissedEntry: try await recordMissedEntry(presence)
            case .close(let isInferred):
                try await close(presence, observation, isInferred: isInferred)
            case .reopen:
                guard let visit else { continue }
                change.updates.append(factory.reopening(presence, visit))
                change.deletions.append(GeofenceEventFactory.exitMomentID(of: visit))
            case .confirm, .markUnconfirmed:
                guard let visit else { continue }
                change.updates.append(factory.markingUnconfirmed(presence, visit))
            }
        }
        var presence = outcome.presence
        presence.visit = visit
        change.presences = [presence]
    }

    /// Goes on with another device's visit, of which this one had noticed the end alone: the record
    /// of that is taken back with it.
    mutating func goOn(with other: EntityID) {
        guard let visit else { return }
        change.updates.removeAll { $0.id == visit }
        change.deletions.append(visit)
        change.resolvedVisits.append(visit)
        for index in change.presences.indices where change.presences[index].visit == visit {
            (change.presences[index].visit, change.presences[index].isOwn) = (other, false)
        }
    }

    private mutating func open(
        _ presence: PlaceState,
        _ observation: PlaceObservation?
    ) async throws {
        let id = ids.next()
        visit = id
        var event = factory.opening(
            presence,
            as: id,
            of: geofence,
            type: try await type(geofence.eventTypeEntryID),
            known: Self.evidenceSource(observation)
        )
        label(&event)
        change.creations.append((id, event))
        if isKnown { change.localVisits.append(own(presence, id)) }
    }

    private mutating func recordMissedEntry(_ presence: PlaceState) async throws {
        let id = ids.next()
        visit = id
        var event = factory.missedEntry(
            presence,
            as: id,
            of: geofence,
            type: try await type(geofence.eventTypeEntryID)
        )
        label(&event)
        change.creations.append((id, event))
        if isKnown { change.localVisits.append(own(presence, id)) }
        try await addExitMoment(presence, id)
    }

    private mutating func close(
        _ presence: PlaceState,
        _ observation: PlaceObservation?,
        isInferred: Bool
    ) async throws {
        guard let visit else { return }
        change.updates.append(
            factory.closing(
                presence,
                visit,
                known: isInferred ? .inferred : Self.evidenceSource(observation),
                latest: observation?.instant
            )
        )
        try await addExitMoment(presence, visit)
    }

    private mutating func addExitMoment(
        _ presence: PlaceState,
        _ visit: EntityID
    ) async throws {
        guard let exitType = geofence.eventTypeExitID, exitType != geofence.eventTypeEntryID,
            try await store.entity(id: exitType) != nil
        else { return }
        var event = factory.exitMoment(presence, of: geofence, type: exitType)
        label(&event)
        let id = GeofenceEventFactory.exitMomentID(of: visit)
        // Of a visit that goes on for a moment only, there it is.
        change.deletions.removeAll { $0 == id }
        if try await store.entity(id: id) != nil {
            change.updates.append(.init(id: id, fields: event.document, properties: [:]))
        } else {
            change.creations.append((id, event))
        }
    }

    /// An event of a geofence that is not here names it, and refers to nothing.
    private func label(_ event: inout Event) {
        guard !isKnown else { return }
        if let id = event.geofenceID { event.properties["region"] = .text("\(id)") }
        event.geofenceID = nil
        if geofence.latitude == 0, geofence.longitude == 0 {
            // Nobody knows where it is.
            event.locationLatitude = nil
            event.locationLongitude = nil
        }
    }

    private func own(_ presence: PlaceState, _ event: EntityID) -> LocalVisit {
        LocalVisit(
            event: event,
            geofenceID: presence.geofenceID,
            enteredAfter: presence.enteredAfter,
            enteredAt: presence.enteredAt ?? Instant(milliseconds: 0)
        )
    }

    /// The type that the geofence names, if it is still there; else that of all visits.
    private mutating func type(_ named: EntityID?) async throws -> EntityID {
        if let named, try await store.entity(id: named) != nil { return named }
        if let existing = try await store.entity(kind: .eventType, named: VisitType.name) {
            return existing.id
        }
        let id = VisitType.id
        guard try await store.entity(id: id) == nil else { return id }
        if !change.creations.contains(where: { $0.id == id }) {
            change.creations.append((id, VisitType.fields))
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
