public import Observation
import TrendyLocalization
public import TrendyModel
public import TrendyStore

/// The timeline: what happened, newest first, by day.
///
/// It holds the pages that were loaded, and changes only the rows that changed: an event that is
/// new, edited or deleted costs the same however many there are. What it missed while nobody
/// looked it learns from the store, without reading its pages again.
@MainActor
@Observable
public final class EventStore {
    /// The days, newest first.
    public private(set) var sections: [TimelineSection] = []
    /// Whether the first page has been read.
    public private(set) var hasLoaded = false
    /// Whether there is something older than what is loaded.
    public private(set) var hasMore = false
    /// Why what is shown may be out of date; `nil` when it is not.
    ///
    /// Gone with the next good read.
    public private(set) var problem: String?
    /// What to say where there is nothing to show; `nil` while there is.
    public var emptyText: String? {
        guard hasLoaded, sections.isEmpty else { return nil }
        return query == EventQuery() && day == nil
            ? Strings.Timeline.empty() : Strings.Timeline.nothingFound()
    }
    /// Which events are shown.
    public private(set) var query: EventQuery
    /// The only day that is shown; every day when `nil`.
    public let day: CalendarDay?

    @ObservationIgnored private let store: DeviceStore
    @ObservationIgnored private let fetch: FetchEvents
    @ObservationIgnored private let dependencies: Dependencies
    @ObservationIgnored private let formats: DisplayFormatter
    @ObservationIgnored private let pageSize: Int
    @ObservationIgnored private let feed: ChangeObservation
    @ObservationIgnored private let mutex = AsyncMutex()
    /// Whether everything is to be read anew.
    @ObservationIgnored private var isOutdated = true
    /// Whether what is shown is of another query.
    @ObservationIgnored private var isNewQuery = false
    /// What changed and could not be read yet.
    @ObservationIgnored private var unread: Set<EntityID> = []
    /// The types that changed and could not be read yet.
    @ObservationIgnored private var unreadTypes: Set<EntityID> = []
    @ObservationIgnored private var types: [EntityID: EventType] = [:]
    /// What the properties of types are called, by their keys.
    @ObservationIgnored private var labels: [EntityID: [String: String]] = [:]
    /// Where each row that is shown stands.
    @ObservationIgnored private var places: [EntityID: Place] = [:]
    /// The last place that was loaded; `nil` when all is.
    @ObservationIgnored private var end: EventPosition?
    @ObservationIgnored private var today: CalendarDay

    private struct Place {
        let day: CalendarDay
        let position: EventPosition
        let type: EntityID

        init(_ event: FetchedEvent, on day: CalendarDay) {
            self.day = day
            position = event.position
            type = event.event.eventTypeID
        }
    }

    /// A timeline of a store.
    ///
    /// - Parameters:
    ///   - store: the device's database.
    ///   - dependencies: the clocks.
    ///   - formats: how times look, and where the person's days begin.
    ///   - query: which events.
    ///   - day: the only day to show, all of it; every day when `nil`.
    ///   - pageSize: events of a page.
    public init(
        store: DeviceStore,
        dependencies: Dependencies,
        formats: DisplayFormatter,
        query: EventQuery = EventQuery(),
        day: CalendarDay? = nil,
        pageSize: Int = 100
    ) {
        self.store = store
        self.dependencies = dependencies
        self.formats = formats
        self.query = query
        self.day = day
        self.pageSize = pageSize
        fetch = FetchEvents(store: store)
        feed = store.changes()
        today = formats.zones().day(containing: dependencies.wallClock.now())
    }

    /// Shows what happens as it happens, until the task is cancelled.
    public func run() async {
        await observeStore(store, clock: dependencies.clock) { await refresh() }
    }

    /// Shows what changed since it was last looked at; the first time, the first page.
    public func refresh() async {
        await mutex.withLock { await readNews() }
    }

    /// Shows other events: what a search or a filter asks for.
    ///
    /// A task that is cancelled ends it.
    public func show(_ query: EventQuery) async {
        await mutex.withLock {
            guard !Task.isCancelled, query != self.query else { return }
            self.query = query
            isOutdated = true
            isNewQuery = true
            await readNews()
        }
    }

