import Observation
package import TrendyKit
import TrendyLocalization
package import TrendyModel
package import TrendyStore

/// The view model of the most visited places of the latest days.
@MainActor
@Observable
package final class PlaceTimesViewModel: StoreBackedViewModel {
    /// A place.
    package struct Place: Sendable, Equatable, Identifiable {
        /// The position, from 1 for the longest time.
        package let id: Int
        /// The place; `nil` for one that is not in the database.
        package let placeID: EntityID?
        /// The name.
        package let name: String
        /// The time at it.
        package let time: String
        /// The number of visits.
        package let visits: String
        /// The time as a fraction of the time at the first place, 0…1.
        package let fraction: Double
    }

    /// The maximum number of places.
    package static let limit = 10

    /// The places, the longest time first.
    package private(set) var places: [Place] = []
    /// The number of places beyond ``limit``; `nil` when there are none.
    package private(set) var more: String?
    /// The text without visits; `nil` with some, and before the first read.
    package private(set) var emptyText: String?
    /// Why the values may be outdated; `nil` when they are current.
    package internal(set) var problem: String?

    static var unreadable: LocalizedText { Strings.Insights.unreadable }

    @ObservationIgnored private let dayCount: Int
    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored private let formats: DisplayFormatter
    @ObservationIgnored let mutex = AsyncMutex()

    /// Creates the view model of the latest days, today included.
    package init(
        days: Int,
        store: DeviceStore,
        dependencies: Dependencies,
        formats: DisplayFormatter
    ) {
        dayCount = max(1, days)
        (self.store, self.dependencies, self.formats) = (store, dependencies, formats)
    }

    /// Reads the values again.
    package func refresh() async {
        await show()
    }

    func read() async throws {
        let now = dependencies.wallClock.now()
        let zones = formats.zones()
        let first = zones.day(containing: now).advanced(by: 1 - dayCount)
        let start = min(zones.start(of: first), now)
        let times = try await FetchPlaceTimes(store: store)(in: start..<now, now: now)
        let longest = times.places.first?.duration ?? .zero
        places = times.places.prefix(Self.limit).enumerated().map { index, place in
            Place(
                id: index + 1,
                placeID: place.id,
                name: place.name,
                time: formats.span(place.duration),
                visits: Strings.Places.visits(place.visits),
                fraction: longest > .zero ? place.duration / longest : 0
            )
        }
        let rest = times.places.count - places.count
        more = rest > 0 ? Strings.WebInsights.morePlaces(rest) : nil
        emptyText = places.isEmpty ? Strings.WebInsights.noVisits() : nil
    }
}
