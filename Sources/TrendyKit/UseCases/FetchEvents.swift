import TrendyHealth
public import TrendyModel
public import TrendyStore

/// Which events a person wants to see.
public struct EventQuery: Sendable, Equatable {
    /// Only what happened at this instant or later.
    public var from: Instant?
    /// Only what happened before this instant.
    public var to: Instant?
    /// Only events of these types; of all types when `nil`.
    public var eventTypeIDs: Set<EntityID>?
    /// Only events from these sources; from all of them when `nil`.
    public var sources: Set<SourceType>?
    /// Words that must be found in what was written or in the type's name; empty for all events.
    public var text: String

    /// A query that lets everything through.
    public init(
        from: Instant? = nil,
        to: Instant? = nil,
        eventTypeIDs: Set<EntityID>? = nil,
        sources: Set<SourceType>? = nil,
        text: String = ""
    ) {
        self.from = from
        self.to = to
        self.eventTypeIDs = eventTypeIDs
        self.sources = sources
        self.text = text
    }
}

/// An event as it was read.
public struct FetchedEvent: Sendable, Equatable, Identifiable {
    /// Its id.
    public var id: EntityID
    /// Its fields; where ``unreadable`` says so, only those that can be read.
    public var event: Event
    /// What is wrong with the first field that cannot be read; `nil` when all can.
    public var unreadable: FieldError?
    /// What has become of its changes; `nil` when the server has them.
    public var unsent: StoredMutation.State?

    /// An event as it is stored; `nil` when it cannot be read when it happened, which lists do not
    /// hold.
    init?(_ entity: Entity) {
        let nobody = RawJSON(EntityID(high: 0, low: 0))
        let read = entity.readable(as: Event.self, otherwise: ["event_type_id": nobody])
        guard let read else { return nil }
        id = entity.id
        event = read.fields
        unreadable = read.flaw
    }
}

/// A place among events, which are in the order of time, newest first.
public struct EventPosition: Sendable, Hashable, Comparable {
    /// When the event happened.
    public var timestamp: Instant
    /// The event, which tells those of one instant apart.
    public var id: EntityID

    /// The place of an event.
    public init(timestamp: Instant, id: EntityID) {
        self.timestamp = timestamp
        self.id = id
    }

    /// Whether the first is the older one.
    public static func < (left: EventPosition, right: EventPosition) -> Bool {
        (left.timestamp, left.id) < (right.timestamp, right.id)
    }
}

/// Reads events newest first, a page at a time.
public struct FetchEvents: Sendable {
    /// A page of events.
    public struct Page: Sendable {
        /// The events, newest first.
        public var events: [FetchedEvent] = []
        /// After which place the next page begins; `nil` when there is nothing older.
        public var next: EventPosition?
    }

    /// Events that a search looks at before it lets others at the database.
    static let stride = 2000
    /// How long before a day what counts to it may have begun: a night's sleep.
    private static let longestNight = Duration.seconds(36 * 3600)

    private let store: DeviceStore

    /// A use case over a store.
    public init(store: DeviceStore) {
        self.store = store
    }

    /// A page of events.
    ///
    /// A search looks at events until the page is full, in pieces; it ends when its task is
    /// cancelled.
    ///
    /// - Parameters:
    ///   - query: which events.
    ///   - position: only what is older than this place; the newest page when `nil`.
    ///   - limit: events at most.
    /// - Returns: the page; empty when there is nothing.
    /// - Throws: what the database throws, and `CancellationError`.
    public func callAsFunction(
        _ query: EventQuery = EventQuery(),
        after position: EventPosition? = nil,
        limit: Int = 100
    ) async throws -> Page {
        let search = try await search(for: query)
        let types = query.eventTypeIDs?.sorted()
        var filter = EventFilter(from: query.from, to: query.to)
        filter.before = position.map { ($0.timestamp, $0.id) }
        var entities: [Entity] = []
        var isAtEnd = false
        if search.isEmpty, let types {
            // Each type has its own order in the index: the newest of each hold the newest of all.
            filter.limit = limit + 1
            for type in types {
                filter.eventTypeID = type
                entities += try await store.events(filter)
            }
            isAtEnd = entities.count <= limit
        } else if search.isEmpty {
            filter.limit = limit + 1
            entities = try await store.events(filter)
            isAtEnd = entities.count <= limit
        } else {
            for type in types.map({ $0.map(Optional.some) }) ?? [nil] {
                filter.eventTypeID = type
                entities += try await look(for: search, filter, limit: limit + 1)
            }
            isAtEnd = entities.count <= limit
        }
        var events = entities.compactMap { FetchedEvent($0) }
        if (types?.count ?? 1) > 1 { events.sort { $0.position > $1.position } }
        events = Array(events.prefix(limit))
        try await addStates(&events)
        return Page(events: events, next: isAtEnd ? nil : events.last?.position)
    }

