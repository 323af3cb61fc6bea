public import Observation
package import TrendyKit
import TrendyLocalization
package import TrendyModel
import TrendyStore
import TrendySync

/// The view model of the overview: today's cards, the sync, what needs the person, and what is new.
@MainActor
@Observable
public final class OverviewViewModel: StoreBackedViewModel {
    /// The number of shown latest entries, and of entries that other devices changed.
    public static let entryLimit = 8

    /// Today's cards.
    public let summary: SummaryViewModel
    /// The sync.
    public let sync: SyncStatusViewModel
    /// What needs the person, most urgent first.
    public private(set) var attention: [AttentionItem] = []
    /// The entries with the latest times until the end of today, newest first.
    ///
    /// Without a sign-in all of them are pending, so none is marked.
    public private(set) var latest: [OverviewEntry] = []
    /// The entries that other devices changed since the person last opened them, the latest change
    /// first.
    public private(set) var changedElsewhere: [OverviewEntry] = []
    /// Whether nothing was recorded yet, and none of it is on its way.
    public private(set) var isNew = false
    /// Why the entries may be outdated; `nil` when they are current.
    public internal(set) var problem: String?

    static var unreadable: LocalizedText { Strings.Timeline.unreadable }

    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored let mutex = AsyncMutex()
    @ObservationIgnored private let engine: TrendyEngine
    @ObservationIgnored private let formats: DisplayFormatter

    var store: DeviceStore { engine.store }

    /// Creates a view model over an engine.
    package init(engine: TrendyEngine, dependencies: Dependencies, formats: DisplayFormatter) {
        self.engine = engine
        self.dependencies = dependencies
        self.formats = formats
        summary = SummaryViewModel(
            store: engine.store,
            dependencies: dependencies,
            formats: formats
        )
        sync = SyncStatusViewModel(engine: engine, dependencies: dependencies, formats: formats)
    }

    /// Reads everything again.
    ///
    /// - `limit`: the maximum time to wait for the server's list of devices.
    package func refresh(waiting limit: Duration = .milliseconds(50)) async {
        await summary.refresh()
        await sync.refresh()
        let devices = await engine.knownAccountSync(waiting: limit).map { sync.devices(in: $0) }
        // A replaced device never reports again, and nothing of it is missing.
        attention = items(silent: (devices ?? []).filter { $0.isSilent && !$0.isRetired })
        await show()
    }

    func read() async throws {
        let fetch = FetchEvents(store: store)
        let zones = formats.zones()
        let today = zones.day(containing: dependencies.wallClock.now())
        // What is planned, or was recorded with a wrong clock, is not new.
        let end = zones.interval(of: today).upperBound
        let events = try await fetch(EventQuery(to: end), limit: Self.entryLimit).events
        let changed = try await fetch.remotelyUpdated(limit: Self.entryLimit)
        let styles = try await styles(of: events + changed)
        latest = events.map { entry($0, styles) }
        changedElsewhere = changed.map { entry($0, styles) }
        let all = events.isEmpty ? try await fetch(limit: 1).events : events
        isNew = all.isEmpty && sync.status?.progress == nil
    }

    // MARK: What needs the person

    private func items(silent devices: [SyncStatusViewModel.Device]) -> [AttentionItem] {
        var items: [AttentionItem] = []
        if let problem = sync.appProblem { items.append(AttentionItem(problem)) }
        func add(_ kind: AttentionItem.Kind, _ title: String?, _ remedy: LocalizedText) {
            guard let title else { return }
            items.append(AttentionItem(kind: kind, title: title, text: nil, remedy: remedy()))
        }
        add(.failedChanges, sync.failedText, Strings.Sync.remedyFailed)
        add(.conflicts, sync.conflictsText, Strings.Sync.remedyConflicts)
        add(.quarantined, sync.status?.quarantinedText, Strings.Sync.remedyUpdate)
        return items + devices.map { AttentionItem(silent: $0) }
    }

    // MARK: Entries

    /// How the events of a type look.
    private struct Style {
        var type: EventType?
        var labels: [String: String] = [:]
    }

    private func styles(of events: [FetchedEvent]) async throws -> [EntityID: Style] {
        let ids = Set(events.map(\.event.eventTypeID))
        guard !ids.isEmpty else { return [:] }
        return try await store.read { transaction in
            var styles: [EntityID: Style] = [:]
            for id in ids {
                styles[id] = Style(
                    type: try transaction.entities.fetch(id: id).map(EventTypeFormatter.type)
                )
            }
            for entity in try transaction.entities.fetchAll(kind: .propertyDefinition) {
                guard let read = entity.readable(as: PropertyDefinition.self) else { continue }
                styles[read.fields.eventTypeID]?.labels[read.fields.key] = read.fields.label
            }
            return styles
        }
    }

    private func entry(_ fetched: FetchedEvent, _ styles: [EntityID: Style]) -> OverviewEntry {
        let style = styles[fetched.event.eventTypeID]
        let zones = formats.zones()
        let day = zones.day(of: fetched.event)
        var row = TimelineRow(
            fetched,
            type: style?.type,
            labels: style?.labels ?? [:],
            formats: formats
        )
        if sync.status?.blocker == .notSignedIn, row.marker == .pending {
            (row.marker, row.markerText) = (nil, nil)
        }
        return OverviewEntry(
            row: row,
            day: day,
            dayText: formats.day(
                day,
                today: zones.day(containing: dependencies.wallClock.now())
            )
        )
    }
}
