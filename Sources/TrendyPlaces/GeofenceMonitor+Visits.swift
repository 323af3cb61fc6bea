import TrendyLocalization
import TrendyModel
import TrendyStore

// What is known of visits, and who is told of them.
extension GeofenceMonitor {
    /// Takes in what was heard of a geofence, and tells of it once it is durable.
    ///
    /// - `fix`: where the device is, if that came with a crossing.
    func observe(
        _ id: EntityID,
        _ observation: PlaceObservation,
        _ note: RegionLogEntry?,
        at fix: Fix? = nil
    ) async throws {
        let book = try await currentIndex()
        var presence = try await store.presence(of: id)
        if observation.side == .outside || observation.source == .crossing {
            presence = try await receivingExit(
                presence,
                before: observation.instant,
                sees: observation.source.observedIt && observation.side == .outside
            )
        }
        if observation.side == .inside { presence = try await receivingEarlierExit(presence) }
        var watch = try await store.regionMonitorState()
        if note != nil { watch.signalledAt = observation.instant }
        let geofence = book.geofences[id]
        var elsewhere: Instant?
        if let fix = watch.fix, fix.instant <= observation.instant, let geofence,
            Self.side(of: fix, geofence) == .outside
        {
            elsewhere = fix.instant
        }
        let isExit = observation.side == .outside && observation.source == .crossing
        let outcome = VisitTracker.observe(
            observation,
            presence,
            lastOutsideFix: elsewhere,
            isEndGuessed: isExit ? try await isEndGuessed(of: presence) : false
        )
        var recorder = VisitRecorder(
            store: store,
            ids: dependencies.ids,
            zone: zone(),
            geofence: geofence ?? unknownGeofence(id),
            isKnown: geofence != nil
        )
        recorder.change.notes = note.map { [$0] } ?? []
        recorder.change.watch = note == nil ? nil : watch
        if geofence == nil, !presence.isOpen, try await store.entity(id: id) == nil,
            try await wasInside(presence)
        {
            // The person wants nothing of it any more.
            try await store.apply(recorder.change)
            return
        }
        try await recorder.record(outcome, observation)
        if recorder.visit != presence.visit, let past = ClosedStay(presence) {
            recorder.change.closedStays = [past]
            recorder.change.purgedBefore =
                observation.instant - VisitDeduplicator.reconciliationWindow
        }
        if let geofence, let visit = recorder.visit {
            let others = RemoteOpenVisits(store: store, geofence: id)
            if outcome.steps.last?.0 == .reopen, let end = presence.leftAt {
                let other = try await others.reopen(
                    endedAt: end,
                    with: visit,
                    &recorder.change
                )
                if let other, presence.isOwn, presence.enteredAt == end {
                    recorder.goOn(with: other)
                }
            } else if outcome.steps.last?.0 == .recordMissedEntry, let fix,
                Self.side(of: fix, geofence) != .inside
            {
                try await others.end(by: visit, outcome.presence, &recorder.change)
            }
        }
        try await store.apply(recorder.change)
        guard !outcome.steps.isEmpty else { return }
        if let geofence {
            await tell(outcome.steps, geofence, recorder)
        } else if !outcome.presence.isOpen {
            await withdrawStay(at: id)
        }
        await onRecorded()
    }

    /// A geofence that is not here, by what the system knows of its region.
    func unknownGeofence(_ id: EntityID) -> Geofence {
        let identifier = identifier(of: id)
        let region = monitor.monitoredRegions().first { $0.identifier == identifier }
        return Geofence(
            name: Strings.Places.unknownPlace.english,
            latitude: region?.center.latitude ?? 0,
            longitude: region?.center.longitude ?? 0,
            radiusMeters: region?.radius ?? RegionSelection.minimumRadius
        )
    }

