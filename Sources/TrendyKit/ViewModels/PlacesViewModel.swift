public import Observation
import TrendyLocalization
public import TrendyModel
public import TrendyPlaces
public import TrendyStore

/// The person's places, their visits, and whether the watch over them works.
@MainActor
@Observable
public final class PlacesViewModel: StoreBackedViewModel {
    /// A place.
    public struct Place: Sendable, Equatable, Identifiable {
        /// The geofence.
        public let id: EntityID
        /// Its name.
        public let name: String
        /// Its middle.
        public let center: Coordinate?
        /// Its radius.
        public let radiusText: String
        /// Whether the person is there, or whether it is watched.
        public let state: String
        /// Whether the person is there now.
        public let isThere: Bool
        /// How many visits there were.
        public let visits: String
    }

    /// A visit.
    public struct Visit: Sendable, Equatable, Identifiable {
        /// Its event.
        public let id: EntityID
        /// The place's name.
        public let place: String
        /// When it was and how long.
        public let text: String
        /// Whether it goes on.
        public let isOpen: Bool
        /// Whether nothing has confirmed for long that it goes on.
        public let isUnconfirmed: Bool
    }

    /// The places, by name.
    public private(set) var places: [Place] = []
    /// The visits that go on, newest first.
    public private(set) var openVisits: [Visit] = []
    /// The latest visits that are over, newest first.
    public private(set) var recentVisits: [Visit] = []
    /// How the watch is doing; `nil` before the first read.
    public private(set) var health: GeofenceHealth?
    /// Why what is shown may be out of date; `nil` when it is not.
    public internal(set) var problem: String?
    /// What is wrong with the watch and what helps, the worst first.
    public var findings: [GeofenceHealth.Finding] { health?.findings ?? [] }
    /// What to say where there is no place; `nil` while there is one, and before the first read.
    public var emptyText: String? {
        health != nil && places.isEmpty ? Strings.Places.nothing() : nil
    }
    /// What the app can ask the person for; `nil` when only the settings help, or nothing needs to.
    public var nextRequest: LocationAuthorization.Request? { health?.authorization?.nextRequest }

    /// Visits that are over which are shown, at most.
    public static let recentLimit = 20
    /// Events that are looked at for them, at most.
    private static let checkedAt = 2000

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
    /// The day that the words of the visits were made on, which say "Yesterday".
    @ObservationIgnored private var visitsDay: CalendarDay?

    /// The places of a store.
    ///
    /// - Parameters:
    ///   - store: the device's database.
    ///   - dependencies: the clocks.
    ///   - formats: how times look.
    ///   - watch: the watch over regions; `nil` where no system watches them.
    public init(
        store: DeviceStore,
        dependencies: Dependencies,
        formats: DisplayFormatter,
        watch: GeofenceMonitor? = nil
    ) {
        self.store = store
        self.dependencies = dependencies
        self.formats = formats
        feed = store.changes()
        let wallClock = dependencies.wallClock
        observeHealth = {
            if let watch { return try await watch.health() }
            return try await GeofenceHealth(of: store, at: wallClock.now())
        }
        onRequest = { try await watch?.request($0) }
    }

    /// Shows each change, until the task is cancelled.
    public func run() async {
        await showChanges()
    }

    /// Shows the places as they are now.
    public func refresh() async {
        await show()
    }

    /// Asks the person for the next step of permission.
    public func request(_ step: LocationAuthorization.Request) async {
        await act(orSay: Strings.Places.unreadable) { try await onRequest(step) }
    }

    func read() async throws {
        let changes = feed.take()
        if changes.touches(.event) || changes.touches(.geofence) { areVisitsOutdated = true }
        let today = formats.zones().day(containing: dependencies.wallClock.now())
        if today != visitsDay { areVisitsOutdated = true }
        let presences = try await readPlaces(today)
        if areVisitsOutdated {
            try await readVisits(presences, today)
            areVisitsOutdated = false
            visitsDay = today
        }
        health = try await observeHealth()
    }

    private func readPlaces(_ today: CalendarDay) async throws -> [PlaceState] {
        let presences = try await store.placeStates()
        let known = Dictionary(
            presences.map { ($0.geofenceID, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let new = try await store.entities(kind: .geofence).map { entity in
            place(entity, known[entity.id], today)
        }
        if new != places { places = new }
        return presences
    }

    private func place(
        _ entity: Entity,
        _ presence: PlaceState?,
        _ today: CalendarDay
    ) -> Place {
        let nowhere = RawJSON(Int64(0))
        let read = entity.readable(
            as: Geofence.self,
            otherwise: [
                "name": RawJSON(Strings.Places.unknownPlace()), "latitude": nowhere,
                "longitude": nowhere, "radius": nowhere,
            ]
        )
        let isReadable = read?.flaw == nil
        let radius = read.map { formats.number($0.fields.radiusMeters) } ?? "–"
        return Place(
            id: entity.id,
            name: read?.fields.name ?? Strings.Places.unknownPlace(),
            center: read.flatMap {
                isReadable
                    ? Coordinate(latitude: $0.fields.latitude, longitude: $0.fields.longitude) : nil
            },
            radiusText: isReadable ? Strings.Places.radius(["radius": radius]) : "",
            state: read.map { state(of: $0.fields, $0.flaw, presence, today) } ?? "",
            isThere: presence?.hasOpenVisit == true,
            visits: Strings.Places.visits(Int(presence?.visits ?? 0))
        )
    }

    private func state(
        of geofence: Geofence,
        _ flaw: FieldError?,
        _ presence: PlaceState?,
        _ today: CalendarDay
    ) -> String {
        if let presence, presence.hasOpenVisit, let entered = presence.enteredAt {
            let phrase = presence.isUncertain ? Strings.Places.unconfirmed : Strings.Places.thereNow
            return phrase(["time": formats.timeAndDay(entered, today: today)])
        }
        if let flaw {
            let field = FieldFormatter.name(of: flaw.field)
            return Strings.Timeline.partlyUnreadable(["field": field])
        }
        return geofence.isActive ? Strings.Places.watched() : Strings.Places.off()
    }

    /// Those that go on by their ids, however long ago they began; of the others the latest.
    private func readVisits(_ presences: [PlaceState], _ today: CalendarDay) async throws {
        let open = try await store.events(ids: presences.filter(\.isOpen).compactMap(\.visit))
        var openVisits = open.compactMap { RecordedVisit(readable: $0) }.filter { $0.exit == nil }
        openVisits.sort { $0.entry.instant > $1.entry.instant }
        let search = EventSearch(sources: [.geofence])
        let found = try await store.events(EventFilter(limit: Self.checkedAt), matching: search)
            .found
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