    /// Everything of a day that the person lived, newest first: what began on it, and nights that
    /// ended on it.
    ///
    /// - Throws: what the database throws, and `CancellationError`.
    public func ofDay(
        _ day: CalendarDay,
        in zones: ZoneHistory,
        _ query: EventQuery = EventQuery()
    ) async throws -> [FetchedEvent] {
        let interval = zones.interval(of: day)
        var query = query
        query.from = interval.lowerBound - Self.longestNight
        query.to = interval.upperBound
        var events: [FetchedEvent] = []
        var position: EventPosition?
        repeat {
            let page = try await self(query, after: position, limit: 500)
            events += page.events.filter { zones.day(of: $0.event) == day }
            position = page.next
        } while position != nil
        return events
    }

    /// Those of some events that live and that a query asks for, in no order.
    public func callAsFunction(
        ids: some Sequence<EntityID> & Sendable,
        _ query: EventQuery
    ) async throws -> [FetchedEvent] {
        let search = try await search(for: query)
        var events: [FetchedEvent] = []
        for entity in try await store.events(ids: ids)
        where search.isEmpty || search.matches(entity.content) {
            guard let found = FetchedEvent(entity),
                query.from.map({ found.event.timestamp >= $0 }) ?? true,
                query.to.map({ found.event.timestamp < $0 }) ?? true,
                query.eventTypeIDs?.contains(found.event.eventTypeID) ?? true
            else { continue }
            events.append(found)
        }
        try await addStates(&events)
        return events
    }

    private func search(for query: EventQuery) async throws -> EventSearch {
        guard !query.text.isEmpty else { return EventSearch(sources: query.sources) }
        var names: [EntityID: String] = [:]
        for entity in try await store.entities(kind: .eventType) {
            names[entity.id] = EventTypeFormatter.type(entity).name
        }
        return EventSearch(text: query.text, types: names, sources: query.sources)
    }

    private func look(
        for search: EventSearch,
        _ filter: EventFilter,
        limit: Int
    ) async throws -> [Entity] {
        var filter = filter
        filter.limit = Self.stride
        var entities: [Entity] = []
        while entities.count < limit {
            try Task.checkCancellation()
            let (found, next) = try await store.events(filter, matching: search)
            entities += found
            guard let next else { break }
            filter.before = next
        }
        return Array(entities.prefix(limit))
    }

    private func addStates(_ events: inout [FetchedEvent]) async throws {
        let states = try await store.unsentStates(among: events.map(\.id))
        guard !states.isEmpty else { return }
        for index in events.indices { events[index].unsent = states[events[index].id] }
    }
}

extension FetchedEvent {
    /// Its place in the order of time.
    public var position: EventPosition { EventPosition(timestamp: event.timestamp, id: id) }
}

extension ZoneHistory {
    /// The day that an event counts to: a night to the day it ended on, everything else to the day
    /// it began on.
    package func day(of event: Event) -> CalendarDay {
        day(containing: event.countedAt)
    }
}

extension Event {
    /// The instant whose day it counts to.
    var countedAt: Instant {
        healthKitCategory == HealthCategory.sleep.rawValue ? endDate ?? timestamp : timestamp
    }
}
