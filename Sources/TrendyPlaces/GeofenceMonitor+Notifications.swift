import TrendyModel
import TrendyStore

// Notifications of arrivals, departures and long stays.
extension GeofenceMonitor {
    /// Shows and withdraws the notifications that follow from a recorded change.
    ///
    /// The visit is recorded whether the notification can be shown or not.
    func notify(of change: PlaceTransaction.VisitChange) async {
        if let geofence = change.endedStay { await withdrawStay(at: geofence) }
        guard let notifier, let geofence = change.geofence else { return }
        for (step, place) in change.steps {
            guard let visit = change.visit ?? place.visit, place.enteredAt != nil else { continue }
            await updateStay(after: step, place, visit, geofence, notifier)
            // Disabling a geofence is not an exit.
            guard geofence.isActive else { continue }
            if step == .reopen {
                await withdrawDeparture(from: place.geofenceID, visit, notifier)
            } else if let notification = notification(of: step, place, visit, geofence) {
                // The visit is recorded; an error here must not record it again.
                try? await show(notification, of: visit, notifier)
            }
        }
    }

    /// The notification of an arrival or a departure; `nil` when the geofence asks for none, or it
    /// is too late.
    private func notification(
        of step: VisitStep,
        _ place: PlaceState,
        _ visit: EntityID,
        _ geofence: Geofence
    ) -> VisitNotification? {
        guard let start = place.enteredAt else { return nil }
        let now = dependencies.wallClock.now()
        switch step {
        case .open where geofence.notifyOnEntry && now - start <= Self.maximumSignalAge:
            return VisitNotification(arrivalAt: geofence, place.geofenceID, visit: visit)
        case .close(isInferred: false), .recordMissedEntry:
            guard let end = place.leftAt, geofence.notifyOnExit,
                now - end <= Self.maximumSignalAge
            else { return nil }
            return VisitNotification(
                departureFrom: geofence,
                place.geofenceID,
                visit: visit,
                after: step == .recordMissedEntry ? nil : end - start
            )
        default: return nil
        }
    }

    /// Schedules the notification of a long stay, or withdraws it when the visit ended before.
    ///
    /// The system shows it when it is due, whether the app runs then or not.
    private func updateStay(
        after step: VisitStep,
        _ place: PlaceState,
        _ visit: EntityID,
        _ geofence: Geofence,
        _ notifier: any VisitNotifying
    ) async {
        guard let start = place.enteredAt else { return }
        let claim = VisitNotification.claim(stayAt: place.geofenceID)
        let stay = geofence.notifyOnDwell.map { Duration.seconds($0) }
        switch step {
        case .open, .reopen:
            guard let stay, geofence.isActive else { return }
            if step == .reopen,
                (try? await store.read({ try $0.notifications.isClaimed(claim) })) != false
            {
                return
            }
            let delay = start + stay - dependencies.wallClock.now()
            guard delay >= .zero - Self.maximumSignalAge else { return }
            let notification = VisitNotification(
                stayAt: geofence,
                place.geofenceID,
                for: stay,
                in: delay
            )
            // As for arrivals: the visit is recorded.
            try? await show(notification, of: visit, notifier)
        case .close:
            if let stay, let end = place.leftAt, end >= start + stay { return }
            await withdrawStay(at: place.geofenceID)
        default: return
        }
    }

    /// Withdraws the planned notification of a long stay.
    func withdrawStay(at geofence: EntityID) async {
        let claim = VisitNotification.claim(stayAt: geofence)
        guard let notifier,
            (try? await store.write({ try $0.notifications.release(claim) })) == true
        else { return }
        await notifier.withdraw(claim)
    }

    /// Withdraws the notification of a departure, since the visit was reopened; the next departure
    /// is notified again.
    private func withdrawDeparture(
        from geofence: EntityID,
        _ visit: EntityID,
        _ notifier: any VisitNotifying
    ) async {
        let claim = VisitNotification.claim(departureFrom: geofence)
        // If releasing the claim fails, the notification is kept.
        guard (try? await store.write({ try $0.notifications.release(claim) })) == true else {
            return
        }
        await notifier.withdraw(VisitNotification.identifier(departureFrom: visit))
    }

    /// Shows a notification unless this or another process has shown it before.
    private func show(
        _ notification: VisitNotification,
        of visit: EntityID,
        _ notifier: any VisitNotifying
    ) async throws {
        let isNew = try await store.write {
            try $0.notifications.claim(notification.claim, of: "\(visit)")
        }
        guard isNew else { return }
        do {
            try await notifier.show(notification)
        } catch {
            try await store.write { try $0.notifications.release(notification.claim) }
            throw error
        }
    }
}

extension PlaceTransaction {
    /// The geofences whose stay ended before it was long enough for a notification, as another
    /// device observed or the person entered.
    mutating func geofencesOfEndedStays() throws -> [EntityID] {
        let geofences = try currentIndex().geofences
        return try database.places.openStates().filter { place in
            guard let stay = geofences[place.geofenceID]?.notifyOnDwell,
                let start = place.enteredAt,
                let end = place.visit == nil ? start : place.observedExit
            else { return false }
            return end < start + .seconds(stay)
        }.map(\.geofenceID)
    }
}