    /// - `isAsked`: whether the system was asked where the person is, and does not know.
    func advanceTime(_ id: EntityID, _ now: Instant, isAsked: Bool = false) async throws {
        let presence = try await receivingExit(
            try await store.presence(of: id),
            before: now,
            sees: false
        )
        guard presence.isOpen else { return }
        let outcome = VisitTracker.pass(
            to: now,
            presence,
            unconfirmedAfter: isAsked ? .zero : VisitTracker.unconfirmedAfter
        )
        guard !outcome.steps.isEmpty else { return }
        let geofence = try await currentIndex().geofences[id]
        var recorder = VisitRecorder(
            store: store,
            ids: dependencies.ids,
            zone: zone(),
            geofence: geofence ?? unknownGeofence(id),
            isKnown: geofence != nil
        )
        try await recorder.record(outcome, nil)
        try await store.apply(recorder.change)
        await onRecorded()
    }

    /// Whoever deletes a geofence, or switches it off, ends its visit.
    func closeVisitsOfDeletedGeofences() async throws {
        let book = try await currentIndex()
        let now = dependencies.wallClock.now()
        for presence in try await store.openPresences()
        where !book.isMonitorable(presence.geofenceID) {
            // A geofence that is not here yet may still come.
            guard try await wasInside(presence) else { continue }
            try await observe(
                presence.geofenceID,
                PlaceObservation(.outside, at: now, by: .state),
                nil
            )
        }
    }

    /// Whether a visit's geofence is or was here; one that was never synced leaves nothing behind
    /// but the visit that names it.
    private func wasInside(_ presence: PlaceState) async throws -> Bool {
        if try await currentIndex().geofences[presence.geofenceID] != nil { return true }
        if try await store.isDeleted(id: presence.geofenceID) { return true }
        guard let visit = presence.visit, let entity = try await store.entity(id: visit) else {
            return false
        }
        // A visit that cannot be read names no place.
        return (try? Event(document: entity.document()))?.geofenceID == presence.geofenceID
    }

    /// Open visits need a proof: what was missed while nothing ran is asked for.
    ///
    /// Of what was open before a launch nobody knows what came since: it is in doubt where no
    /// answer can be had, however new it is.
    func requestStatesOfOpenVisits(
        _ conditions: LocationConditions,
        _ trigger: Trigger
    ) async throws {
        let watched = Set(monitor.monitoredRegions().map(\.identifier))
        let expected = watched.union(wanted.map(\.identifier))
        let now = dependencies.wallClock.now()
        for presence in try await store.openPresences() {
            let identifier = identifier(of: presence.geofenceID)
            // Where only roughly may be known where the device is, no region is watched.
            let canTell = conditions.authorization == .always && conditions.isPrecise
            if canTell, expected.contains(identifier) {
                if trigger == .launch { unverified.insert(presence.geofenceID) }
                // What is being registered is asked for once it is.
                if watched.contains(identifier) { monitor.requestState(of: identifier) }
            } else {
                try await advanceTime(presence.geofenceID, now, isAsked: trigger == .launch)
            }
        }
    }

    /// Of the open visits of before the launch nobody can tell more than the system remembers: they
    /// are in doubt.
    ///
    /// - `geofences`: which of them; all of them when `nil`.
    func flagUnverified(_ geofences: Set<EntityID>? = nil) async throws {
        let doubtful = geofences.map { unverified.intersection($0) } ?? unverified
        for id in doubtful.sorted() {
            try await advanceTime(id, dependencies.wallClock.now(), isAsked: true)
            unverified.remove(id)
        }
    }

