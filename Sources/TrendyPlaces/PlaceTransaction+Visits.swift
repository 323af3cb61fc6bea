import TrendyLocalization
import TrendyModel
import TrendyStore

// Observations of places, and the visits that follow from them.
extension PlaceTransaction {
    /// Judges an observation of a geofence and stores what follows from it.
    ///
    /// - `logEntry`: the region event, stored with it; `nil` when it is not an event.
    /// - `fix`: where the device is, if the fix came with a crossing.
    mutating func observe(
        _ id: EntityID,
        _ observation: PlaceObservation,
        _ logEntry: RegionLogEntry?,
        at fix: Fix? = nil
    ) throws {
        let geofence = try currentIndex().geofences[id]
        let place = try applyingRemoteExits(try database.places.state(of: id), observation)
        var stored = try database.places.regionMonitorState()
        let isExit = observation.side == .outside && observation.source == .crossing
        let outcome = VisitTracker.observe(
            observation,
            place,
            lastOutsideFix: geofence.flatMap {
                Self.lastOutsideFix(stored.fix, $0, before: observation.instant)
            },
            isEndInferred: isExit ? try isEndInferred(of: place) : false
        )
        var recorder = recorder(of: geofence ?? unknownGeofence(id), isKnown: geofence != nil)
        if let logEntry {
            recorder.update.logEntries = [logEntry]
            stored.signalledAt = observation.instant
            recorder.update.monitorState = stored
        }
        if geofence == nil, !place.isOpen, try database.entities.fetch(id: id) == nil,
            try wasKnown(place)
        {
            // The person has deleted the geofence: late signals open no visit.
            return try database.places.apply(recorder.update)
        }
        try recorder.record(outcome, observation)
        if recorder.visit != place.visit, let stay = ClosedStay(place) {
            recorder.update.closedStays = [stay]
            recorder.update.purgedBefore =
                observation.instant - VisitDeduplicator.reconciliationWindow
        }
        if let geofence { try updateRemoteVisits(outcome, place, geofence, fix, &recorder) }
        try database.places.apply(recorder.update)
        guard !outcome.steps.isEmpty else { return }
        self.outcome.changes.append(
            VisitChange(
                steps: outcome.steps,
                geofence: geofence,
                visit: recorder.visit,
                endedStay: geofence == nil && !outcome.place.isOpen ? id : nil
            )
        )
    }

    /// The state of a place with the exits that other devices observed.
    private func applyingRemoteExits(
        _ place: PlaceState,
        _ observation: PlaceObservation
    ) throws -> PlaceState {
        var place = place
        if observation.side == .outside || observation.source == .crossing {
            place = try applyingRemoteExit(
                to: place,
                before: observation.instant,
                isExitObserved: observation.source.isDirect && observation.side == .outside
            )
        }
        if observation.side == .inside { place = try applyingEarlierExit(to: place) }
        return place
    }

    /// The time of the last fix, if it lies clearly outside of the geofence.
    private static func lastOutsideFix(
        _ fix: Fix?,
        _ geofence: Geofence,
        before instant: Instant
    ) -> Instant? {
        guard let fix, fix.instant <= instant, GeofenceMonitor.side(of: fix, geofence) == .outside
        else { return nil }
        return fix.instant
    }

    /// Ends or reopens the open visits of other devices along with this device's visit.
    private func updateRemoteVisits(
        _ outcome: VisitTracker.Outcome,
        _ place: PlaceState,
        _ geofence: Geofence,
        _ fix: Fix?,
        _ recorder: inout VisitRecorder
    ) throws {
        guard let visit = recorder.visit else { return }
        let others = RemoteOpenVisits(database: database, geofence: place.geofenceID)
        if outcome.steps.last?.0 == .reopen, let end = place.leftAt {
            let other = try others.reopen(endedAt: end, with: visit, &recorder.update)
            if let other, place.isOwn, place.enteredAt == end { recorder.continueVisit(other) }
        } else if outcome.steps.last?.0 == .recordMissedEntry, let fix,
            GeofenceMonitor.side(of: fix, geofence) != .inside
        {
            try others.end(by: visit, outcome.place, &recorder.update)
        }
    }

