public import Observation
import TrendyLocalization
public import TrendyModel
public import TrendyStore

/// What lost against another device's change, until the person has seen it.
@MainActor
@Observable
public final class ConflictsViewModel: StoreBackedViewModel {
    /// A value that lost.
    public struct Item: Sendable, Equatable, Identifiable {
        /// Its number in the journal.
        public let id: Int64
        /// What it is of, as `Coffee, 08:30`.
        public let title: String
        /// What stands, and what lost.
        public let text: String
        /// Whether this device's value lost.
        public let isMissingLocally: Bool
        /// How long ago it was decided.
        public let time: String
    }

    /// What lost, newest first.
    public private(set) var items: [Item] = []
    /// Why the list may be out of date, or why an action did not work; `nil` when all is well.
    public internal(set) var problem: String?
    /// Whether the list has been read.
    public private(set) var hasLoaded = false
    /// What to say where there is nothing; `nil` while there is, and before the first read.
    public var emptyText: String? {
        hasLoaded && items.isEmpty ? Strings.FailedChanges.noConflicts() : nil
    }
    /// The name of the action that puts a value back, and what it does.
    public let undoText = (
        title: Strings.FailedChanges.undo(), why: Strings.FailedChanges.undoWhy()
    )
    /// The name of the action that agrees with what stands, and what it does.
    public let agreementText = (
        title: Strings.FailedChanges.agree(), why: Strings.FailedChanges.agreeWhy()
    )

    static var unreadable: LocalizedText { Strings.FailedChanges.unreadable }

    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored private let formats: DisplayFormatter
    @ObservationIgnored let mutex = AsyncMutex()

    /// The conflicts of a store.
    public init(store: DeviceStore, dependencies: Dependencies, formats: DisplayFormatter) {
        self.store = store
        self.dependencies = dependencies
        self.formats = formats
    }

    /// Shows each change, until the task is cancelled.
    public func run() async {
        await showChanges()
    }

    /// Shows the conflicts as they are now.
    public func refresh() async {
        await show()
    }

    /// Puts the value that lost back in its place: an edit as any other.
    public func undo(_ id: Item.ID) async {
        await act(orSay: Strings.FailedChanges.failed) { try await store.takeBackConflict(id) }
    }

    /// Agrees with what stands; with every one when `nil`.
    public func agree(_ id: Item.ID?) async {
        await act(orSay: Strings.FailedChanges.failed) { try await store.acknowledgeConflict(id) }
    }

    func read() async throws {
        let now = dependencies.wallClock.now()
        let names = EntityNames(
            store: store,
            formats: formats,
            today: formats.zones().day(containing: now)
        )
        var new: [Item] = []
        for entry in try await store.conflicts() {
            new.append(
                Item(
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
            )
        }
        if items != new { items = new }
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
            "stands": try await names.value(loss.winner, of: loss.field),
            "whose": whose,
            "lost": try await names.value(loss.loser, of: loss.field),
        ])
    }
}
