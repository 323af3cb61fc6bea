import TrendyModel
import TrendyStore

// What other devices saw of the end of a visit, and what this one knew after it.
extension GeofenceMonitor {
    /// What is known of a place once the person has left it, as another device of theirs saw.
    ///
    /// Whoever missed that, or was left behind, does not know better when the visit ended, and what
    /// comes after it is another one.
    ///
    /// - `sees`: whether this device saw them leave as well, which soon after the end may be the
    ///   same.
    func receivingExit(
        _ presence: PlaceState,
        before instant: Instant,
        sees: Bool
    ) async throws -> PlaceState {
        guard presence.isOpen else { return presence }
        if let event = try await event(of: presence.visit), event.hasManualEnd {
            // The person said when it ended: until they are seen to leave, the watch goes on
            // without a visit.
            var presence = presence
            (presence.visit, presence.isUncertain) = (nil, false)
            return presence
        }
        guard let end = try await observedExit(of: presence),
            !sees || instant - end > Event.crossingTolerance
        else { return presence }
        var presence = presence
        presence.isOpen = false
        presence.isUncertain = false
        presence.leftAt = end
        presence.lastOutside = max(presence.lastOutside ?? end, end)
        return presence
    }

    /// What is known of a place where another device saw the person leave before this one was told:
    /// they were gone since then, and who comes back now begins another visit.
    func receivingEarlierExit(_ presence: PlaceState) async throws -> PlaceState {
        guard !presence.isOpen, let left = presence.leftAt,
            let end = try await observedExit(of: presence.visit),
            left - end > Event.crossingTolerance,
            // Who was found here after that end had come back before.
            presence.confirmedInside.map({ $0 - end <= Event.crossingTolerance }) ?? true
        else { return presence }
        var presence = presence
        presence.leftAt = end
        return presence
    }

    /// When the visit that goes on here was seen to end, by whatever device; or that for which its
    /// device has taken it back.
    ///
    /// Of one that the person has deleted, what was known before counts.
    private func observedExit(of presence: PlaceState) async throws -> Instant? {
        guard let visit = presence.visit else { return nil }
        guard let start = presence.enteredAt, try await store.entity(id: visit) == nil else {
            return try await observedExit(of: visit)
        }
        let others = try await RemoteOpenVisits(store: store, geofence: presence.geofenceID)
            .visits(before: start).compactMap(\.event.observedExit).filter { $0 > start }
        return (others + [presence.observedExit].compactMap(\.self)).max()
    }

    /// Whether the end of the last visit to a place only follows from something later.
    func isEndGuessed(of presence: PlaceState) async throws -> Bool {
        guard !presence.isOpen, let left = presence.leftAt,
            let event = try await event(of: presence.visit)
        else { return false }
        return event.endDate == left && event.observedExit == nil
    }

    /// When a visit was seen to end, by whatever device.
    private func observedExit(of visit: EntityID?) async throws -> Instant? {
        try await event(of: visit)?.observedExit
    }

    func event(of visit: EntityID?) async throws -> Event? {
        guard let visit, let document = try await store.entity(id: visit)?.document()
        else { return nil }
        // What cannot be read tells nothing, and keeps nobody from what they see.
        return try? Event(document: document)
    }

    /// Records what this device heard of a place after an end that another one had seen, before it
    /// knew of that: they had been back, and left again.
    func recordAfterObservedExits() async throws {
        let book = try await currentIndex()
        let first = dependencies.wallClock.now() - VisitDeduplicator.reconciliationWindow
        let presences = try await store.presences()
        let last = presences.compactMap { ClosedStay($0) }.filter { $0.leftAt >= first }
        for past in last + (try await store.closedStays(since: first)) {
            let (inside, left) = (past.lastInside, past.leftAt)
            // Who was known inside after the end that stands was told of no exit since.
            guard inside <= left, let geofence = book.geofences[past.geofenceID],
                let end = try await observedExit(of: past.visit),
                inside - end > Event.crossingTolerance,
                let exit = try await manualExit(at: left, from: past.geofenceID),
                // What is told just before may have been kept; who was elsewhere after that end,
                // or is told of nothing but the exit, has been back.
                exit.isAlone || left - inside > VisitTracker.exitDebounce
                    || past.enteredAfter ?? end > end,
                let current = presences.first(where: { $0.geofenceID == past.geofenceID })
            else { continue }
            // Whoever deletes what is made of it now does not get it anew.
            var settled = PlaceUpdate()
            if current.visit != past.visit { settled.purgedVisits = [past.visit] }
            guard try await !isRecorded(past) else {
                try await store.apply(settled)
                continue
            }
            var rest = current
            (rest.visit, rest.isOwn, rest.isOpen) = (nil, true, false)
            (rest.enteredAfter, rest.enteredAt) = (max(end, past.enteredAfter ?? end), inside)
            (rest.lastInside, rest.leftAt) = (inside, left)
            rest.observations = PlaceObservation.Source.crossing.weight + 1
            var recorder = VisitRecorder(
                store: store,
                ids: dependencies.ids,
                zone: zone(),
                geofence: geofence,
                isKnown: true
            )
            recorder.change = settled
            try await recorder.record((rest, [(.recordMissedEntry, rest)]), nil)
            // Where they are now is another matter.
            if current.visit != past.visit { recorder.change.presences = [] }
            try await store.apply(recorder.change)
            await onRecorded()
        }
    }

