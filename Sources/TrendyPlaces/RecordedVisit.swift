import TrendyLocalization
public import TrendyModel
public import TrendyStore

/// A visit to a place as it is recorded.
public struct RecordedVisit: Sendable, Equatable {
    /// One end of a visit: a moment, and the interval in which it lies.
    public struct End: Sendable, Equatable {
        /// The moment.
        public var instant: Instant
        /// How it is known: `crossing`, `state`, `fix`, `person`, `inferred` or `missed`; another
        /// word from a newer program.
        public var evidenceSource: String
        /// The last moment that the other side was known; `nil` when it never was.
        public var earliest: Instant?
        /// The first moment that this side was known; `nil` when it never was.
        public var latest: Instant?
    }

    /// The id of its event.
    public var id: EntityID
    /// The place; `nil` when it is not known here.
    public var geofenceID: EntityID?
    /// The name that the place had then.
    public var place: String
    /// Its beginning.
    public var entry: End
    /// Its end; `nil` while it goes on.
    public var exit: End?
    /// Whether nothing has confirmed for long that it goes on.
    public var isUnconfirmed: Bool
    /// Whether only its end was noticed.
    public var isEntryMissed: Bool { entry.evidenceSource == "missed" }
    /// How long it was; `nil` while it goes on.
    public var duration: Duration? { exit.map { $0.instant - entry.instant } }

    /// The visit that an entity holds; `nil` when it holds something else.
    ///
    /// Throws a `FieldError` for an event that cannot be read.
    public init?(_ entity: Entity) throws {
        guard entity.kind == .event else { return nil }
        let event = try Event(document: entity.document())
        guard event.isVisit else { return nil }
        let end = { (side: String, instant: Instant) in
            End(
                instant: instant,
                evidenceSource: event.properties["\(side)_source"]?.text ?? "–",
                earliest: event.properties["\(side)_earliest"]?.moment,
                latest: event.properties["\(side)_latest"]?.moment
            )
        }
        id = entity.id
        geofenceID = event.geofenceID
        place = event.locationName ?? Strings.Places.unknownPlace()
        entry = end("entry", event.timestamp)
        exit = event.endDate.map { end("exit", $0) }
        isUnconfirmed = event.endDate == nil && event.properties["unconfirmed"] == .boolean(true)
    }

    /// The visit that an entity holds; `nil` when it holds something else, or cannot be read.
    public init?(readable entity: Entity) {
        guard let visit = try? RecordedVisit(entity) else { return nil }
        self = visit
    }

    /// The visits of a store, the newest first.
    ///
    /// - Parameters:
    ///   - store: the device's database.
    ///   - start: only those that began at this instant or later.
    ///   - end: only those that began before this instant.
    ///   - geofence: only those to this place.
    ///   - limit: visits at most.
    /// - Returns: the visits, but for those that cannot be read; reads all events of that time for
    ///   it.
    /// - Throws: what the database throws.
    public static func newest(
        in store: DeviceStore,
        from start: Instant? = nil,
        to end: Instant? = nil,
        at geofence: EntityID? = nil,
        limit: Int = .max
    ) async throws -> [RecordedVisit] {
        /// Events that are looked at in one go.
        let pageSize = 1000
        var visits: [RecordedVisit] = []
        var filter = EventFilter(from: start, to: end, limit: pageSize)
        while true {
            let page = try await store.events(filter)
            for entity in page {
                guard let visit = RecordedVisit(readable: entity) else { continue }
                guard geofence == nil || visit.geofenceID == geofence else { continue }
                visits.append(visit)
                if visits.count >= limit { return visits }
            }
            guard page.count == pageSize, let last = page.last,
                let instant = try EntityKeys(kind: .event, document: last.document()).timestamp
            else { return visits }
            filter.before = (instant, last.id)
        }
    }
}

extension PropertyValue {
    fileprivate var text: String? {
        if case .text(let words) = self { words } else { nil }
    }

    fileprivate var moment: Instant? {
        if case .instant(let moment) = self { moment } else { nil }
    }
}
