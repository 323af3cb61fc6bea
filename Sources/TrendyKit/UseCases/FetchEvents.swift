import TrendyHealth
public import TrendyModel
package import TrendyStore

/// A filter for events.
public struct EventQuery: Sendable, Equatable {
    /// The earliest timestamp, inclusive; `nil` for no limit.
    public var from: Instant?
    /// The latest timestamp, exclusive; `nil` for no limit.
    public var to: Instant?
    /// The event types to include; `nil` for all.
    public var eventTypeIDs: Set<EntityID>?
    /// The sources to include; `nil` for all.
    public var sources: Set<SourceType>?
    /// The places whose visits to include; `nil` for all events.
    public var geofenceIDs: Set<EntityID>?
    /// Words that must occur in the event's text or in its type's name; empty matches all events.
    public var text: String

    /// Creates a query; without arguments it matches all events.
    public init(
        from: Instant? = nil,
        to: Instant? = nil,
        eventTypeIDs: Set<EntityID>? = nil,
        sources: Set<SourceType>? = nil,
        geofenceIDs: Set<EntityID>? = nil,
        text: String = ""
    ) {
        self.from = from
        self.to = to
        self.eventTypeIDs = eventTypeIDs
        self.sources = sources
        self.geofenceIDs = geofenceIDs
        self.text = text
    }
}

/// An event with its readability and sync state.
package struct FetchedEvent: Sendable, Equatable, Identifiable {
    /// The event's id.
    package var id: EntityID
    /// The event's fields; when ``unreadable`` is set, only the readable ones.
    package var event: Event
    /// The first field that cannot be decoded; `nil` when all can.
    package var unreadable: FieldError?
    /// The state of the event's unsent changes; `nil` when the server has them all.
    package var unsent: StoredMutation.State?
    /// Whether a remote change altered the event since the person last opened it.
    package var isUpdatedRemotely = false

    /// Decodes a stored event; `nil` when its timestamp cannot be decoded.
    ///
    /// Lists omit such events.
    init?(_ entity: Entity) {
        let missingType = RawJSON(EntityID(high: 0, low: 0))
        let read = entity.readable(as: Event.self, placeholders: ["event_type_id": missingType])
        guard let read else { return nil }
        id = entity.id
        event = read.fields
        unreadable = read.fieldError
    }
}

/// A position in the order of events: by timestamp, then by id.
package struct EventPosition: Sendable, Hashable, Comparable {
    /// The event's timestamp.
    package var timestamp: Instant
    /// The event's id; orders events with equal timestamps.
    package var id: EntityID

    /// Creates the position of an event.
    package init(timestamp: Instant, id: EntityID) {
        self.timestamp = timestamp
        self.id = id
    }

    /// Whether the left position is older.
    package static func < (left: EventPosition, right: EventPosition) -> Bool {
        (left.timestamp, left.id) < (right.timestamp, right.id)
    }
}

/// Reads pages of events, newest first.
package struct FetchEvents: Sendable {
    /// A page of events.
    package struct Page: Sendable {
        /// The events, newest first.
        package var events: [FetchedEvent] = []
        /// The position to continue from; `nil` on the last page.
        package var next: EventPosition?

        package init(events: [FetchedEvent] = [], next: EventPosition? = nil) {
            self.events = events
            self.next = next
        }
    }

    /// The number of events that a search scans in one read transaction.
    static let chunkSize = 2000
    /// How long before the start of a day an event that counts toward it may begin: a night's
    /// sleep.
    private static let longestNight = Duration.seconds(36 * 3600)

    let store: DeviceStore

    /// Creates a use case over a store.
    package init(store: DeviceStore) {
        self.store = store
    }

    /// Reads a page of events.
    ///
    /// A search scans events in chunks until the page is full, and checks for cancellation between
    /// them.
    ///
    /// - Parameters:
    ///   - query: the filter.
    ///   - position: the position to continue from; `nil` reads the newest page.
    ///   - limit: the maximum number of events.
    /// - Returns: the page; empty when no event matches.
    /// - Throws: an error of the database, or `CancellationError`.
    package func callAsFunction(
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
            // The index orders events per type, so the newest of each type contain the newest of
            // all.
            filter.limit = limit + 1
            for type in types {
                filter.eventTypeID = type
                entities += try await store.read { [filter] in try $0.entities.events(filter) }
            }
            isAtEnd = entities.count <= limit
        } else if search.isEmpty {
            filter.limit = limit + 1
            entities = try await store.read { [filter] in try $0.entities.events(filter) }
            isAtEnd = entities.count <= limit
        } else {
            for type in types.map({ $0.map(Optional.some) }) ?? [nil] {
                filter.eventTypeID = type
                entities += try await scan(for: search, filter, limit: limit + 1)
            }
            isAtEnd = entities.count <= limit
        }
        var events = entities.compactMap { FetchedEvent($0) }
        if (types?.count ?? 1) > 1 { events.sort { $0.position > $1.position } }
        events = Array(events.prefix(limit))
        try await addStates(&events)
        return Page(events: events, next: isAtEnd ? nil : events.last?.position)
    }

    /// Reads all events of a calendar day, newest first: events that began on it, and nights that
    /// ended on it.
    ///
    /// - Throws: an error of the database, or `CancellationError`.
    package func ofDay(
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

    /// Reads the given events that exist and match a query, in the order of the ids.
    package func callAsFunction(
        ids: some Sequence<EntityID> & Sendable,
        _ query: EventQuery
    ) async throws -> [FetchedEvent] {
        let search = try await search(for: query)
        var events: [FetchedEvent] = []
        for entity in try await store.read({ try $0.entities.events(ids: ids) })
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
        guard !query.text.isEmpty else {
            return EventSearch(sources: query.sources, places: query.geofenceIDs)
        }
        var names: [EntityID: String] = [:]
        for entity in try await store.read({ try $0.entities.fetchAll(kind: .eventType) }) {
            names[entity.id] = EventTypeFormatter.type(entity).name
        }
        return EventSearch(
            text: query.text,
            types: names,
            sources: query.sources,
            places: query.geofenceIDs
        )
    }

    private func scan(
        for search: EventSearch,
        _ filter: EventFilter,
        limit: Int
    ) async throws -> [Entity] {
        var filter = filter
        filter.limit = Self.chunkSize
        var entities: [Entity] = []
        for try await page in store.eventPages(filter, matching: search) {
            entities += page
            if entities.count >= limit { break }
        }
        return Array(entities.prefix(limit))
    }

    private func addStates(_ events: inout [FetchedEvent]) async throws {
        let ids = events.map(\.id)
        let (states, updated) = try await store.read { transaction in
            (
                try transaction.queue.states(among: ids),
                try transaction.entities.remotelyUpdated(among: ids)
            )
        }
        guard !states.isEmpty || !updated.isEmpty else { return }
        for index in events.indices {
            events[index].unsent = states[events[index].id]
            events[index].isUpdatedRemotely = updated.contains(events[index].id)
        }
    }
}

extension FetchedEvent {
    /// The event's position in the order of time.
    package var position: EventPosition { EventPosition(timestamp: event.timestamp, id: id) }
}

extension ZoneHistory {
    /// The day that an event counts toward: the end day of a night's sleep, the start day of any
    /// other event.
    package func day(of event: Event) -> CalendarDay {
        day(containing: event.countedAt)
    }
}

extension Event {
    /// The instant whose day the event counts toward.
    var countedAt: Instant {
        healthKitCategory == HealthMetric.sleep.rawValue ? endDate ?? timestamp : timestamp
    }
}
