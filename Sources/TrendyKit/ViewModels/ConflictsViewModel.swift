public import Observation
public import TrendyModel
public import TrendyStore
import TrendyWords

/// What lost against another device's change, until the person has seen it.
@MainActor
@Observable
public final class ConflictsViewModel: StoreScreen {
    /// A value that lost.
    public struct Item: Sendable, Equatable, Identifiable {
        /// Its number in the journal.
        public let id: Int64
        /// What it is of, as `Coffee, 08:30`.
        public let title: String
        /// What stands, and what lost.
        public let words: String
        /// Whether this device's value lost.
        public let isLostHere: Bool
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
    public var emptyWords: String? {
        hasLoaded && items.isEmpty ? Words.Decisions.noConflicts() : nil
    }
    /// The name of the action that puts a value back, and what it does.
    public let takeBackWords = (
        title: Words.Decisions.takeBack(), why: Words.Decisions.takeBackWhy()
    )
    /// The name of the action that agrees with what stands, and what it does.
    public let agreeWords = (title: Words.Decisions.agree(), why: Words.Decisions.agreeWhy())

    static var unreadable: Phrase { Words.Decisions.unreadable }

    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored let turnstile = Turnstile()

    /// The conflicts of a store.
    public init(store: DeviceStore, dependencies: Dependencies, formats: Formats) {
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
    public func takeBack(_ id: Item.ID) async {
        await act(orSay: Words.Decisions.failed) { try await store.takeBackConflict(id) }
    }

    /// Agrees with what stands; with every one when `nil`.
    public func agree(_ id: Item.ID?) async {
        await act(orSay: Words.Decisions.failed) { try await store.acknowledgeConflict(id) }
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
                        fields: entry.loss.field == Resolution.Loss.wholeEntity
                            ? entry.loss.loser : nil
                    ),
                    words: try await words(for: entry, names),
                    isLostHere: !entry.loss.isLocalWinner,
                    time: formats.ago(entry.resolvedAt, now: now)
                )
            )
        }
        if items != new { items = new }
        hasLoaded = true
    }

    private func words(for entry: JournalEntry, _ names: EntityNames) async throws -> String {
        let loss = entry.loss
        let whose = loss.isLocalWinner ? Words.Decisions.theirs() : Words.Decisions.ours()
        guard loss.field != Resolution.Loss.wholeEntity else {
            return Words.Decisions.conflictDeleted(["whose": whose])
        }
        return Words.Decisions.conflictField([
            "field": FieldWords.name(of: loss.field),
            "stands": try await names.value(loss.winner, of: loss.field),
            "whose": whose,
            "lost": try await names.value(loss.loser, of: loss.field),
        ])
    }
}
