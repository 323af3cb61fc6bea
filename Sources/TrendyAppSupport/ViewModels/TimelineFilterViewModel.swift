public import Observation
package import TrendyKit
import TrendyLocalization
public import TrendyModel
package import TrendyStore

/// A period of the timeline's filter.
public enum TimelinePeriod: String, Sendable, CaseIterable {
    /// No limit.
    case all
    /// The current day.
    case today
    /// The last 7 days, including today.
    case week
    /// The last 30 days, including today.
    case month
    /// The last 365 days, including today.
    case year

    var days: Int? {
        switch self {
        case .all: nil
        case .today: 1
        case .week: 7
        case .month: 30
        case .year: 365
        }
    }

    var title: String {
        switch self {
        case .all: Strings.Filter.always()
        case .today: Strings.Filter.today()
        case .week: Strings.Filter.week()
        case .month: Strings.Filter.month()
        case .year: Strings.Filter.year()
        }
    }
}

/// The view model of the timeline's search and filter.
///
/// A view applies the filter in a task that restarts with ``revision``:
/// `.task(id: filter.revision) { await filter.apply() }`.
@MainActor
@Observable
public final class TimelineFilterViewModel: StoreBackedViewModel {
    /// A type, place or source to include.
    public struct Choice: Sendable, Equatable, Identifiable {
        /// The id.
        public let id: String
        /// The name.
        public let title: String
        /// The SF Symbol.
        public let icon: String
        /// Whether it is included; without a selection everything is.
        public let isSelected: Bool
    }

    /// A period to choose.
    public struct PeriodChoice: Sendable, Equatable, Identifiable {
        /// The period.
        public let id: TimelinePeriod
        /// The name.
        public let title: String
    }

    /// The searched words.
    public var searchText = "" {
        didSet { if searchText != oldValue { revision += 1 } }
    }
    /// The chosen period.
    public var period = TimelinePeriod.all {
        didSet {
            guard period != oldValue else { return }
            if period != .all { day = nil }
            revision += 1
        }
    }
    /// The only day to include; `nil` for all days of ``period``.
    public private(set) var day: CalendarDay?
    /// The name of ``day``, as `Yesterday`; `nil` without one.
    public var dayText: String? { day.map { formats.day($0, today: today) } }
    /// The periods to choose from.
    public let periods = TimelinePeriod.allCases.map { PeriodChoice(id: $0, title: $0.title) }
    /// The event types by name.
    public var types: [Choice] { allTypes.map { choice($0, among: chosenTypes) } }
    /// The places by name.
    public var places: [Choice] { allPlaces.map { choice($0, among: chosenPlaces) } }
    /// The sources.
    public var sources: [Choice] { Self.allSources.map { choice($0, among: chosenSources) } }
    /// Changes with each change of the filter.
    public private(set) var revision = 0
    /// Whether anything is filtered, apart from the searched words.
    public var isActive: Bool {
        period != .all || day != nil
            || !(chosenTypes.isEmpty && chosenPlaces.isEmpty && chosenSources.isEmpty)
    }
    /// The filter as text, as `Coffee, Last 7 days`; `nil` when nothing is filtered.
    public var summary: String? {
        guard isActive else { return nil }
        let names = [types, places, sources].flatMap { $0.filter(\.isSelected).map(\.title) }
        let times = [dayText, period == .all ? nil : period.title].compactMap(\.self)
        return (names + times).joined(separator: ", ")
    }
    /// Why the choices may be outdated; `nil` when they are current.
    public internal(set) var problem: String?

    static var unreadable: LocalizedText { Strings.Filter.unreadable }

    private typealias Item = (id: String, title: String, icon: String)

    private static let sourceTypes: [(SourceType, String)] = [
        (.manual, "hand.tap.fill"), (.healthKit, "heart.fill"), (.geofence, "mappin"),
        (.imported, "square.and.arrow.down.fill"),
    ]
    private static var allSources: [Item] {
        sourceTypes.map { ($0.0.rawValue, EventFormatter.source($0.0), $0.1) }
    }

