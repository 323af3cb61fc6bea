import TrendyModel
import TrendyStore

// Open visits that no device watches any more.
extension GeofenceMonitor {
    /// How long ago a visit may have begun that is looked for.
    private static let maximumStaleVisit = Duration.seconds(90 * 86_400)

    /// Ends visits of which nothing has been heard for two weeks, and that do not go on here: the
    /// device that recorded them was lost, or the app was installed anew.
    ///
    /// A device that does watch one of them says at its launches that it goes on. What the person
    /// told of ends when they say so.
    func endStaleVisits() async throws {
        let now = dependencies.wallClock.now()
        var change = PlaceUpdate()
        let held = Set(try await store.presences().compactMap(\.visit))
        for presence in try await store.openPresences() {
            guard let id = presence.visit, let event = try await event(of: id), event.isVisit,
                let known = presence.lastKnownInside, isCrossingMissed(event, by: known)
            else { continue }
            let factory = GeofenceEventFactory(zone: event.timeZone ?? zone())
            change.updates.append(factory.reopening(presence, id))
        }
        for entity in try await store.capturedVisits(since: now - Self.maximumStaleVisit) {
            // What cannot be read is left alone.
            guard !held.contains(entity.id), let event = try? Event(document: entity.document()),
                event.isVisit, event.endDate == nil, !GeofenceEventFactory.isManual(event)
            else { continue }
            let last = Self.lastReceived(event)
            guard last + VisitDeduplicator.reconciliationWindow < now else { continue }
            let factory = GeofenceEventFactory(zone: event.timeZone ?? zone())
            change.updates.append(factory.closingStale(entity.id, last: last, now: now))
        }
        try await store.apply(change)
    }

    /// Whether other devices may take a visit for abandoned, or have, that went on here at a moment.
    private func isCrossingMissed(_ event: Event, by known: Instant) -> Bool {
        let silence = known - Self.lastReceived(event)
        guard let end = event.endDate else {
            return silence > VisitDeduplicator.reconciliationWindow / 2
        }
        guard event.observedExit == nil, known > end,
            case .instant(let latest)? = event.properties["exit_latest"]
        else { return false }
        return latest - end > VisitDeduplicator.reconciliationWindow
    }

    private static func lastReceived(_ event: Event) -> Instant {
        max(event.timestamp, event.evidence?.newest ?? event.timestamp)
    }
}
