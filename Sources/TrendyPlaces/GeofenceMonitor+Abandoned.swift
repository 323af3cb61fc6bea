import TrendyModel
import TrendyStore

// Open visits that no device watches any more.
extension GeofenceMonitor {
    /// How long ago a visit may have begun that is looked for.
    private static let longestAbandoned = Duration.seconds(90 * 86_400)

    /// Ends visits of which nothing has been heard for two weeks, and that do not go on here: the
    /// device that recorded them was lost, or the app was installed anew.
    ///
    /// A device that does watch one of them knows better: nobody saw that end, so its own word
    /// stands against it. What the person told of ends when they say so.
    func endAbandonedVisits() async throws {
        let now = dependencies.wallClock.now()
        let held = Set(try await store.presences().compactMap(\.visit))
        var change = PlaceChange()
        for entity in try await store.capturedVisits(since: now - Self.longestAbandoned) {
            // What cannot be read is left alone.
            guard !held.contains(entity.id), let event = try? Event(document: entity.document()),
                event.isVisit, event.endDate == nil, !GeofenceEventFactory.isTold(event)
            else { continue }
            let last = max(event.timestamp, event.evidence?.newest ?? event.timestamp)
            guard last + VisitTwins.patience < now else { continue }
            let factory = GeofenceEventFactory(zone: event.timeZone ?? zone())
            change.updates.append(factory.abandoning(entity.id, last: last, now: now))
        }
        try await store.apply(change)
    }
}
