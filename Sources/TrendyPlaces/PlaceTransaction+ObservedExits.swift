import TrendyModel
import TrendyStore

// Exits that other devices observed, and what this device observed after them.
extension PlaceTransaction {
    /// The state of an open place after an exit that another device observed.
    ///
    /// A device that missed the exit, or was left behind, has no better evidence of the end;
    /// what it observes later is another visit.
    ///
    /// - `isExitObserved`: whether this device observes an exit too, which is the same one if it
    ///   comes soon after the other device's.
    func applyingRemoteExit(
        to place: PlaceState,
        before instant: Instant,
        isExitObserved: Bool
    ) throws -> PlaceState {
        guard place.isOpen else { return place }
        var place = place
        if let event = try event(of: place.visit), event.hasManualEnd {
            // The person has entered the end: the place stays open without a visit until the device
            // observes an exit.
            (place.visit, place.isUncertain) = (nil, false)
            return place
        }
        guard let end = try observedExit(of: place),
            !isExitObserved || instant - end > Event.crossingTolerance
        else { return place }
        (place.isOpen, place.isUncertain) = (false, false)
        place.leftAt = end
        place.lastOutside = max(place.lastOutside ?? end, end)
        return place
    }

    /// The state of a closed place, if another device observed the exit earlier than this one: the
    /// person was outside since then, and an entry after it begins another visit.
    func applyingEarlierExit(to place: PlaceState) throws -> PlaceState {
        guard !place.isOpen, let left = place.leftAt,
            let end = try observedExit(of: place.visit),
            left - end > Event.crossingTolerance,
            // A person who was observed inside after that exit had come back before.
            place.confirmedInside.map({ $0 - end <= Event.crossingTolerance }) ?? true
        else { return place }
        var place = place
        place.leftAt = end
        return place
    }

    /// The last observed exit of the open visit at a place, by any device; when its event is gone,
    /// that of the visits that may have replaced it, or the one that was known before.
    private func observedExit(of place: PlaceState) throws -> Instant? {
        guard let visit = place.visit else { return nil }
        guard let start = place.enteredAt, try database.entities.fetch(id: visit) == nil else {
            return try observedExit(of: visit)
        }
        let others = try RemoteOpenVisits(database: database, geofence: place.geofenceID)
            .visits(before: start).compactMap(\.event.observedExit).filter { $0 > start }
        return (others + [place.observedExit].compactMap(\.self)).max()
    }

    /// The observed exit of a visit, by any device.
    private func observedExit(of visit: EntityID?) throws -> Instant? {
        try event(of: visit)?.observedExit
    }

    /// Whether the end of the last visit to a place is inferred from something later.
    func isEndInferred(of place: PlaceState) throws -> Bool {
        guard !place.isOpen, let left = place.leftAt, let event = try event(of: place.visit)
        else { return false }
        return event.endDate == left && event.observedExit == nil
    }

    // MARK: returns

    /// Records the visits that this device observed at a place after another device's exit, before
    /// it knew of that exit: the person had come back, and left again.
    mutating func recordVisitsAfterObservedExits() throws {
        let first = context.now - VisitDeduplicator.reconciliationWindow
        let places = try database.places.states()
        let last = places.compactMap { ClosedStay($0) }.filter { $0.leftAt >= first }
        for stay in last + (try database.places.closedStays(since: first)) {
            guard let current = places.first(where: { $0.geofenceID == stay.geofenceID })
            else { continue }
            try recordVisitAfterObservedExit(stay, current)
        }
    }

    private mutating func recordVisitAfterObservedExit(
        _ stay: ClosedStay,
        _ current: PlaceState
    ) throws {
        let (inside, left) = (stay.lastInside, stay.leftAt)
        guard inside <= left, let geofence = try currentIndex().geofences[stay.geofenceID],
            let end = try observedExit(of: stay.visit),
            inside - end > Event.crossingTolerance,
            let exit = try reportedExit(at: left, from: stay.geofenceID),
            // A report just before the exit may be stale. A person who was elsewhere after `end`,
            // or of whom only the exit was reported, has been back.
            exit.isAlone || left - inside > VisitTracker.exitDebounce
                || stay.enteredAfter ?? end > end
        else { return }
        // The stay is used once: a person who deletes the visit does not get it again.
        var used = PlaceUpdate()
        if current.visit != stay.visit { used.purgedVisits = [stay.visit] }
        guard try !isRecorded(stay) else { return try database.places.apply(used) }
        var remainder = current
        (remainder.visit, remainder.isOwn, remainder.isOpen) = (nil, true, false)
        remainder.enteredAfter = max(end, stay.enteredAfter ?? end)
        (remainder.enteredAt, remainder.lastInside, remainder.leftAt) = (inside, inside, left)
        remainder.observations = PlaceObservation.Source.crossing.weight + 1
        var recorder = recorder(of: geofence, isKnown: true)
        recorder.update = used
        try recorder.record((remainder, [(.recordMissedEntry, remainder)]), nil)
        // The place has another visit by now, whose state must stay.
        if current.visit != stay.visit { recorder.update.placeStates = [] }
        try database.places.apply(recorder.update)
        outcome.changes.append(VisitChange())
    }

