public import Observation
package import TrendyKit
import TrendyLocalization
public import TrendyModel
public import TrendyPlaces
package import TrendyStore

/// The view model of places: geofences, their visits, and the health of monitoring.
@MainActor
@Observable
public final class PlacesViewModel: StoreBackedViewModel {
    /// A place.
    public struct Place: Sendable, Equatable, Identifiable {
        /// The geofence's id.
        public let id: EntityID
        /// The place's name.
        public let name: String
        /// The centre; `nil` when it cannot be decoded.
        public let center: Coordinate?
        /// The radius as text.
        public let radiusText: String
        /// Whether the person is inside, or whether the place is monitored, as text.
        public let state: String
        /// Whether the person is inside now.
        public let isInside: Bool
        /// The number of visits as text.
        public let visits: String
    }

    /// A visit.
    public struct Visit: Sendable, Equatable, Identifiable {
        /// The event's id.
        public let id: EntityID
        /// The place's name.
        public let place: String
        /// The time and the duration as text.
        public let text: String
        /// Whether the visit is open.
        public let isOpen: Bool
        /// Whether the open visit has no recent evidence.
        public let isUnconfirmed: Bool
    }

    /// The places, by name.
    public private(set) var places: [Place] = []
    /// The open visits, newest first.
    public private(set) var openVisits: [Visit] = []
    /// The latest closed visits, newest first.
    public private(set) var recentVisits: [Visit] = []
    /// The health of geofence monitoring; `nil` before the first read.
    public private(set) var health: GeofenceHealth?
    /// Why the places may be outdated; `nil` when they are current.
    public internal(set) var problem: String?
    /// Problems of monitoring with remedies, the most severe first.
    public var findings: [GeofenceHealth.Finding] { health?.findings ?? [] }
    /// The text for an empty list; `nil` while there are places, and before the first read.
    public var emptyText: String? {
        health != nil && places.isEmpty ? Strings.Places.nothing() : nil
    }
    /// The authorization that can be requested next; `nil` when only the Settings app can change
    /// it, or when nothing is missing.
    public var nextRequest: LocationAuthorization.Request? { health?.authorization?.nextRequest }

    /// The maximum number of closed visits shown.
    public static let recentLimit = 20
    /// The maximum number of events scanned for them.
    private static let scanLimit = 2000

