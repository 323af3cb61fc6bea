import Synchronization
public import TrendyModel

/// What commits changed since somebody last looked.
public struct StoreChanges: Sendable, Equatable {
    /// How many entities are told apart; with more, everything counts as changed.
    public static let bound = 500

    /// The entities that were made, changed or deleted, or whose way to the server changed; empty
    /// when everything did.
    public private(set) var entities: [EntityID: EntityKind] = [:]
    /// Whether anything may have changed.
    public private(set) var isEverything = false

    /// Nothing changed.
    public init() {}

    /// Everything may have changed.
    public static var everything: StoreChanges {
        var changes = StoreChanges()
        changes.isEverything = true
        return changes
    }

    /// Whether no entity changed.
    public var isEmpty: Bool { entities.isEmpty && !isEverything }

    /// Whether an entity of a kind may have changed.
    public func touches(_ kind: EntityKind) -> Bool {
        isEverything || entities.values.contains(kind)
    }

    mutating func note(_ id: EntityID, _ kind: EntityKind) {
        guard !isEverything else { return }
        entities[id] = kind
        if entities.count > Self.bound { self = .everything }
    }

    mutating func formUnion(_ other: StoreChanges) {
        guard !other.isEverything else { return self = .everything }
        for (id, kind) in other.entities { note(id, kind) }
    }
}

/// Gathers which entities a transaction writes, and hands that out when it is committed.
///
/// Costs a lock a row, and next to nothing while nobody follows.
final class ChangeTracker: Sendable {
    private struct State {
        /// What the open transaction has written.
        var written = StoreChanges()
        var next = 0
        /// What each follower has not taken yet.
        var unclaimed: [Int: StoreChanges] = [:]
    }

    private let state = Mutex(State())

    func note(_ id: EntityID, _ kind: EntityKind) {
        state.withLock { state in
            if !state.unclaimed.isEmpty { state.written.note(id, kind) }
        }
    }

    func noteEverything() {
        state.withLock { $0.written = .everything }
    }

    func commit() {
        state.withLock { state in
            for follower in state.unclaimed.keys {
                state.unclaimed[follower]?.formUnion(state.written)
            }
            state.written = StoreChanges()
        }
    }

    func rollBack() {
        state.withLock { $0.written = StoreChanges() }
    }

    func follow() -> Int {
        state.withLock { state in
            state.next += 1
            state.unclaimed[state.next] = StoreChanges()
            return state.next
        }
    }

    func take(_ follower: Int) -> StoreChanges {
        state.withLock { state in
            defer { state.unclaimed[follower] = StoreChanges() }
            return state.unclaimed[follower] ?? StoreChanges()
        }
    }

    func end(_ follower: Int) {
        state.withLock { $0.unclaimed[follower] = nil }
    }
}

/// Tells which entities changed; gathers them as long as it lives, whether anybody looks or not.
public final class ChangeObservation: Sendable {
    private let log: ChangeTracker
    private let follower: Int

    init(_ log: ChangeTracker) {
        self.log = log
        follower = log.follow()
    }

    deinit { log.end(follower) }

    /// What was committed since this was called last, or since the feed was made.
    ///
    /// What it names is in the database: whoever reads now sees it.
    public func take() -> StoreChanges { log.take(follower) }
}
