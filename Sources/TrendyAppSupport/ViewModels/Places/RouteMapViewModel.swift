import Observation
import TrendyHealth
package import TrendyKit
import TrendyLocalization
package import TrendyModel
package import TrendyStore

/// The view model of the routes on a map: the workouts of some days that have one.
@MainActor
@Observable
package final class RouteMapViewModel {
    /// The routes in the order of time; those beyond ``limit`` are left out, the oldest first.
    package private(set) var routes: [MapRoute] = []
    /// Whether there are more routes than ``limit``.
    package private(set) var isTruncated = false
    /// Why the routes may be incomplete; `nil` when they were read.
    package private(set) var problem: String?

    /// The maximum number of routes.
    package static let limit = 400
    /// How long before the first day a workout may have begun that lasts into it.
    private static let lookback = Duration.seconds(86_400)
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

    /// Reads the routes of some days.
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

    private func load(_ days: ClosedRange<CalendarDay>) async throws {
        let zones = formats.zones()
        let start = zones.start(of: days.lowerBound)
        let end = zones.start(of: days.upperBound.advanced(by: 1))
        let today = zones.day(containing: dependencies.wallClock.now())
        let search = EventSearch(
            sources: [.healthKit],
            category: HealthMetric.workout.rawValue
        )
        var filter = EventFilter(from: start - Self.lookback, to: end, limit: Self.scanSize)
        var found: [MapRoute] = []
        var isComplete = false
        for _ in 0..<Self.maximumScans where found.count <= Self.limit {
            let page = try await store.read { [filter] in
                try $0.entities.events(filter, matching: search)
            }
            for entity in page.found {
                guard let event = entity.readable(as: Event.self)?.fields,
                    event.timestamp >= start || event.endDate.map({ $0 > start }) == true,
                    let route = MapRoute(event, id: entity.id, formats: formats, today: today)
                else { continue }
                found.append(route)
            }
            guard let next = page.next else {
                isComplete = true
                break
            }
            filter.before = next
            try Task.checkCancellation()
        }
        isTruncated = !isComplete || found.count > Self.limit
        routes = found.prefix(Self.limit).reversed()
    }
}
