public import Observation
public import TrendyKit
import TrendyLocalization
public import TrendyModel
package import TrendyStore

/// The view model of the timeline: events grouped by day, newest first.
///
/// Holds the loaded pages and updates only rows that changed, so the cost of an update is
/// independent of the number of rows. Changes that were made while no screen was visible are
/// applied individually, without reading the pages again.
@MainActor
@Observable
public final class EventStore {
    /// The days, newest first.
    public private(set) var sections: [TimelineSection] = []
    /// Whether the first page has been read.
    public private(set) var hasLoaded = false
    /// Whether there are older events than the loaded ones.
    public private(set) var hasMore = false
    /// Why the timeline may be outdated; `nil` when it is current.
    ///
    /// Cleared by the next successful read.
    public private(set) var problem: String?
    /// The text for an empty timeline; `nil` while there are rows.
    public var emptyText: String? {
        guard hasLoaded, sections.isEmpty else { return nil }
        return query == EventQuery() && day == nil
            ? Strings.Timeline.empty() : Strings.Timeline.nothingFound()
    }
    /// The current filter.
    public private(set) var query: EventQuery
    /// The only day to show; `nil` for all days.
    public private(set) var day: CalendarDay?

    /// How close to the end of the loaded rows the next page is read.
    private static let prefetchDistance = 20

    @ObservationIgnored private let store: DeviceStore
    @ObservationIgnored private let fetch: FetchEvents
    @ObservationIgnored private let dependencies: Dependencies
    @ObservationIgnored private let formats: DisplayFormatter
    @ObservationIgnored private let pageSize: Int
    @ObservationIgnored private let feed: ChangeObservation
    @ObservationIgnored private let mutex = AsyncMutex()
    /// Whether to reload everything.
    @ObservationIgnored private var isOutdated = true
    /// Whether the loaded rows belong to an earlier query.
    @ObservationIgnored private var isNewQuery = false
    /// Events that changed and have not been read yet.
    @ObservationIgnored private var unread: Set<EntityID> = []
    /// Event types that changed and have not been read yet.
    @ObservationIgnored private var unreadTypes: Set<EntityID> = []
    @ObservationIgnored private var types: [EntityID: EventType] = [:]
    /// The labels of each type's properties, by key.
    @ObservationIgnored private var labels: [EntityID: [String: String]] = [:]
    /// The position of each loaded row.
    @ObservationIgnored private var positions: [EntityID: RowPosition] = [:]
    /// The position of the oldest loaded row; `nil` when everything is loaded.
    @ObservationIgnored package private(set) var end: EventPosition?
    /// The position before the newest row; `nil` for the newest event of all.
    @ObservationIgnored private let start: EventPosition?
    @ObservationIgnored private var today: CalendarDay

    private struct RowPosition {
        let day: CalendarDay
        let position: EventPosition
        let type: EntityID

        init(_ event: FetchedEvent, on day: CalendarDay) {
            self.day = day
            position = event.position
            type = event.event.eventTypeID
        }
    }

    /// Creates a timeline over a store.
    ///
    /// - Parameters:
    ///   - store: the device's database.
    ///   - dependencies: the clocks.
    ///   - formats: formats times, and defines where days begin and end.
    ///   - query: the filter.
    ///   - day: the only day to show, completely; `nil` for all days.
    ///   - start: the position before the first event to show; `nil` for the newest event.
    ///   - pageSize: the number of events per page.
    package init(
        store: DeviceStore,
        dependencies: Dependencies,
        formats: DisplayFormatter,
        query: EventQuery = EventQuery(),
        day: CalendarDay? = nil,
        after start: EventPosition? = nil,
        pageSize: Int = 100
    ) {
        self.store = store
        self.dependencies = dependencies
        self.formats = formats
        self.query = query
        self.day = day
        self.start = start
        self.pageSize = pageSize
        fetch = FetchEvents(store: store)
        feed = store.changes()
        today = formats.zones().day(containing: dependencies.wallClock.now())
    }

    /// Updates the timeline after each change, until the task is cancelled.
    public func run() async {
        await observeStore(store, clock: dependencies.clock) { await refresh() }
    }

    /// Applies the changes since the last read; the first call reads the first page.
    public func refresh() async {
        await mutex.withLock { await applyChanges() }
    }

    /// Replaces the filter and reloads.
    ///
    /// Does nothing when the task is cancelled.
    ///
    /// - Parameters:
    ///   - query: the filter.
    ///   - day: the only day to show, completely; `nil` for all days.
    public func show(_ query: EventQuery, on day: CalendarDay? = nil) async {
        await mutex.withLock {
            guard !Task.isCancelled, query != self.query || day != self.day else { return }
            (self.query, self.day) = (query, day)
            isOutdated = true
            isNewQuery = true
            await applyChanges()
        }
    }

    /// Reads the next page; does nothing when everything is loaded.
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

    /// Removes the mark of a remotely updated event; call it when the person opens the event.
    public func markSeen(_ id: EntityID) async {
        await reading { try await store.write { try $0.entities.markSeen(id) } }
        await refresh()
    }

