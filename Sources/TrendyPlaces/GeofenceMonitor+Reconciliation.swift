import TrendyModel
import TrendyStore

// Bringing regions and open visits in line with the database and the system.
extension GeofenceMonitor {
    /// Reconciles all regions and open visits.
    ///
    /// - Returns: after what time to call ``catchUp()``; `nil` when there is no need.
    /// - Throws: an error of the store; the next ``catchUp()`` continues.
    package func reconcile(_ trigger: Trigger) async throws -> Duration? {
        store.work.begin()
        defer { store.work.end() }
        return try await mutex.withLock {
            // Another process may have changed geofences while this one did not run.
            if trigger == .launch || trigger == .activation { state.isIndexCurrent = false }
            begin(trigger)
            // Older signals first.
            let stored = try await storeAll()
            return try await recheck(trigger) ?? stored
        }
    }

    /// Whether the authorization or its precision differs from what was last checked.
    func hasOtherAuthorization() async throws -> Bool {
        let conditions = monitor.conditions()
        if let wasPrecise = state.wasPrecise, wasPrecise != conditions.isPrecise { return true }
        return try await store.read { try $0.places.regionMonitorState() }.authorization
            != conditions.authorization.rawValue
    }

    private func begin(_ trigger: Trigger) {
        if !unfinished.contains(trigger) { unfinished.append(trigger) }
    }

    /// Reconciles for the triggers that are unfinished.
    private func finish() async throws -> Duration? {
        var wait: Duration?
        for trigger in unfinished {
            do {
                wait = try await recheck(trigger) ?? wait
            } catch let error as StoreError where error.code == .invalid {
                // It can never be stored; another attempt would fail in the same way.
                unfinished.removeAll { $0 == trigger }
                throw error
            }
        }
        return wait
    }

    /// Reconciles in transactions of their own; after an error, the next ``finish()`` repeats all.
    func recheck(_ trigger: Trigger) async throws -> Duration? {
        begin(trigger)
        let conditions = monitor.conditions()
        let known = try await transact { try $0.recordAuthorization(trigger) }.value
        logReconciliation(trigger, conditions, known)
        state.wasPrecise = conditions.isPrecise
        if trigger == .launch || trigger == .sync {
            _ = try await transact { try $0.resolveDuplicates() }
            for geofence in try await transact({ try $0.geofencesOfEndedStays() }).value {
                await withdrawStay(at: geofence)
            }
            _ = try await transact { try $0.recordVisitsAfterObservedExits() }
        }
        if trigger == .launch { _ = try await transact { try $0.endStaleVisits() } }
        _ = try await transact { try $0.closeVisitsOfDeletedGeofences() }
        let wasImprecise = state.isPositionImprecise
        let wait = try await transact { try $0.selectRegions(at: nil) }.wait
        // Edits and pulls say nothing about where the person is.
        let isAboutPerson = trigger != .edit && trigger != .sync
        if isAboutPerson {
            _ = try await transact {
                try $0.requestStatesOfOpenVisits(isLaunch: trigger == .launch)
            }
            perform(state.tracker.requestUnknownStates())
        }
        let needsFix =
            known.fix == nil || lacksPosition || (state.isPositionImprecise && !wasImprecise)
        switch conditions.authorization {
        case .always where isAboutPerson || needsFix: monitor.requestFix()
        // No region events are delivered: only a fix confirms or ends an open visit.
        case .whenInUse where isAboutPerson: monitor.requestFix()
        default: break
        }
        unfinished.removeAll { $0 == trigger }
        return wait
    }

    /// Continues after the system had time: stores what could not be stored, requests states that
    /// are due, and registers missing regions again.
    ///
    /// - Returns: after what time to call it again; `nil` when everything is done.
    /// - Throws: an error of the store, once nothing else is left to do; `CancellationError` when
    ///   the task is cancelled before its turn.
    package func catchUp() async throws -> Duration? {
        store.work.begin()
        defer { store.work.end() }
        return try await mutex.withLockUnlessCancelled { try await catchUpWhileLocked() }
    }

    private func catchUpWhileLocked() async throws -> Duration? {
        // A failure of the store must not keep regions from slots that are free by now.
        var (wait, failure): (Duration?, (any Error)?)
        do {
            wait = try await storeAll()
            wait = try await finish() ?? wait
        } catch {
            failure = error
        }
        let listed = monitor.monitoredRegions()
        let difference = GeofenceReconciler.difference(from: listed, to: state.wanted)
        let missing = Set(difference.additions.map(\.identifier))
        perform(state.tracker.requestDueStates(missing: missing))
        if difference.isEmpty || state.tracker.registrationsLeft == 0, let failure { throw failure }
        guard !difference.isEmpty else { return wait }
        // Several tasks may catch up side by side: none shortens the time of the system.
        let now = dependencies.wallClock.now()
        if let left = state.tracker.registrationTimeLeft(at: now) { return left }
        guard state.tracker.consumeRegistration() else {
            // Unregistered regions deliver no events.
            let refused = try await transact { transaction in
                try transaction.flagUnverified(missing)
                if !missing.isEmpty { try transaction.recordRefusedRegions() }
            }
            logRefusal(missing)
            return refused.wait ?? wait
        }
        register(difference, listed)
        return RegionTracker.registrationTime
    }

    /// Asks the person for an authorization.
    ///
    /// - Throws: an error of the store; iOS shows no prompt then.
    package func request(_ step: LocationAuthorization.Request) async throws {
        store.work.begin()
        defer { store.work.end() }
        try await mutex.withLock {
            _ = try await transact { try $0.recordRequest(step) }
            monitor.request(step)
        }
    }
}
