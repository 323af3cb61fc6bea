public import Observation
import TrendyKit
import TrendyLocalization
public import TrendyModel
package import TrendyStore

/// The view model of the list of event types.
@MainActor
@Observable
public final class EventTypesViewModel: StoreBackedViewModel {
    /// An event type.
    public struct Row: Sendable, Equatable, Identifiable {
        /// The type's id.
        public let id: EntityID
        /// The display name.
        public let name: String
        /// The colour, `#RRGGBB`.
        public let color: String
        /// The SF Symbol.
        public let icon: String
        /// The number of its properties as text.
        public let detail: String
        /// Whether capture or region monitoring creates its events.
        public let isCaptured: Bool
    }

    /// The types by name.
    public private(set) var rows: [Row] = []
    /// The text for an empty list; `nil` while there are types, and before the first read.
    public var emptyText: String? {
        hasLoaded && rows.isEmpty ? Strings.EventTypes.nothing() : nil
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
        let definitions = try await PropertyDefinition.byType(in: store)
        let new = try await EventTypeChoice.all(in: store).map { choice in
            let count = definitions[choice.id]?.count ?? 0
            return Row(
                id: choice.id,
                name: choice.name,
                color: choice.color,
                icon: choice.icon,
                detail: count == 0
                    ? Strings.EventTypes.noProperties() : Strings.EventTypes.properties(count),
                isCaptured: choice.isCaptured
            )
        }
        if new != rows { rows = new }
        if !hasLoaded { hasLoaded = true }
    }
}