    /// Reads the next page when a row near the end of the loaded ones appears.
    public func rowDidAppear(_ id: EntityID) async {
        guard end != nil, let place = positions[id], isNearEnd(place.position) else { return }
        await loadMore()
    }

    /// Whether a row is among the last loaded ones.
    private func isNearEnd(_ position: EventPosition) -> Bool {
        var rest = Self.prefetchDistance
        for section in sections.reversed() {
            for row in section.rows.reversed() {
                if row.position == position { return true }
                rest -= 1
                if rest == 0 { return false }
            }
        }
        return false
    }

    private func applyChanges() async {
        updateTitles()
        let changes = feed.take()
        // A search matches the names of types as well.
        let affectsSearch = changes.touches(.eventType) && !query.text.isEmpty
        let affectsLabels = changes.touches(.propertyDefinition)
        if changes.isEverything || affectsSearch || affectsLabels { isOutdated = true }
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
            // The screen is gone; the next read retries.
        } catch {
            problem = Strings.Timeline.unreadable(["reason": ErrorPresenter.text(for: error)])
        }
    }

    /// Reads as many events as are loaded, at least one page.
    private func reload() async throws {
        var types: [EntityID: EventType] = [:]
        for entity in try await store.read({ try $0.entities.fetchAll(kind: .eventType) }) {
            types[entity.id] = EventTypeFormatter.type(entity)
        }
        var labels: [EntityID: [String: String]] = [:]
        for entity in try await store.read({ try $0.entities.fetchAll(kind: .propertyDefinition) })
        {
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
                after: start,
                limit: isNewQuery ? pageSize : max(pageSize, positions.count)
            )
        }
        return FetchEvents.Page(events: try await fetch.ofDay(day, in: formats.zones(), query))
    }

    private func readChanges() async throws {
        for id in unreadTypes {
            let type = try await store.read { try $0.entities.fetch(id: id) }.map(
                EventTypeFormatter.type
            )
            unreadTypes.remove(id)
            guard type != types[id] else { continue }
            types[id] = type
            restyle(rowsOf: id, as: type)
        }
        guard !unread.isEmpty else { return }
        var gone = unread
        for event in try await fetch(ids: unread, query)
        where (end.map { event.position >= $0 } ?? true)
            && (start.map { event.position < $0 } ?? true) && isOnShownDay(event)
        {
            gone.remove(event.id)
            show(event)
        }
        for id in gone { remove(id) }
        unread = []
    }

    private func isOnShownDay(_ event: FetchedEvent) -> Bool {
        day.map { $0 == formats.zones().day(of: event.event) } ?? true
    }

    // MARK: Rows

    /// Updates the rows of a type whose appearance changed, without reading their events.
    private func restyle(rowsOf id: EntityID, as type: EventType?) {
        for place in positions.values where place.type == id {
            guard let section = section(of: place.day),
                let index = index(of: place.position, in: section)
            else { continue }
            var row = sections[section].rows[index]
            row.applyStyle(of: type)
            if row != sections[section].rows[index] { sections[section].rows[index] = row }
        }
    }

    private func replaceAll(with events: [FetchedEvent]) {
        var sections: [TimelineSection] = []
        positions = [:]
        let zones = formats.zones()
        var outOfOrder: [FetchedEvent] = []
        for event in events {
            let day = zones.day(of: event.event)
            guard sections.last.map({ $0.day > day }) ?? true else {
                if sections.last?.day == day {
                    sections[sections.count - 1].rows.append(row(event))
                    positions[event.id] = RowPosition(event, on: day)
                } else {
                    outOfOrder.append(event)
                }
                continue
            }
            sections.append(TimelineSection(day: day, title: title(day), rows: [row(event)]))
            positions[event.id] = RowPosition(event, on: day)
        }
        if sections != self.sections { self.sections = sections }
        // A night belongs to the day it ended on, whose section exists already.
        for event in outOfOrder { show(event) }
    }

    /// Inserts an event at its position, and removes it from its previous one.
    private func show(_ event: FetchedEvent) {
        let place = RowPosition(event, on: formats.zones().day(of: event.event))
        let row = row(event)
        if let old = positions[event.id] {
            if old.day == place.day, old.position == place.position,
                let section = section(of: old.day), let index = index(of: old.position, in: section)
            {
                if sections[section].rows[index] != row { sections[section].rows[index] = row }
                positions[event.id] = place
                return
            }
            remove(event.id)
        }
        positions[event.id] = place
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
        guard let place = positions.removeValue(forKey: id), let section = section(of: place.day),
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
        TimelineRow(
            fetched,
            type: types[fetched.event.eventTypeID],
            labels: labels[fetched.event.eventTypeID] ?? [:],
            formats: formats
        )
    }

    // MARK: Days

    private func title(_ day: CalendarDay) -> String { formats.day(day, today: today) }

    /// Updates the section titles after midnight, when today becomes yesterday.
    private func updateTitles() {
        let now = formats.zones().day(containing: dependencies.wallClock.now())
        guard now != today else { return }
        today = now
        for index in sections.indices { sections[index].title = title(sections[index].day) }
    }
}