    /// Whether another visit covers a part of a stay.
    private func isRecorded(_ stay: ClosedStay) throws -> Bool {
        try RemoteOpenVisits(database: database, geofence: stay.geofenceID)
            .visits(before: stay.leftAt)
            .contains { id, visit in
                id != stay.visit && visit.timestamp <= stay.leftAt
                    && visit.endDate.map { $0 >= stay.lastInside } ?? true
            }
    }

    /// An exit that the system reported.
    private struct ReportedExit {
        let instant: Instant
        /// Whether no entry and no state "inside" was reported just before.
        let isAlone: Bool
    }

    /// The reported exit from a geofence at a moment, or up to the maximum delivery delay after it,
    /// when a fix had shown the device outside before; `nil` when there is none.
    private func reportedExit(at instant: Instant, from id: EntityID) throws -> ReportedExit? {
        let region = identifier(of: id)
        let entries = try database.places.regionLog(limit: GeofenceMonitor.maximumLogEntries).filter
        {
            $0.region == region
        }
        let exits = entries.filter {
            $0.kind == RegionLogEntry.left && $0.at >= instant
                && $0.at - instant <= VisitTracker.maximumDeliveryDelay
        }
        guard let exit = exits.map(\.at).min() else { return nil }
        let isAlone = !entries.contains {
            [RegionLogEntry.entered, RegionSide.inside.logKind].contains($0.kind) && $0.at <= exit
                && exit - $0.at <= VisitTracker.exitDebounce
        }
        return ReportedExit(instant: exit, isAlone: isAlone)
    }

    // MARK: duplicates

    /// Resolves the visits that several devices recorded.
    mutating func resolveDuplicates() throws {
        let deleted = try deletedVisits(
            since: context.now - VisitDeduplicator.reconciliationWindow
        )
        let deduplicator = VisitDeduplicator(database: database)
        try database.places.apply(deduplicator.resolve(at: context.now, deleted: deleted))
    }

    /// What this device observed of visits that are deleted, as visits: their devices withdrew them
    /// in favour of others, or the person deleted them.
    private mutating func deletedVisits(
        since first: Instant
    ) throws -> [(id: EntityID, event: Event)] {
        let index = try currentIndex()
        var visits: [(id: EntityID, event: Event)] = []
        let closed = try database.places.closedStays(since: first).map(\.placeState)
        for place in closed + (try database.places.states().filter { !$0.isOwn }) {
            guard let visit = place.visit, let geofence = index.geofences[place.geofenceID],
                let start = place.enteredAt, start >= first,
                try database.entities.fetch(id: visit) == nil
            else { continue }
            visits.append((visit, try ownObservations(of: place, as: visit, of: geofence)))
        }
        return visits
    }

    /// The event that a visit would have by this device's observations alone.
    private func ownObservations(
        of place: PlaceState,
        as visit: EntityID,
        of geofence: Geofence
    ) throws -> Event {
        let factory = GeofenceEventFactory(zone: context.zone)
        let weight = PlaceObservation.Source.crossing.weight
        var observations = place.observations
        var closing: PlaceUpdate.EventUpdate?
        if let end = place.leftAt {
            // An exit that was reported after a fix had ended the visit has no weight in it.
            let isObserved = try reportedExit(at: end, from: place.geofenceID)?.instant == end
            if isObserved { observations -= weight }
            closing = factory.closing(
                place,
                visit,
                source: isObserved ? .crossing : .inferred,
                latest: end
            )
        }
        var event = factory.opening(
            place,
            as: visit,
            of: geofence,
            type: VisitType.id,
            source: observations >= weight ? .crossing : .state
        )
        event.endDate = place.leftAt
        for (name, value) in closing?.properties ?? [:] { event.properties[name] = value }
        return event
    }
}