    private var allTypes: [Item] = []
    private var allPlaces: [Item] = []
    private var chosenTypes: Set<String> = []
    private var chosenPlaces: Set<String> = []
    private var chosenSources: Set<String> = []
    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored private let formats: DisplayFormatter
    @ObservationIgnored private let timeline: EventStore
    @ObservationIgnored let mutex = AsyncMutex()

    /// Creates the filter of a timeline.
    package init(
        timeline: EventStore,
        store: DeviceStore,
        dependencies: Dependencies,
        formats: DisplayFormatter
    ) {
        self.timeline = timeline
        self.store = store
        self.dependencies = dependencies
        self.formats = formats
    }

    /// Updates the choices after each change, until the task is cancelled.
    public func run() async {
        await showChanges()
    }

    /// Reads the choices again.
    public func refresh() async {
        await show()
    }

    /// Includes a type, or takes it out of the selection.
    public func toggleType(_ id: String) { toggle(id, in: &chosenTypes) }

    /// Includes a place, or takes it out of the selection.
    public func togglePlace(_ id: String) { toggle(id, in: &chosenPlaces) }

    /// Includes a source, or takes it out of the selection.
    public func toggleSource(_ id: String) { toggle(id, in: &chosenSources) }

    /// Includes all entries of one day and no others.
    public func show(_ day: CalendarDay) {
        clear()
        self.day = day
    }

    /// Includes all days again; keeps the rest of the filter.
    public func clearDay() {
        guard day != nil else { return }
        day = nil
        revision += 1
    }

    /// Removes the filter and the searched words.
    public func clear() {
        (chosenTypes, chosenPlaces, chosenSources) = ([], [], [])
        (period, searchText, day) = (.all, "", nil)
        revision += 1
    }

    /// Shows the matching events in the timeline; a cancelled task shows nothing.
    public func apply() async {
        await timeline.show(query, on: day)
    }

    func read() async throws {
        let types = try await EventTypeChoice.all(in: store).map {
            ($0.id.description, $0.name, $0.icon)
        }
        let places = try await store.read { try $0.entities.fetchAll(kind: .geofence) }.map {
            let name = $0.readable(as: Geofence.self)?.fields.name
            return ($0.id.description, name ?? Strings.Places.unknownPlace(), "mappin")
        }
        if !allTypes.elementsEqual(types, by: ==) { allTypes = types }
        if !allPlaces.elementsEqual(places, by: ==) { allPlaces = places }
        // A deleted type or place must not filter on without being shown.
        let known = (Set(types.map(\.0)), Set(places.map(\.0)))
        guard !chosenTypes.isSubset(of: known.0) || !chosenPlaces.isSubset(of: known.1) else {
            return
        }
        chosenTypes.formIntersection(known.0)
        chosenPlaces.formIntersection(known.1)
        revision += 1
    }

    private var today: CalendarDay {
        formats.zones().day(containing: dependencies.wallClock.now())
    }

    private var query: EventQuery {
        var query = EventQuery(text: searchText)
        if let days = period.days {
            query.from = formats.zones().start(of: today.advanced(by: 1 - days))
        }
        if !chosenTypes.isEmpty {
            query.eventTypeIDs = Set(chosenTypes.compactMap { EntityID($0) })
        }
        if !chosenPlaces.isEmpty {
            query.geofenceIDs = Set(chosenPlaces.compactMap { EntityID($0) })
        }
        if !chosenSources.isEmpty {
            query.sources = Set(chosenSources.map { SourceType(rawValue: $0) })
        }
        return query
    }

    private func toggle(_ id: String, in chosen: inout Set<String>) {
        if chosen.remove(id) == nil { chosen.insert(id) }
        revision += 1
    }

    private func choice(_ item: Item, among chosen: Set<String>) -> Choice {
        Choice(
            id: item.id,
            title: item.title,
            icon: item.icon,
            isSelected: chosen.contains(item.id)
        )
    }
}