    func tell(
        _ steps: [(VisitStep, PlaceState)],
        _ geofence: Geofence,
        _ recorder: VisitRecorder
    ) async {
        guard let notifier else { return }
        let now = dependencies.wallClock.now()
        for (step, presence) in steps {
            guard let visit = recorder.visit ?? presence.visit, let start = presence.enteredAt
            else { continue }
            await recordStay(step, presence, visit, geofence, notifier)
            // Whoever switches a place off has not left it.
            guard geofence.isActive else { continue }
            let notice: VisitNotification
            switch step {
            case .open where geofence.notifyOnEntry && now - start <= Self.maximumSignalAge:
                notice = VisitNotification(arrivalAt: geofence, presence.geofenceID, visit: visit)
            case .close(isInferred: false), .recordMissedEntry:
                guard let end = presence.leftAt, geofence.notifyOnExit,
                    now - end <= Self.maximumSignalAge
                else { continue }
                notice = VisitNotification(
                    departureFrom: geofence,
                    presence.geofenceID,
                    visit: visit,
                    after: step == .recordMissedEntry ? nil : end - start
                )
            case .reopen:
                await takeBack(departureFrom: presence.geofenceID, visit, notifier)
                continue
            default: continue
            }
            // The visit is recorded; a notice that cannot be shown is no reason to record it again.
            try? await show(notice, of: visit, notifier)
        }
    }

    /// Plans to tell the person that they have stayed, and does not where they left before.
    ///
    /// The system shows it when it is due, whether the app runs then or not.
    private func recordStay(
        _ step: VisitStep,
        _ presence: PlaceState,
        _ visit: EntityID,
        _ geofence: Geofence,
        _ notifier: any VisitNotifying
    ) async {
        guard let start = presence.enteredAt else { return }
        let claim = VisitNotification.claim(stayAt: presence.geofenceID)
        let stay = geofence.notifyOnDwell.map { Duration.seconds($0) }
        switch step {
        case .open, .reopen:
            guard let stay, geofence.isActive else { return }
            if step == .reopen, (try? await store.hasNotice(claim)) != false { return }
            let delay = start + stay - dependencies.wallClock.now()
            guard delay >= .zero - Self.maximumSignalAge else { return }
            let notice = VisitNotification(
                stayAt: geofence,
                presence.geofenceID,
                for: stay,
                in: delay
            )
            // As with the others, the visit is recorded whatever becomes of it.
            try? await show(notice, of: visit, notifier)
        case .close:
            if let stay, let end = presence.leftAt, end >= start + stay { return }
            await withdrawStay(at: presence.geofenceID)
        default: return
        }
    }

    /// Plans no more to tell of stays that have ended too soon for that, as another device saw or
    /// the person said.
    func withdrawEndedVisits() async throws {
        let geofences = try await currentIndex().geofences
        for presence in try await store.openPresences() {
            guard let stay = geofences[presence.geofenceID]?.notifyOnDwell,
                let start = presence.enteredAt
            else { continue }
            let ended = presence.visit == nil ? start : presence.observedExit
            guard let ended, ended < start + .seconds(stay) else { continue }
            await withdrawStay(at: presence.geofenceID)
        }
    }

    private func withdrawStay(at geofence: EntityID) async {
        let claim = VisitNotification.claim(stayAt: geofence)
        guard let notifier, (try? await store.releaseNotice(claim)) == true else { return }
        await notifier.withdraw(claim)
    }

    /// Takes back that the person left, for they are there.
    ///
    /// When they leave again they are told anew.
    private func takeBack(
        departureFrom geofence: EntityID,
        _ visit: EntityID,
        _ notifier: any VisitNotifying
    ) async {
        let claim = VisitNotification.claim(departureFrom: geofence)
        // What was told stays told when that cannot be noted.
        guard (try? await store.releaseNotice(claim)) == true else { return }
        await notifier.withdraw(VisitNotification.identifier(departureFrom: visit))
    }

    /// Shows a notice unless the person was told the same before, in this process or another.
    private func show(
        _ notice: VisitNotification,
        of visit: EntityID,
        _ notifier: any VisitNotifying
    ) async throws {
        guard try await store.claimNotice(notice.claim, of: "\(visit)") else { return }
        do {
            try await notifier.show(notice)
        } catch {
            try await store.releaseNotice(notice.claim)
            throw error
        }
    }
}
