package import TrendyModel
import TrendyPlaces
package import TrendyStore

/// Reads the time at each place.
package struct FetchPlaceTimes: Sendable {
    /// The number of events scanned in one transaction.
    private static let pageSize = 2000
    /// How long before the span a visit may have begun.
    package static let lookback = Duration.seconds(7 * 86_400)

    private let store: DeviceStore

    /// Creates a use case over a store.
    package init(store: DeviceStore) {
        self.store = store
    }

    /// Adds up the visits of a span of time.
    ///
    /// Scans the events of the span by their time, and decodes only visits. A visit that is open
    /// lasts until now, or if it is unconfirmed until its newest evidence.
    ///
    /// - Parameters:
    ///   - span: the span.
    ///   - now: the current time.
    /// - Returns: the places.
    /// - Throws: an error of the database, or `CancellationError`.
    package func callAsFunction(in span: Range<Instant>, now: Instant) async throws -> PlaceTimes {
        let search = EventSearch(sources: [.geofence])
        let filter = EventFilter(
            from: span.lowerBound - Self.lookback,
            to: span.upperBound,
            limit: Self.pageSize
        )
        var stays: [PlaceTimes.Stay] = []
        for try await page in store.eventPages(filter, matching: search) {
            stays += page.compactMap { Self.stay($0, now) }
        }
        return PlaceTimes(stays, in: span)
    }

    private static func stay(_ entity: Entity, _ now: Instant) -> PlaceTimes.Stay? {
        guard let visit = RecordedVisit(readable: entity) else { return nil }
        let evidence = entity.readable(as: Event.self)?.fields.evidence?.newest
        let open = visit.isUnconfirmed ? evidence ?? visit.entry.instant : now
        return PlaceTimes.Stay(
            place: visit.geofenceID,
            name: visit.place,
            start: visit.entry.instant,
            end: max(visit.entry.instant, visit.exit?.instant ?? open)
        )
    }
}
