public import Observation
package import TrendyKit
import TrendyLocalization
package import TrendyModel
public import TrendyPlaces
package import TrendyStore

/// The view model of places: geofences, their visits, and the health of monitoring.
@MainActor
@Observable
public final class PlacesViewModel: StoreBackedViewModel {
    /// The places of the loaded pages that match ``searchText``.
    ///
    /// Places with an open visit come first, then the nearest; without a position, by name.
    public internal(set) var places: [Place] = []
    /// Words to search in the names of places; empty for all places.
    public var searchText = "" {
        didSet { if searchText != oldValue { search() } }
    }
    /// Whether there are more places than ``places``.
    public private(set) var hasMore = false
    /// The number of places, and of those that match the search.
    public private(set) var countText = ""
    /// The open visits, newest first.
    public private(set) var openVisits: [Visit] = []
    /// The latest closed visits, newest first.
    public private(set) var recentVisits: [Visit] = []
    /// The health of geofence monitoring; `nil` before the first read.
    public private(set) var health: GeofenceHealth?
    /// Problems of monitoring with remedies, the most severe first.
    public private(set) var findings: [Finding] = []
    /// A warning that iOS did not wake the app for a crossing, probably because the person swiped
    /// the app away; `nil` without evidence of that.
    public private(set) var forceQuitWarning: String?
    /// The last deleted place, which can be restored; `nil` when there is none.
    public internal(set) var undo: Undo?
    /// Why the places may be outdated; `nil` when they are current.
    public internal(set) var problem: String?
    /// The text for an empty list; `nil` while there are places, and before the first read.
    public var emptyText: String? {
        health != nil && list.entries.isEmpty ? Strings.Places.nothing() : nil
    }
    /// The text for a search without results; `nil` when there are some, or no search.
    public var noMatchText: String? {
        places.isEmpty && !list.entries.isEmpty
            ? Strings.PlaceStates.noMatch(["text": searchText]) : nil
    }
    /// What to expect of the detection of visits.
    public var limits: [PlaceLimit] { PlaceLimit.all }
    /// The authorization that can be requested next; `nil` when only the Settings app can change
    /// it, or when nothing is missing.
    public var nextRequest: LocationAuthorization.Request? { health?.authorization?.nextRequest }

    /// The number of places in a page.
    public static let pageSize = 50
    /// The maximum number of closed visits shown.
    public static let recentLimit = 20
    /// The maximum number of events scanned for them.
    private static let scanLimit = 2000

    static var unreadable: LocalizedText { Strings.Places.unreadable }

    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored let formats: DisplayFormatter
    @ObservationIgnored let monitor: GeofenceMonitor?
    @ObservationIgnored private let feed: ChangeObservation
    @ObservationIgnored let mutex = AsyncMutex()
    @ObservationIgnored private var areVisitsOutdated = true
    @ObservationIgnored private var arePlacesOutdated = true
    /// The day on which the visits' texts were made, which contain words like "Yesterday".
    @ObservationIgnored private var visitsDay: CalendarDay?
    @ObservationIgnored private var listed: [ListedPlace] = []
    @ObservationIgnored private var matches: [PlaceList.Entry] = []
    @ObservationIgnored private var shown = PlacesViewModel.pageSize
    /// The content of the deleted place that ``undo`` restores.
    @ObservationIgnored var deleted: (id: EntityID, geofence: Geofence)?
    @ObservationIgnored var deletions = 0
    private var list = PlaceList()

    /// Creates a view model over a store.
    ///
    /// - Parameters:
    ///   - store: the device's database.
    ///   - dependencies: the clocks.
    ///   - formats: formats times.
    ///   - monitor: the geofence monitor; `nil` on a device without region monitoring.
    package init(
        store: DeviceStore,
        dependencies: Dependencies,
        formats: DisplayFormatter,
        monitor: GeofenceMonitor? = nil
    ) {
        self.store = store
        self.dependencies = dependencies
        self.formats = formats
        self.monitor = monitor
        feed = store.changes()
    }

    /// Updates the places after each change, until the task is cancelled.
    public func run() async {
        await showChanges()
    }

    /// Reads the places again.
    public func refresh() async {
        await show()
    }

    /// Shows one more page of places.
    public func loadMore() async {
        guard hasMore else { return }
        shown += Self.pageSize
        showPage()
    }

    /// Reads the places again and shows a number of pages.
    package func show(pages: Int) async {
        shown = max(1, pages) * Self.pageSize
        await show()
    }

