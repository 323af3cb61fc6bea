public import Observation
import TrendyLocalization
public import TrendyModel
public import TrendyStore

/// What the server did not accept, why, and what the person can do about it.
@MainActor
@Observable
public final class FailedWorkViewModel: StoreBackedViewModel {
    /// Something the person can do about a change.
    public struct Action: Sendable, Equatable {
        /// Its name.
        public let title: String
        /// What it does, or why it cannot be done.
        public let why: String
        /// Whether it can be done.
        public let isPossible: Bool
    }

    /// A change that was not accepted.
    public struct Item: Sendable, Equatable, Identifiable {
        /// The change.
        public let id: EntityID
        /// What it is of.
        public let entityID: EntityID
        /// What the person did, as `Coffee, 08:30 was changed`.
        public let title: String
        /// Why it was not accepted.
        public let reason: String
        /// How often it was tried, and how old it is.
        public let attempts: String
        /// Sends it again.
        public let retry: Action
        /// Corrects it.
        public let edit: Action
        /// Gives it up.
        public let discard: Action
        /// Writes it out.
        public let export: Action
    }

    /// The changes, oldest first.
    public private(set) var items: [Item] = []
    /// Why the list may be out of date, or why an action did not work; `nil` when all is well.
    public internal(set) var problem: String?
    /// Whether the list has been read.
    public private(set) var hasLoaded = false
    /// What to say where there is nothing; `nil` while there is, and before the first read.
    public var emptyText: String? {
        hasLoaded && items.isEmpty ? Strings.FailedChanges.nothingFailed() : nil
    }

    static var unreadable: LocalizedText { Strings.FailedChanges.unreadable }

    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored private let formats: DisplayFormatter
    @ObservationIgnored let mutex = AsyncMutex()

    /// The changes of a store.
    public init(store: DeviceStore, dependencies: Dependencies, formats: DisplayFormatter) {
        self.store = store
        self.dependencies = dependencies
        self.formats = formats
    }

    /// Shows each change, until the task is cancelled.
    public func run() async {
        await showChanges()
    }

    /// Shows what failed as it is now.
    public func refresh() async {
        await show()
    }

    /// Has a change tried again with the next sync; every one when `nil`.
    public func retry(_ id: Item.ID?) async {
        await act(orSay: Strings.FailedChanges.failed) {
            try await store.retry(id.map { .mutation($0) } ?? .all)
        }
    }

    /// Corrects what a change is of: it is sent anew, as it is then.
    public func edit(_ id: Item.ID, _ patch: EventPatch) async {
        await act(orSay: Strings.FailedChanges.failed) {
            guard let item = items.first(where: { $0.id == id }) else { return }
            try await EditEvent(store: store)(item.entityID, patch)
        }
    }

    /// Gives a change up, with all that waits behind it.
    ///
    /// - `withDependents`: whether what refers to it may go as well.
    public func discard(_ id: Item.ID, withDependents: Bool = false) async {
        await act(orSay: Strings.FailedChanges.failed) {
            try await store.discard(.mutation(id), withDependents: withDependents)
        }
    }

    /// The changes as they are written out: a line of JSON each; of every one when `nil`.
    public func export(_ id: Item.ID? = nil) async -> String {
        var text = ""
        await act(orSay: Strings.FailedChanges.failed) {
            let mutations = try await store.failedMutations(limit: .max)
            text = mutations.filter { id == nil || $0.id == id }.map { "\($0.exported)\n" }.joined()
        }
        return text
    }

    func read() async throws {
        let now = dependencies.wallClock.now()
        let names = EntityNames(
            store: store,
            formats: formats,
            today: formats.zones().day(containing: now)
        )
        var new: [Item] = []
        for mutation in try await store.failedMutations() {
            new.append(try await item(mutation, names, now))
        }
        if items != new { items = new }
        hasLoaded = true
    }

    private func item(
        _ mutation: StoredMutation,
        _ names: EntityNames,
        _ now: Instant
    ) async throws -> Item {
        let thing = try await names.name(
            mutation.entityID,
            mutation.kind,
            fields: mutation.fields
        )
        let title =
            switch mutation.operation {
            case "create": Strings.FailedChanges.created
            case "delete": Strings.FailedChanges.deleted
            default: Strings.FailedChanges.updated
            }
        let isEditable = mutation.operation != "delete" && mutation.kind == .event
        let stale = mutation.state == .stale ? "\(Strings.FailedChanges.stale()) " : ""
        return Item(
            id: mutation.id,
            entityID: mutation.entityID,
            title: title(["thing": thing]),
            reason: stale + mutation.reasonText,
            attempts: Strings.FailedChanges.attempts(
                mutation.attempts,
                ["ago": formats.ago(mutation.recordedAt, now: now)]
            ),
            retry: action(Strings.FailedChanges.retry, Strings.FailedChanges.retryWhy),
            edit: action(
                Strings.FailedChanges.edit,
                Self.editText(mutation, isEditable),
                isPossible: isEditable
            ),
            discard: action(Strings.FailedChanges.discard, Strings.FailedChanges.discardWhy),
            export: action(Strings.FailedChanges.export, Strings.FailedChanges.exportWhy)
        )
    }

    private static func editText(_ mutation: StoredMutation, _ isEditable: Bool) -> LocalizedText {
        if isEditable { return Strings.FailedChanges.editWhy }
        return mutation.operation == "delete"
            ? Strings.FailedChanges.editDeleted : Strings.FailedChanges.editElsewhere
    }

    private func action(
        _ title: LocalizedText,
        _ why: LocalizedText,
        isPossible: Bool = true
    ) -> Action {
        Action(title: title(), why: why(), isPossible: isPossible)
    }
}
