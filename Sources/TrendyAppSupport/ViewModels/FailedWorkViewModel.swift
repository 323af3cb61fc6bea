public import Observation
package import TrendyKit
import TrendyLocalization
public import TrendyModel
package import TrendyStore

/// The view model of failed mutations: what the server rejected, why, and the available actions.
@MainActor
@Observable
public final class FailedWorkViewModel: StoreBackedViewModel {
    /// An action on a failed mutation.
    public struct Action: Sendable, Equatable {
        /// The action's name.
        public let title: String
        /// What the action does, or why it is unavailable.
        public let why: String
        /// Whether the action is available.
        public let isAvailable: Bool
    }

    /// A failed mutation.
    public struct Item: Sendable, Equatable, Identifiable {
        /// The mutation's id.
        public let id: EntityID
        /// The id of the changed entity.
        public let entityID: EntityID
        /// A description of the change, as `Coffee, 08:30 was changed`.
        public let title: String
        /// Why the server did not accept it.
        public let reason: String
        /// The number of attempts and the age of the change.
        public let attempts: String
        /// When the server first did not accept it; `nil` when it is unknown.
        public let firstAttempt: String?
        /// When the server last did not accept it; `nil` when it is unknown.
        public let lastAttempt: String?
        /// Sends it again.
        public let retry: Action
        /// Edits the entity.
        public let edit: Action
        /// Discards the change.
        public let discard: Action
        /// Exports the change as JSON.
        public let export: Action
    }

    /// A question to the person before a change is discarded.
    public struct Confirmation: Sendable, Equatable, Identifiable {
        /// The id of the mutation to discard.
        public let id: Item.ID
        /// What would be discarded.
        public let text: String
        /// The name of the action that discards it.
        public let title: String
        /// Whether entries that refer to the changed one would be discarded as well.
        public let withDependents: Bool
    }

    /// The failed mutations, oldest first.
    public private(set) var items: [Item] = []
    /// Why the list may be outdated, or why an action failed; `nil` when neither is the case.
    public internal(set) var problem: String?
    /// Whether the list has been read.
    public private(set) var hasLoaded = false
    /// The question to answer before a change is discarded; `nil` when none is open.
    public private(set) var confirmation: Confirmation?
    /// The text for an empty list; `nil` while there are items, and before the first read.
    public var emptyText: String? {
        hasLoaded && items.isEmpty ? Strings.FailedChanges.nothingFailed() : nil
    }

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

    /// Reads the failed mutations again.
    public func refresh() async {
        await show()
    }

    /// Schedules a mutation for the next sync; all failed mutations when `nil`.
    public func retry(_ id: Item.ID?) async {
        await perform(orShow: Strings.FailedChanges.failed) {
            let selection: FailedMutationSelection = id.map { .mutation($0) } ?? .all
            _ = try await store.write { try $0.queue.retry(selection) }
        }
    }

    /// Edits the entity of a failed mutation, which enqueues its current content again.
    public func edit(_ id: Item.ID, _ patch: EventPatch) async {
        await perform(orShow: Strings.FailedChanges.failed) {
            guard let item = items.first(where: { $0.id == id }) else { return }
            try await EditEvent(store: store)(item.entityID, patch)
        }
    }

    /// Discards a mutation and the entity's mutations that are queued behind it.
    ///
    /// - `withDependents`: whether to discard mutations of entities that refer to it as well.
    public func discard(_ id: Item.ID, withDependents: Bool = false) async {
        await perform(orShow: Strings.FailedChanges.failed) {
            _ = try await store.write {
                try $0.queue.discard(.mutation(id), withDependents: withDependents)
            }
        }
    }

    /// Asks the person to confirm the discard of a mutation, in ``confirmation``.
    public func askToDiscard(_ id: Item.ID) async {
        await perform(orShow: Strings.FailedChanges.failed) {
            let count = try await store.read { try $0.queue.dependentCount(of: .mutation(id)) }
            confirmation = Confirmation(
                id: id,
                text: count > 0
                    ? Strings.Store.alsoDiscarded(count) : Strings.FailedChanges.discardWhy(),
                title: Strings.FailedChanges.discard(),
                withDependents: count > 0
            )
        }
    }

    /// Discards the mutation of ``confirmation``.
    public func confirmDiscard() async {
        guard let confirmation else { return }
        self.confirmation = nil
        await discard(confirmation.id, withDependents: confirmation.withDependents)
    }

    /// Closes ``confirmation`` and keeps the mutation.
    public func cancelDiscard() {
        confirmation = nil
    }

    /// Exports a mutation, or all of them when `nil`, as JSON with one line per mutation.
    public func export(_ id: Item.ID? = nil) async -> String {
        var text = ""
        await perform(orShow: Strings.FailedChanges.failed) {
            let mutations = try await store.read { try $0.queue.failedMutations(limit: .max) }
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
        for mutation in try await store.read({ try $0.queue.failedMutations() }) {
            new.append(try await item(mutation, names, now))
        }
        if items != new { items = new }
        // Nothing is left to discard when the mutation was sent or edited meanwhile.
        if let open = confirmation, !new.contains(where: { $0.id == open.id }) {
            confirmation = nil
        }
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
            firstAttempt: mutation.firstAttemptAt.map {
                Strings.FailedChanges.firstAttempt(["ago": formats.ago($0, now: now)])
            },
            lastAttempt: mutation.lastAttemptAt.map {
                Strings.FailedChanges.lastAttempt(["ago": formats.ago($0, now: now)])
            },
            retry: action(Strings.FailedChanges.retry, Strings.FailedChanges.retryWhy),
            edit: action(
                Strings.FailedChanges.edit,
                Self.editText(mutation, isEditable),
                isAvailable: isEditable
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
        isAvailable: Bool = true
    ) -> Action {
        Action(title: title(), why: why(), isAvailable: isAvailable)
    }
}
