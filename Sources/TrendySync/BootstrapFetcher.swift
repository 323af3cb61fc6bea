import Synchronization
import TrendyModel
public import TrendyStore
import TrendyWire

/// Fetches everything an account has and puts it in the place of what is here, at once: a failure
/// midway leaves what was there.
public struct BootstrapFetcher: Sendable {
    /// How far a bootstrap has come.
    public struct Progress: Sendable, Equatable {
        /// Entities received.
        public var received: Int
        /// Entities the server has; it may have more by now.
        public var total: Int
    }

    private let store: DeviceStore
    private let transport: any SyncTransport
    private let mergePolicy: any MergePolicy
    private let limits: SyncLimits

    /// A fetcher over a store and a transport.
    public init(
        store: DeviceStore,
        transport: any SyncTransport,
        mergePolicy: any MergePolicy,
        limits: SyncLimits
    ) {
        self.store = store
        self.transport = transport
        self.mergePolicy = mergePolicy
        self.limits = limits
    }

    /// Fetches and swaps in a snapshot.
    ///
    /// - Returns: how many entities it had.
    /// - Throws: ``SyncFailure``, also when the stream ends before its last line.
    public func run(progress: @escaping @Sendable (Progress) async -> Void) async throws -> Int {
        let oldCursor = try await store.cursor()
        try await store.beginBootstrap()
        let gathering = Mutex(Gathering())
        let stager = Stager(store: store)
        do {
            try await transport.snapshot(after: nil) { lines in
                let due = try gathering.withLock { state throws(SyncFailure) in
                    try state.take(lines, batch: limits.stagedEntities)
                }
                if !due.isEmpty { try await stager.stage(due) }
                await progress(gathering.withLock { $0.progress })
            }
        } catch {
            // The first error tells what went wrong; what was gathered is not used.
            try? await stager.finish()
            throw error
        }
        try await stager.finish()
        let (rest, cursor, received, isComplete) = gathering.withLock { state in
            (state.takeRest(), state.cursor, state.progress.received, state.isComplete)
        }
        let unreadable = gathering.withLock { $0.unreadable }
        guard isComplete, let cursor else {
            throw SyncFailure(
                code: .offline,
                message: "The server's answer ended too early. Try again."
            )
        }
        if !rest.isEmpty { try await store.stage(rest) }
        // A server that stands before what it had told is a backup that was put back without a
        // word: what it lacks was lost, not deleted.
        let isNewLife =
            oldCursor.flatMap { Cursor($0) }.map {
                $0.epoch != cursor.epoch || $0.version > cursor.version
            } ?? false
        try await store.finishBootstrap(
            cursor: cursor.description,
            isNewLife: isNewLife,
            unreadable: unreadable,
            policy: mergePolicy
        )
        return received
    }
}

/// Writes entities to the store, batch by batch, while the next are being read.
private actor Stager {
    /// Batches that may wait before reading pauses.
    private static let depth = 3

    private let store: DeviceStore
    private var writes: [Task<Void, any Error>] = []

    init(store: DeviceStore) {
        self.store = store
    }

    /// Queues a batch; waits first while too many are queued.
    func stage(_ entities: [Entity]) async throws {
        while writes.count >= Self.depth { try await finishFirst() }
        let previous = writes.last
        // Owned here: `finish` awaits every one.
        writes.append(
            Task { [store] in
                try await previous?.value
                try await store.stage(entities)
            }
        )
    }

    /// Waits until everything is written.
    func finish() async throws {
        while !writes.isEmpty { try await finishFirst() }
    }

    private func finishFirst() async throws {
        let first = writes.removeFirst()
        try await first.value
    }
}

/// What has been read of a snapshot and is not yet in the store.
private struct Gathering {
    var cursor: Cursor?
    var isComplete = false
    var progress = BootstrapFetcher.Progress(received: 0, total: 0)
    private(set) var unreadable: [UnreadableChange] = []
    private var waiting: [Entity] = []

    /// Takes lines; returns entities when enough have come together for a transaction.
    mutating func take(
        _ lines: [SnapshotLine],
        batch: Int
    ) throws(SyncFailure) -> [Entity] {
        for line in lines {
            switch line {
            case .header(let cursor, let counts):
                self.cursor = cursor
                progress.total = counts.values.reduce(0, +)
            case .entity(let entity):
                guard cursor != nil else {
                    throw SyncFailure(
                        JSONError(offset: 0, message: "The snapshot does not start with its header")
                    )
                }
                waiting.append(entity)
                progress.received += 1
            case .unreadable(let change):
                unreadable.append(change)
                progress.received += 1
            case .mark:
                break
            case .complete:
                isComplete = true
            }
        }
        return waiting.count >= batch ? takeRest() : []
    }

    mutating func takeRest() -> [Entity] {
        defer { waiting = [] }
        return waiting
    }
}