    static var unreadable: LocalizedText { Strings.Places.unreadable }

    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored private let formats: DisplayFormatter
    @ObservationIgnored private let observeHealth: @Sendable () async throws -> GeofenceHealth
    @ObservationIgnored private let onRequest:
        @Sendable (LocationAuthorization.Request) async throws -> Void
    @ObservationIgnored private let feed: ChangeObservation
    @ObservationIgnored let mutex = AsyncMutex()
    @ObservationIgnored private var areVisitsOutdated = true
    /// The day on which the visits' texts were made, which contain words like "Yesterday".
    @ObservationIgnored private var visitsDay: CalendarDay?

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
        feed = store.changes()
        let wallClock = dependencies.wallClock
        observeHealth = {
            if let monitor { return try await monitor.health() }
            return try await GeofenceHealth(of: store, at: wallClock.now())
        }
        onRequest = { try await monitor?.request($0) }
    }

    /// Updates the places after each change, until the task is cancelled.
    public func run() async {
        await showChanges()
    }

    /// Reads the places again.
    public func refresh() async {
        await show()
    }

    /// Requests the next level of location authorization.
    public func request(_ step: LocationAuthorization.Request) async {
        await perform(orShow: Strings.Places.unreadable) { try await onRequest(step) }
    }

    func read() async throws {
        let changes = feed.take()
        if changes.touches(.event) || changes.touches(.geofence) { areVisitsOutdated = true }
        let today = formats.zones().day(containing: dependencies.wallClock.now())
        if today != visitsDay { areVisitsOutdated = true }
        let placeStates = try await readPlaces(today)
        if areVisitsOutdated {
            try await readVisits(placeStates, today)
            areVisitsOutdated = false
            visitsDay = today
        }
        health = try await observeHealth()
    }

    private func readPlaces(_ today: CalendarDay) async throws -> [PlaceState] {
        let placeStates = try await store.read { try $0.places.states() }
        let known = Dictionary(
            placeStates.map { ($0.geofenceID, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let new = try await store.read { try $0.entities.fetchAll(kind: .geofence) }.map { entity in
            place(entity, known[entity.id], today)
        }
        if new != places { places = new }
        return placeStates
    }

    private func place(
        _ entity: Entity,
        _ placeState: PlaceState?,
        _ today: CalendarDay
    ) -> Place {
        let zero = RawJSON(Int64(0))
        let read = entity.readable(
            as: Geofence.self,
            placeholders: [
                "name": RawJSON(Strings.Places.unknownPlace()), "latitude": zero,
                "longitude": zero, "radius": zero,
            ]
        )
        let isReadable = read?.fieldError == nil
        let radius = read.map { formats.number($0.fields.radiusMeters) } ?? "–"
        return Place(
            id: entity.id,
            name: read?.fields.name ?? Strings.Places.unknownPlace(),
            center: read.flatMap {
                isReadable
                    ? Coordinate(latitude: $0.fields.latitude, longitude: $0.fields.longitude) : nil
            },
            radiusText: isReadable ? Strings.Places.radius(["radius": radius]) : "",
            state: read.map { state(of: $0.fields, $0.fieldError, placeState, today) } ?? "",
            isInside: placeState?.hasOpenVisit == true,
            visits: Strings.Places.visits(Int(placeState?.visits ?? 0))
        )
    }

    private func state(
        of geofence: Geofence,
        _ fieldError: FieldError?,
        _ placeState: PlaceState?,
        _ today: CalendarDay
    ) -> String {
        if let placeState, placeState.hasOpenVisit, let entered = placeState.enteredAt {
            let phrase =
                placeState.isUncertain ? Strings.Places.unconfirmed : Strings.Places.thereNow
            return phrase(["time": formats.timeAndDay(entered, today: today)])
        }
        if let fieldError {
            let field = FieldFormatter.name(of: fieldError.field)
            return Strings.Timeline.partlyUnreadable(["field": field])
        }
        return geofence.isActive ? Strings.Places.monitored() : Strings.Places.off()
    }

    /// Reads open visits by id, whatever their age, and the latest closed visits.
    private func readVisits(_ placeStates: [PlaceState], _ today: CalendarDay) async throws {
        let openIDs = placeStates.filter(\.isOpen).compactMap(\.visit)
        let open = try await store.read { try $0.entities.events(ids: openIDs) }
        var openVisits = open.compactMap { RecordedVisit(readable: $0) }.filter { $0.exit == nil }
        openVisits.sort { $0.entry.instant > $1.entry.instant }
        let search = EventSearch(sources: [.geofence])
        let filter = EventFilter(limit: Self.scanLimit)
        let found = try await store.read { try $0.entities.events(filter, matching: search).found }
        let recent = found.compactMap { RecordedVisit(readable: $0) }.filter { $0.exit != nil }
        let newOpen = openVisits.map { visit($0, today) }
        let newRecent = recent.prefix(Self.recentLimit).map { visit($0, today) }
        if newOpen != self.openVisits { self.openVisits = newOpen }
        if newRecent != recentVisits { recentVisits = newRecent }
    }

    private func visit(_ visit: RecordedVisit, _ today: CalendarDay) -> Visit {
        Visit(
            id: visit.id,
            place: visit.place,
            text: text(for: visit, today),
            isOpen: visit.exit == nil,
            isUnconfirmed: visit.isUnconfirmed
        )
    }

    private func text(for visit: RecordedVisit, _ today: CalendarDay) -> String {
        let start = formats.timeAndDay(visit.entry.instant, today: today)
        guard let exit = visit.exit, let duration = visit.duration else {
            let phrase = visit.isUnconfirmed ? Strings.Places.unconfirmed : Strings.Places.thereNow
            return phrase(["time": start])
        }
        let zones = formats.zones()
        let isOneDay =
            zones.day(containing: visit.entry.instant) == zones.day(containing: exit.instant)
        let end =
            isOneDay
            ? formats.time(exit.instant) : formats.timeAndDay(exit.instant, today: today)
        if visit.isEntryMissed {
            let end = formats.timeAndDay(exit.instant, today: today)
            return Strings.Places.entryMissed(["end": end])
        }
        return Strings.Places.wasThere([
            "start": start, "end": end, "span": formats.span(duration),
        ])
    }
}