    /// Requests the next level of location authorization.
    public func request(_ step: LocationAuthorization.Request) async {
        await perform(orShow: Strings.Places.unreadable) { try await monitor?.request(step) }
    }

    // MARK: Reading

    func read() async throws {
        let changes = feed.take()
        if changes.touches(.geofence) { arePlacesOutdated = true }
        if changes.touches(.event) || arePlacesOutdated { areVisitsOutdated = true }
        let today = today
        if today != visitsDay { areVisitsOutdated = true }
        if arePlacesOutdated {
            listed = try await store.read { transaction in
                try transaction.entities.fetchAll(kind: .geofence).map(ListedPlace.init)
            }
            arePlacesOutdated = false
        }
        let states = try await store.read { try $0.places.states() }
        let health = try await readHealth()
        list = await Self.list(listed, states, health, at: health.fix)
        search(keepingPage: true, health)
        if areVisitsOutdated {
            try await readVisits(states, today)
            areVisitsOutdated = false
            visitsDay = today
        }
        show(health, today)
    }

    private var today: CalendarDay {
        formats.zones().day(containing: dependencies.wallClock.now())
    }

    private func readHealth() async throws -> GeofenceHealth {
        if let monitor { return try await monitor.health() }
        return try await GeofenceHealth(of: store, at: dependencies.wallClock.now())
    }

    /// Orders the places outside the main actor, because there may be thousands.
    private nonisolated static func list(
        _ places: [ListedPlace],
        _ states: [PlaceState],
        _ health: GeofenceHealth,
        at fix: Fix?
    ) async -> PlaceList {
        let states = Dictionary(
            states.map { ($0.geofenceID, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return PlaceList(places, states, health.states, position: fix?.coordinate)
    }

    private func show(_ health: GeofenceHealth, _ today: CalendarDay) {
        if self.health != health { self.health = health }
        let findings = health.findings.enumerated().map { Finding($0.offset, $0.element) }
        if findings != self.findings { self.findings = findings }
        let warning = health.suspectedForceQuitAt.map {
            Strings.PlaceLimits.notWoken(["time": formats.timeAndDay($0, today: today)])
        }
        if warning != forceQuitWarning { forceQuitWarning = warning }
    }

    /// Reads the places again and returns one of them; `nil` when it does not exist.
    func current(_ id: EntityID) async throws -> Place? {
        try await mutex.withLock {
            try await read()
            return list.entry(of: id).map { presenter(health).place($0) }
        }
    }

    // MARK: Search and pages

    private func search() {
        search(keepingPage: false, health)
    }

    private func search(keepingPage: Bool, _ health: GeofenceHealth?) {
        if !keepingPage { shown = Self.pageSize }
        matches = list.matching(searchText)
        let count = list.entries.count
        countText =
            matches.count == count
            ? Strings.PlaceStates.count(count)
            : Strings.PlaceStates.found(count, ["found": String(matches.count)])
        showPage(health)
    }

    private func showPage(_ health: GeofenceHealth? = nil) {
        let presenter = presenter(health ?? self.health)
        let new = matches.prefix(shown).map { presenter.place($0) }
        if new != places { places = new }
        hasMore = matches.count > shown
    }

    private func presenter(_ health: GeofenceHealth?) -> PlacePresenter {
        PlacePresenter(formats: formats, today: today, authorization: health?.authorization)
    }

    // MARK: Visits

    /// Reads open visits by id, whatever their age, and the latest closed visits.
    private func readVisits(_ placeStates: [PlaceState], _ today: CalendarDay) async throws {
        let openIDs = placeStates.filter(\.isOpen).compactMap(\.visit)
        let open = try await store.read { try $0.entities.events(ids: openIDs) }
        var openVisits = open.compactMap { RecordedVisit(readable: $0) }.filter { $0.exit == nil }
        openVisits.sort { $0.entry.instant > $1.entry.instant }
        let search = EventSearch(sources: [.geofence])
        let filter = EventFilter(limit: Self.scanLimit)
        let found = try await store.read { try $0.entities.events(filter, matching: search).found }
        let recent = Array(
            found.lazy.compactMap { RecordedVisit(readable: $0) }.filter { $0.exit != nil }
                .prefix(Self.recentLimit)
        )
        let presenter = presenter(nil)
        let newOpen = openVisits.map { presenter.visit($0) }
        let newRecent = recent.map { presenter.visit($0) }
        if newOpen != self.openVisits { self.openVisits = newOpen }
        if newRecent != recentVisits { recentVisits = newRecent }
    }
}
