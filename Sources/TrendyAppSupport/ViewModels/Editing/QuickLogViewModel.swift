public import Observation
import TrendyKit
import TrendyLocalization
package import TrendyModel
package import TrendyStore

/// The view model of quick log: the types that a person logs, the latest used first.
@MainActor
@Observable
public final class QuickLogViewModel: StoreBackedViewModel {
    /// The types that no sensor records, the latest used first, then the unused ones by name.
    public private(set) var types: [EventTypeChoice] = []
    /// The text for an empty list; `nil` while there are types, and before the first read.
    public var emptyText: String? {
        hasLoaded && types.isEmpty ? Strings.EventTypes.nothing() : nil
    }
    /// Why the list may be outdated; `nil` when it is current.
    public internal(set) var problem: String?

    static var unreadable: LocalizedText { Strings.EventTypes.unreadable }

    private var hasLoaded = false
    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored let mutex = AsyncMutex()

    /// Creates a view model over a store.
    package init(store: DeviceStore, dependencies: Dependencies) {
        self.store = store
        self.dependencies = dependencies
    }

    /// Updates the list after each change, until the task is cancelled.
    public func run() async {
        await showChanges()
    }

    /// Reads the list again.
    public func refresh() async {
        await show()
    }

    func read() async throws {
        let choices = try await EventTypeChoice.all(in: store).filter { !$0.isCaptured }
        let lastUses = try await store.read { transaction in
            try choices.map { choice in
                try transaction.entities.events(EventFilter(eventTypeID: choice.id, limit: 1))
                    .first.flatMap { EntityKeys(kind: .event, content: $0.content).timestamp }
            }
        }
        // A stable order: `choices` is sorted by name.
        let order = choices.indices.sorted { left, right in
            let times = (lastUses[left], lastUses[right])
            return switch times {
            case (let first?, let second?) where first != second: first > second
            case (_?, nil): true
            case (nil, _?): false
            default: left < right
            }
        }
        let new = order.map { choices[$0] }
        if new != types { types = new }
        if !hasLoaded { hasLoaded = true }
    }
}