    /// A placeholder for a geofence that is not in the database, by its region.
    private func unknownGeofence(_ id: EntityID) -> Geofence {
        let identifier = identifier(of: id)
        let region = context.listed.first { $0.identifier == identifier }
        return Geofence(
            name: Strings.Places.unknownPlace.english,
            latitude: region?.center.latitude ?? 0,
            longitude: region?.center.longitude ?? 0,
            radiusMeters: region?.radius ?? RegionSelection.minimumRadius
        )
    }

    /// Whether the visit's geofence is or was in the database.
    ///
    /// A deleted geofence that was never synced leaves no trace but the visit that refers to it.
    private mutating func wasKnown(_ place: PlaceState) throws -> Bool {
        if try currentIndex().geofences[place.geofenceID] != nil { return true }
        if try database.entities.isDeleted(id: place.geofenceID) { return true }
        return try event(of: place.visit)?.geofenceID == place.geofenceID
    }

    /// Marks an open visit as unconfirmed, or ends it, when nothing has confirmed it for long.
    ///
    /// - `isStateUnknown`: whether the system was asked for the state and does not know it: the
    ///   visit is unconfirmed at once.
    mutating func advanceTime(
        _ id: EntityID,
        _ now: Instant,
        isStateUnknown: Bool = false
    ) throws {
        let place = try applyingRemoteExit(
            to: try database.places.state(of: id),
            before: now,
            isExitObserved: false
        )
        guard place.isOpen else { return }
        let outcome = VisitTracker.advanceTime(
            to: now,
            place,
            unconfirmedAfter: isStateUnknown ? .zero : VisitTracker.unconfirmedAfter
        )
        guard !outcome.steps.isEmpty else { return }
        let geofence = try currentIndex().geofences[id]
        var recorder = recorder(of: geofence ?? unknownGeofence(id), isKnown: geofence != nil)
        try recorder.record(outcome, nil)
        try database.places.apply(recorder.update)
        self.outcome.changes.append(VisitChange())
    }

    /// Ends the open visits of geofences that were deleted or disabled.
    mutating func closeVisitsOfDeletedGeofences() throws {
        let index = try currentIndex()
        for place in try database.places.openStates() where !index.isMonitorable(place.geofenceID) {
            // A geofence that was never in the database may still come with a pull.
            guard try wasKnown(place) else { continue }
            try observe(
                place.geofenceID,
                PlaceObservation(.outside, at: context.now, by: .state),
                nil
            )
        }
    }

    /// Requests the states of regions with open visits: crossings may have been missed while the
    /// process did not run.
    ///
    /// A visit that was open at a launch is unverified until there is newer evidence, and
    /// unconfirmed when no answer can be had, however short the visit is.
    mutating func requestStatesOfOpenVisits(isLaunch: Bool) throws {
        let listed = Set(context.listed.map(\.identifier))
        let expected = listed.union(state.wanted.map(\.identifier))
        // With approximate location the system monitors no region.
        let canMonitor = context.conditions.authorization == .always && context.conditions.isPrecise
        for place in try database.places.openStates() {
            let identifier = identifier(of: place.geofenceID)
            guard canMonitor, expected.contains(identifier) else {
                try advanceTime(place.geofenceID, context.now, isStateUnknown: isLaunch)
                continue
            }
            if isLaunch { state.tracker.markUnverified(identifier) }
            // The state of a region that is being registered is requested after that.
            if listed.contains(identifier) { outcome.actions.append(.requestState(identifier)) }
        }
    }

    /// Marks unverified visits as unconfirmed: the system has no newer evidence.
    ///
    /// - `regions`: the regions of the visits; all when `nil`.
    mutating func flagUnverified(_ regions: Set<String>? = nil) throws {
        for region in state.tracker.unverifiedVisits where regions?.contains(region) ?? true {
            guard case .geofence(let id) = RegionIdentity(region) else { continue }
            try advanceTime(id, context.now, isStateUnknown: true)
            state.tracker.verify(region)
        }
    }
}
