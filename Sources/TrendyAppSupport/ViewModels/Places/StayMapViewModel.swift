import Observation
package import TrendyKit
import TrendyLocalization
package import TrendyModel
import TrendyPlaces
package import TrendyStore

/// The view model of a map: the stays of some days.
@MainActor
@Observable
package final class StayMapViewModel {
    /// The stays in the order of time; those beyond ``limit`` are left out, the oldest first.
    package private(set) var stays: [MapStay] = []
    /// The positions of the stays, the longest time first.
    package private(set) var spots: [MapSpot] = []
    /// The number of stays without a position.
    package var unlocated: Int { stays.count { $0.center == nil } }
    /// Whether there are more stays than ``limit``.
    package private(set) var isTruncated = false
    /// Why the stays may be incomplete; `nil` when they were read.
    package private(set) var problem: String?

    /// The maximum number of stays.
    package static let limit = 1000
    /// How long before the first day a visit may have begun that still lasts.
    private static let lookback = Duration.seconds(14 * 86_400)
    /// The number of events that one read of the database scans.
    private static let scanSize = 2000
    /// The maximum number of reads for one map.
    private static let maximumScans = 25

    @ObservationIgnored private let store: DeviceStore
    @ObservationIgnored private let dependencies: Dependencies
    @ObservationIgnored private let formats: DisplayFormatter

    /// Creates a view model over a store.
    package init(store: DeviceStore, dependencies: Dependencies, formats: DisplayFormatter) {
        self.store = store
        self.dependencies = dependencies
        self.formats = formats
    }

    /// Reads the stays of some days.
    package func read(_ days: ClosedRange<CalendarDay>) async {
        do {
            try await load(days)
            problem = nil
        } catch is CancellationError {
            // The page is gone.
        } catch {
            problem = Strings.Places.unreadable(["reason": ErrorPresenter.text(for: error)])
        }
    }

    /// A duration of a spot as text.
    package func text(_ duration: Duration) -> String { formats.span(duration) }

    private func load(_ days: ClosedRange<CalendarDay>) async throws {
        let zones = formats.zones()
        let span =
            zones.start(of: days.lowerBound)..<zones.start(of: days.upperBound.advanced(by: 1))
        let found = try await newestVisits(
            from: span.lowerBound - Self.lookback,
            to: span.upperBound
        )
        var visits = found.visits
        let (places, open) = try await store.read { transaction in
            let ids = try transaction.places.states().filter(\.isOpen).compactMap(\.visit)
            return (
                try transaction.entities.fetchAll(kind: .geofence).map(ListedPlace.init),
                try transaction.entities.events(ids: ids)
            )
        }
        // Open visits are known by id, however long ago they began.
        let known = Set(visits.map(\.id))
        visits += open.compactMap { RecordedVisit(readable: $0) }.filter { visit in
            visit.exit == nil && !known.contains(visit.id)
        }
        let centers = places.compactMap { place in place.center.map { (place.id, $0) } }
        let now = dependencies.wallClock.now()
        let presenter = PlacePresenter(
            formats: formats,
            today: zones.day(containing: now),
            authorization: nil
        )
        let map = StayMap(
            visits,
            Dictionary(centers, uniquingKeysWith: { first, _ in first }),
            in: span,
            now: now
        ) { presenter.text(for: $0) }
        stays = map.stays
        spots = map.spots
        isTruncated = !found.isComplete
    }

    /// The newest visits that begin in a span, and whether these are all of them.
    private func newestVisits(
        from start: Instant,
        to end: Instant
    ) async throws -> (visits: [RecordedVisit], isComplete: Bool) {
        let search = EventSearch(sources: [.geofence])
        var filter = EventFilter(from: start, to: end, limit: Self.scanSize)
        var visits: [RecordedVisit] = []
        for _ in 0..<Self.maximumScans {
            let page = try await store.read { [filter] in
                try $0.entities.events(filter, matching: search)
            }
            visits += page.found.compactMap { RecordedVisit(readable: $0) }
            if visits.count > Self.limit { return (Array(visits.prefix(Self.limit)), false) }
            guard let next = page.next else { return (visits, true) }
            filter.before = next
            try Task.checkCancellation()
        }
        return (visits, false)
    }
}
