public import Observation
package import TrendyKit
import TrendyLocalization
package import TrendyModel
package import TrendyStore

/// The view model of conflicts: values that lost against another device's change.
@MainActor
@Observable
public final class ConflictsViewModel: StoreBackedViewModel {
    /// A value that lost a conflict.
    public struct Item: Sendable, Equatable, Identifiable {
        /// The number of the entry in the conflict log.
        public let id: Int64
        /// The entity's name, as `Coffee, 08:30`.
        public let title: String
        /// The winning value and the losing one.
        public let text: String
        /// Whether this device's value lost.
        public let isMissingLocally: Bool
        /// How long ago the conflict was resolved.
        public let time: String
    }

    /// The conflicts, newest first.
    public private(set) var items: [Item] = []
    /// The conflicts by entity, side by side; the entity with the newest conflict first.
    public private(set) var groups: [Group] = []
    /// For each event type, whether the person resolves its conflicts.
    public private(set) var askFirst: [AskFirst] = []
    /// Why the list may be outdated, or why an action failed; `nil` when neither is the case.
    public internal(set) var problem: String?
    /// Whether the list has been read.
    public private(set) var hasLoaded = false
    /// The text for an empty list; `nil` while there are conflicts, and before the first read.
    public var emptyText: String? {
        hasLoaded && items.isEmpty ? Strings.FailedChanges.noConflicts() : nil
    }
    /// The name and the explanation of the action that restores a value.
    public let undoText = (
        title: Strings.FailedChanges.undo(), why: Strings.FailedChanges.undoWhy()
    )
    /// The name and the explanation of the action that accepts the winning value.
    public let acceptText = (
        title: Strings.FailedChanges.accept(), why: Strings.FailedChanges.acceptWhy()
    )

    /// The name and the explanation of the setting of ``askFirst``.
    public let askFirstText = (
        title: Strings.FailedChanges.askFirst(), why: Strings.FailedChanges.askFirstWhy()
    )
    /// The title of this device's values.
    public let mineTitle = Strings.FailedChanges.thisDevice()
    /// The title of the other device's values.
    public let theirsTitle = Strings.FailedChanges.otherDevice()

    static var unreadable: LocalizedText { Strings.FailedChanges.unreadable }

    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored private let formats: DisplayFormatter
    @ObservationIgnored let mutex = AsyncMutex()

    /// Creates a view model over a store.
    package init(store: DeviceStore, dependencies: Dependencies, formats: DisplayFormatter) {
        self.store = store
        self.dependencies = dependencies
        self.formats = formats
    }

    /// Updates the list after each change, until the task is cancelled.
    public func run() async {
        await showChanges()
    }

    /// Reads the conflicts again.
    public func refresh() async {
        await show()
    }

    /// Restores the losing value as an ordinary edit.
    public func undo(_ id: Item.ID) async {
        await perform(orShow: Strings.FailedChanges.failed) {
            _ = try await store.write { try $0.conflicts.restore(id) }
        }
    }

    /// Accepts the winning value of a conflict; of all conflicts when `nil`.
    public func accept(_ id: Item.ID?) async {
        await perform(orShow: Strings.FailedChanges.failed) {
            _ = try await store.write { try $0.conflicts.acknowledge(id) }
        }
    }

    func read() async throws {
        let now = dependencies.wallClock.now()
        let names = EntityNames(
            store: store,
            formats: formats,
            today: formats.zones().day(containing: now)
        )
        var new: [Item] = []
        var newGroups: [Group] = []
        for entry in try await store.read({ try $0.conflicts.open() }) {
            let item = Item(
                id: entry.id,
                title: try await names.name(
                    entry.entityID,
                    entry.kind,
                    fields: entry.loss.field == Resolution.Loss.fullEntity
                        ? entry.loss.loser : nil
                ),
                text: try await text(for: entry, names),
                isMissingLocally: !entry.loss.isLocalWinner,
                time: formats.ago(entry.resolvedAt, now: now)
            )
            new.append(item)
            let field = try await field(of: entry, names)
            if let index = newGroups.firstIndex(where: { $0.id == entry.entityID }) {
                newGroups[index].fields.append(field)
            } else {
                newGroups.append(
                    Group(
                        id: entry.entityID,
                        title: item.title,
                        time: item.time,
                        fields: [field]
                    )
                )
            }
        }
        let newAskFirst = try await readAskFirst()
        if items != new { items = new }
        if groups != newGroups { groups = newGroups }
        if askFirst != newAskFirst { askFirst = newAskFirst }
        hasLoaded = true
    }

    private func text(for entry: ConflictLogEntry, _ names: EntityNames) async throws -> String {
        let loss = entry.loss
        let whose =
            loss.isLocalWinner ? Strings.FailedChanges.theirs() : Strings.FailedChanges.ours()
        guard loss.field != Resolution.Loss.fullEntity else {
            return Strings.FailedChanges.conflictDeleted(["whose": whose])
        }
        return Strings.FailedChanges.conflictField([
            "field": FieldFormatter.name(of: loss.field),
            "current": try await names.value(loss.winner, of: loss.field),
            "whose": whose,
            "replaced": try await names.value(loss.loser, of: loss.field),
        ])
    }
}