    /// Reads the next page; nothing when all is loaded.
    public func loadMore() async {
        await mutex.withLock {
            guard let end else { return }
            await reading {
                let page = try await fetch(query, after: end, limit: pageSize)
                for event in page.events { show(event) }
                self.end = page.next
                hasMore = page.next != nil
            }
        }
    }

    private func readNews() async {
        renameDays()
        let changes = feed.take()
        // A search looks for words in names of types as well.
        let isSought = changes.touches(.eventType) && !query.text.isEmpty
        let areNamed = changes.touches(.propertyDefinition)
        if changes.isEverything || isSought || areNamed { isOutdated = true }
        unread.formUnion(changes.entities.filter { $0.value == .event }.keys)
        unreadTypes.formUnion(changes.entities.filter { $0.value == .eventType }.keys)
        if unread.count + unreadTypes.count > StoreChanges.bound { isOutdated = true }
        guard isOutdated || !unread.isEmpty || !unreadTypes.isEmpty else { return }
        await reading {
            if isOutdated { try await reload() } else { try await readChanges() }
        }
    }

    private func reading(_ body: () async throws -> Void) async {
        do {
            try await body()
            if problem != nil { problem = nil }
        } catch is CancellationError {
            // Nobody looks any more; whoever looks next reads it.
        } catch {
            problem = Strings.Timeline.unreadable(["reason": ErrorPresenter.text(for: error)])
        }
    }

    /// Reads as many events as are shown, at least a page.
    private func reload() async throws {
        var types: [EntityID: EventType] = [:]
        for entity in try await store.entities(kind: .eventType) {
            types[entity.id] = EventTypeFormatter.type(entity)
        }
        var labels: [EntityID: [String: String]] = [:]
        for entity in try await store.entities(kind: .propertyDefinition) {
            guard let read = entity.readable(as: PropertyDefinition.self) else { continue }
            labels[read.fields.eventTypeID, default: [:]][read.fields.key] = read.fields.label
        }
        let page = try await newest()
        self.types = types
        self.labels = labels
        replaceAll(with: page.events)
        end = page.next
        hasMore = page.next != nil
        hasLoaded = true
        isOutdated = false
        isNewQuery = false
        unread = []
        unreadTypes = []
    }

    private func newest() async throws -> FetchEvents.Page {
        guard let day else {
            return try await fetch(
                query,
                limit: isNewQuery ? pageSize : max(pageSize, places.count)
            )
        }
        return FetchEvents.Page(events: try await fetch.ofDay(day, in: formats.zones(), query))
    }

    private func readChanges() async throws {
        for id in unreadTypes {
            let type = try await store.entity(id: id).map(EventTypeFormatter.type)
            unreadTypes.remove(id)
            guard type != types[id] else { continue }
            types[id] = type
            dress(rowsOf: id, in: type)
        }
        guard !unread.isEmpty else { return }
        var gone = unread
        for event in try await fetch(ids: unread, query)
        where (end.map { event.position >= $0 } ?? true) && isOfDay(event) {
            gone.remove(event.id)
            show(event)
        }
        for id in gone { remove(id) }
        unread = []
    }

    private func isOfDay(_ event: FetchedEvent) -> Bool {
        day.map { $0 == formats.zones().day(of: event.event) } ?? true
    }

    // MARK: rows

    /// Gives the rows of a type that changed its look; nothing is read for it.
    private func dress(rowsOf id: EntityID, in type: EventType?) {
        for place in places.values where place.type == id {
            guard let section = section(of: place.day),
                let index = index(of: place.position, in: section)
            else { continue }
            var row = sections[section].rows[index]
            row.wear(type)
            if row != sections[section].rows[index] { sections[section].rows[index] = row }
        }
    }

