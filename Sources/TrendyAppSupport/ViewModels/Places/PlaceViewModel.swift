public import Observation
import TrendyKit
import TrendyLocalization
public import TrendyModel
import TrendyPlaces
import TrendyStore

/// The view model of one place: its state and its visits, newest first, in pages.
@MainActor
@Observable
public final class PlaceViewModel: StoreBackedViewModel {
    /// The geofence.
    public let id: EntityID
    /// The place; `nil` before the first read, and when it was deleted.
    public private(set) var place: PlacesViewModel.Place?
    /// The loaded visits, newest first; those that cannot be decoded are left out.
    public private(set) var visits: [PlacesViewModel.Visit] = []
    /// Whether older visits may exist.
    public private(set) var hasMoreVisits = false
    /// The text for a deleted place; `nil` while it exists, and before the first read.
    public private(set) var missingText: String?
    /// Why the place may be outdated; `nil` when it is current.
    public internal(set) var problem: String?
    /// The text for a place without visits; `nil` while there are some, and before the first read.
    public var emptyText: String? {
        place != nil && visits.isEmpty && !hasMoreVisits ? Strings.PlaceStates.noVisits() : nil
    }

    /// The number of visits in a page.
    public static let pageSize = 30
    /// The number of events that one read of the database scans.
    private static let scanSize = 2000

    static var unreadable: LocalizedText { Strings.Places.unreadable }

    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored let mutex = AsyncMutex()
    @ObservationIgnored private let places: PlacesViewModel
    @ObservationIgnored private let feed: ChangeObservation
    @ObservationIgnored private var wanted = PlaceViewModel.pageSize
    @ObservationIgnored private var areVisitsOutdated = true
    @ObservationIgnored private var visitsDay: CalendarDay?

    init(_ id: EntityID, of places: PlacesViewModel) {
        self.id = id
        self.places = places
        store = places.store
        dependencies = places.dependencies
        feed = store.changes()
    }

    /// Updates the place after each change, until the task is cancelled.
    public func run() async {
        await showChanges()
    }

    /// Reads the place again.
    public func refresh() async {
        await show()
    }

    /// Reads one more page of visits.
    public func loadMoreVisits() async {
        guard hasMoreVisits else { return }
        wanted += Self.pageSize
        areVisitsOutdated = true
        await show()
    }

    /// Reads the place again with a number of pages of visits, in one scan of the events.
    package func show(pages: Int) async {
        let count = max(1, pages) * Self.pageSize
        if count != wanted { (wanted, areVisitsOutdated) = (count, true) }
        await show()
    }

    /// Turns the place on or off; its visits are kept.
    public func setActive(_ isActive: Bool) async {
        await perform(orShow: Strings.PlaceStates.notSaved) {
            try await places.write(isActive, id)
        }
    }

    func read() async throws {
        if feed.take().touches(.event) { areVisitsOutdated = true }
        let current = try await places.current(id)
        if current != place { place = current }
        missingText = current == nil ? Strings.PlaceStates.missing() : nil
        let today = places.formats.zones().day(containing: dependencies.wallClock.now())
        guard areVisitsOutdated || today != visitsDay else { return }
        let presenter = PlacePresenter(formats: places.formats, today: today, authorization: nil)
        let (found, hasMore) = try await newestVisits(wanted)
        let new = found.map { presenter.visit($0) }
        if new != visits { visits = new }
        hasMoreVisits = hasMore
        (areVisitsOutdated, visitsDay) = (false, today)
    }

    /// The newest visits to the place, and whether there are more.
    ///
    /// Scans the events of all places, 2,000 at a time: no index knows the place of an event.
    private func newestVisits(_ count: Int) async throws -> ([RecordedVisit], Bool) {
        let search = EventSearch(sources: [.geofence], places: [id])
        var visits: [RecordedVisit] = []
        for try await page in store.eventPages(
            EventFilter(limit: Self.scanSize),
            matching: search
        ) {
            visits += page.compactMap { RecordedVisit(readable: $0) }
            if visits.count > count { return (Array(visits.prefix(count)), true) }
        }
        return (visits, false)
    }
}