    /// What this device heard of visits that are not there any more, as visits: their devices took
    /// them back for others, or the person deleted them.
    func deletedVisits(since first: Instant) async throws -> [(id: EntityID, event: Event)] {
        let book = try await currentIndex()
        var visits: [(id: EntityID, event: Event)] = []
        let past = try await store.closedStays(since: first).map(\.presence)
        for presence in past + (try await store.presences().filter { !$0.isOwn }) {
            guard let visit = presence.visit, let geofence = book.geofences[presence.geofenceID],
                let start = presence.enteredAt, start >= first,
                try await store.entity(id: visit) == nil
            else { continue }
            visits.append((visit, try await received(presence, as: visit, of: geofence)))
        }
        return visits
    }

    /// What this device alone heard of a visit, as its event would have it.
    private func received(
        _ presence: PlaceState,
        as visit: EntityID,
        of geofence: Geofence
    ) async throws -> Event {
        let factory = GeofenceEventFactory(zone: zone())
        let weight = PlaceObservation.Source.crossing.weight
        var told = presence.observations
        var closing: PlaceUpdate.EventUpdate?
        if let end = presence.leftAt {
            // One that was told after a fix had ended the visit counts for nothing in it.
            let exit = try await manualExit(at: end, from: presence.geofenceID)
            let isSeen = exit?.instant == end
            if isSeen { told -= weight }
            closing = factory.closing(
                presence,
                visit,
                known: isSeen ? .crossing : .inferred,
                latest: end
            )
        }
        var event = factory.opening(
            presence,
            as: visit,
            of: geofence,
            type: VisitType.id,
            known: told >= weight ? .crossing : .state
        )
        event.endDate = presence.leftAt
        for (name, value) in closing?.properties ?? [:] { event.properties[name] = value }
        return event
    }

    /// Whether another visit has some of a time that was spent at a place.
    private func isRecorded(_ past: ClosedStay) async throws -> Bool {
        try await RemoteOpenVisits(store: store, geofence: past.geofenceID).visits(
            before: past.leftAt
        )
        .contains { id, visit in
            id != past.visit && visit.timestamp <= past.leftAt
                && visit.endDate.map { $0 >= past.lastInside } ?? true
        }
    }

    /// What the system told of an exit.
    private struct ManualExit {
        /// When.
        let instant: Instant
        /// Whether it did not tell just before that they came in, or are inside.
        let isAlone: Bool
    }

    /// What the system told of an exit from a region at a moment, or a little later where a fix had
    /// them outside before; `nil` where it did not.
    private func manualExit(at instant: Instant, from id: EntityID) async throws -> ManualExit? {
        let region = identifier(of: id)
        let notes = try await store.regionLog(limit: Self.readNotes).filter {
            $0.region == region
        }
        let exits = notes.filter {
            $0.kind == RegionLogEntry.left && $0.at >= instant
                && $0.at - instant <= VisitTracker.maximumDeliveryDelay
        }
        guard let exit = exits.map(\.at).min() else { return nil }
        let isAlone = !notes.contains {
            [RegionLogEntry.entered, RegionSide.inside.noted].contains($0.kind) && $0.at <= exit
                && exit - $0.at <= VisitTracker.exitDebounce
        }
        return ManualExit(instant: exit, isAlone: isAlone)
    }
}