    private func replaceAll(with events: [FetchedEvent]) {
        var sections: [TimelineSection] = []
        places = [:]
        let zones = formats.zones()
        var later: [FetchedEvent] = []
        for event in events {
            let day = zones.day(of: event.event)
            guard sections.last.map({ $0.day > day }) ?? true else {
                if sections.last?.day == day {
                    sections[sections.count - 1].rows.append(row(event))
                    places[event.id] = Place(event, on: day)
                } else {
                    later.append(event)
                }
                continue
            }
            sections.append(TimelineSection(day: day, title: title(day), rows: [row(event)]))
            places[event.id] = Place(event, on: day)
        }
        if sections != self.sections { self.sections = sections }
        // A night stands with the day it ended on, which was begun already.
        for event in later { show(event) }
    }

    /// Puts an event in its place, and takes it from where it was.
    private func show(_ event: FetchedEvent) {
        let place = Place(event, on: formats.zones().day(of: event.event))
        let row = row(event)
        if let old = places[event.id] {
            if old.day == place.day, old.position == place.position,
                let section = section(of: old.day), let index = index(of: old.position, in: section)
            {
                if sections[section].rows[index] != row { sections[section].rows[index] = row }
                places[event.id] = place
                return
            }
            remove(event.id)
        }
        places[event.id] = place
        let section = sections.partitioningIndex { $0.day <= place.day }
        if section < sections.count, sections[section].day == place.day {
            let index = sections[section].rows.partitioningIndex { $0.position < place.position }
            sections[section].rows.insert(row, at: index)
        } else {
            let new = TimelineSection(day: place.day, title: title(place.day), rows: [row])
            sections.insert(new, at: section)
        }
    }

    private func remove(_ id: EntityID) {
        guard let place = places.removeValue(forKey: id), let section = section(of: place.day),
            let index = index(of: place.position, in: section)
        else { return }
        if sections[section].rows.count == 1 {
            sections.remove(at: section)
        } else {
            sections[section].rows.remove(at: index)
        }
    }

    private func section(of day: CalendarDay) -> Int? {
        let index = sections.partitioningIndex { $0.day <= day }
        return index < sections.count && sections[index].day == day ? index : nil
    }

    private func index(of position: EventPosition, in section: Int) -> Int? {
        let rows = sections[section].rows
        let index = rows.partitioningIndex { $0.position <= position }
        return index < rows.count && rows[index].position == position ? index : nil
    }

    private func row(_ fetched: FetchedEvent) -> TimelineRow {
        let event = fetched.event
        let marker: TimelineRow.Marker? = fetched.unsent.map { $0 == .waiting ? .waiting : .failed }
        var row = TimelineRow(
            id: fetched.id,
            title: "",
            time: time(event),
            detail: EventFormatter(formats: formats, labels: labels[event.eventTypeID] ?? [:])
                .detail(of: event),
            source: EventFormatter.source(event.sourceType),
            color: "",
            icon: "",
            marker: marker,
            markerText: marker.map {
                $0 == .waiting ? Strings.Timeline.waiting() : Strings.Timeline.failed()
            },
            unreadable: fetched.unreadable.map {
                Strings.Timeline.partlyUnreadable(["field": FieldFormatter.name(of: $0.field)])
            },
            position: fetched.position
        )
        row.wear(types[event.eventTypeID])
        return row
    }

    private func time(_ event: Event) -> String {
        if event.isAllDay { return Strings.Time.allDay() }
        let start = formats.time(event.timestamp)
        guard let end = event.endDate else {
            let isOpen = event.sourceType == .geofence
            return isOpen ? Strings.Time.since(["start": start]) : start
        }
        let last = formats.time(end)
        return last == start ? start : Strings.Time.span(["start": start, "end": last])
    }

    // MARK: days

    private func title(_ day: CalendarDay) -> String { formats.day(day, today: today) }

    /// At midnight today becomes yesterday.
    private func renameDays() {
        let now = formats.zones().day(containing: dependencies.wallClock.now())
        guard now != today else { return }
        today = now
        for index in sections.indices { sections[index].title = title(sections[index].day) }
    }
}

extension Array {
    /// The first place whose element fulfils a condition that all after it fulfil as well; the end
    /// when none does.
    func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = low + (high - low) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
