import TrendyModel
import TrendyStore

// Open visits that no device observes any more.
extension PlaceTransaction {
    /// How long ago a stale visit may have begun.
    private static let maximumStaleVisit = Duration.seconds(90 * 86_400)

    /// Ends open visits without evidence for two weeks that are not open on this device: the device
    /// that recorded them was lost, or the app was reinstalled.
    ///
    /// A device that has such a visit open reopens it at its launches. A visit that the person
    /// entered ends when they say so.
    mutating func endStaleVisits() throws {
        var update = PlaceUpdate()
        let tracked = Set(try database.places.states().compactMap(\.visit))
        for place in try database.places.openStates() {
            guard let id = place.visit, let event = try event(of: id), event.isVisit,
                let inside = place.lastKnownInside, isConsideredStale(event, openAt: inside)
            else { continue }
            let factory = GeofenceEventFactory(zone: event.timeZone ?? context.zone)
            update.updates.append(factory.reopening(place, id))
        }
        let start = context.now - Self.maximumStaleVisit
        for entity in try database.places.capturedVisits(since: start) {
            // An unreadable event is left alone.
            guard !tracked.contains(entity.id), let event = try? Event(document: entity.document()),
                event.isVisit, event.endDate == nil, !GeofenceEventFactory.isManual(event)
            else { continue }
            let last = Self.newestEvidence(of: event)
            guard last + VisitDeduplicator.reconciliationWindow < context.now else { continue }
            let factory = GeofenceEventFactory(zone: event.timeZone ?? context.zone)
            update.updates.append(factory.closingStale(entity.id, last: last, now: context.now))
        }
        try database.places.apply(update)
    }

    /// Whether other devices take a visit that was open here at a moment for stale, or soon would.
    private func isConsideredStale(_ event: Event, openAt inside: Instant) -> Bool {
        let silence = inside - Self.newestEvidence(of: event)
        guard let end = event.endDate else {
            return silence > VisitDeduplicator.reconciliationWindow / 2
        }
        guard event.observedExit == nil, inside > end,
            case .instant(let latest)? = event.properties["exit_latest"]
        else { return false }
        return latest - end > VisitDeduplicator.reconciliationWindow
    }

    private static func newestEvidence(of event: Event) -> Instant {
        max(event.timestamp, event.evidence?.newest ?? event.timestamp)
    }
}
