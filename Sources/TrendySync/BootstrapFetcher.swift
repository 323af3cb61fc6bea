import Synchronization
import TrendyLocalization
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
    /// It goes on where an earlier attempt was cut off, when the server still can. The first
    /// entities, which are the newest events, are shown before all is there.
    ///
    /// - Parameters:
    ///   - deadline: when to break off; the next attempt goes on from there. Never when `nil`.
    ///   - progress: called as entities arrive.
    /// - Returns: how many entities it had; `nil` when time ran out.
    /// - Throws: ``SyncFailure``, also when the stream ends before its last line.
    public func run(
        until deadline: SyncDeadline? = nil,
        progress: @escaping @Sendable (Progress) async -> Void
    ) async throws -> Int? {
        if let place = try await store.stagedPlace() {
            do {
                return try await fetch(place, until: deadline, progress)
            } catch let failure as SyncFailure where failure.code == .cursorExpired {
                // The server's data has gone on, or has a new life: from the start.
            }
        }
        try await store.beginBootstrap()
        return try await fetch(nil, until: deadline, progress)
    }

    private func fetch(
        _ place: (after: String, count: Int)?,
        until deadline: SyncDeadline?,
        _ progress: @escaping @Sendable (Progress) async -> Void
    ) async throws -> Int? {
        guard deadline?.hasTime() != false else { return nil }
        let oldCursor = try await store.cursor()
        let gathering = Mutex(Gathering(received: place?.count ?? 0, limits: limits))
        let stager = Stager(store: store, previews: oldCursor == nil && place == nil)
        do {
            try await transport.snapshot(after: place?.after) { lines in
                let due = try gathering.withLock { state throws(SyncFailure) in
                    try state.take(lines, batch: limits.stagedEntities)
                }
                if let due { try await stager.stage(due) }
                await progress(gathering.withLock { $0.progress })
                if deadline?.hasTime() == false { throw TimedOut() }
            }
        } catch {
            // The first error tells what went wrong; what was gathered is for the next attempt.
            if let rest = gathering.withLock({ $0.takeRemainder() }) {
                try? await stager.stage(rest)
            }
            try? await stager.finish()
            if error is TimedOut { return nil }
            throw error
        }
        if let rest = gathering.withLock({ $0.takeRemainder() }) { try await stager.stage(rest) }
        try await stager.finish()
        let gathered = gathering.withLock { $0 }
        guard gathered.isComplete, let cursor = gathered.cursor else {
            throw SyncFailure(
                code: .offline,
                message: Strings.Server.cutShort()
            )
        }
        // Behind the last mark, an earlier attempt may have gathered some that came again.
        let staged = place == nil ? nil : try await store.stagedPlace()?.count
        let count =
            staged.map { $0 + gathered.unreadable.count } ?? gathered.progress.received
        try await store.finishBootstrap(
            cursor: cursor.description,
            // Before the first one nothing is sent; what is here was shown of an earlier attempt.
            pinnedAt: oldCursor == nil ? .max : cursor.version,
            sharedThrough: gathered.sharedVersion(with: oldCursor.flatMap { Cursor($0) }),
            unreadable: gathered.unreadable,
            policy: mergePolicy
        )
        return count
    }

    private struct TimedOut: Error {}
}

/// Writes entities to the store, batch by batch, while the next are being read.
private actor Stager {
    /// Batches that may wait before reading pauses.
    private static let depth = 3

    private let store: DeviceStore
    /// Whether the next batch is shown before all is there.
    private var previews: Bool
    private var writes: [Task<Void, any Error>] = []

    init(store: DeviceStore, previews: Bool) {
        self.store = store
        self.previews = previews
    }

    /// Queues a batch; waits first while too many are queued.
    func stage(_ batch: StagedBatch) async throws {
        while writes.count >= Self.depth { try await finishFirst() }
        let previous = writes.last
        let isShown = previews
        previews = false
        // Owned here: `finish` awaits every one.
        writes.append(
            Task { [store] in
                try await previous?.value
                try await store.stage(batch.entities, through: batch.token)
                if isShown { try await store.preview(batch.entities) }
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

/// Entities to be written at once.
private struct StagedBatch {
    var entities: [StagedEntity]
    /// The place up to which all is written with them.
    var token: String?
}

/// What has been read of a snapshot and is not yet in the store.
private struct Gathering {
    var cursor: Cursor?
    var previousEpochs: [Cursor] = []
    var isComplete = false
    var progress: BootstrapFetcher.Progress
    private(set) var unreadable: [UnreadableChange] = []
    private var waiting: [StagedEntity] = []
    private var token: String?
    private let limits: SyncLimits
    private var lines = 0
    private var unreadableBytes = 0

    init(received: Int, limits: SyncLimits) {
        self.limits = limits
        progress = BootstrapFetcher.Progress(received: received, total: 0)
    }

    /// Takes lines; returns entities when enough have come together for a transaction.
    mutating func take(
        _ lines: [SnapshotLine],
        batch: Int
    ) throws(SyncFailure) -> StagedBatch? {
        for line in lines {
            try bound(line)
            switch line {
            case .header(let cursor, let counts, let previousEpochs):
                self.cursor = cursor
                self.previousEpochs = previousEpochs
                // What no account has is not counted with, nor added up.
                progress.total = counts.values.reduce(0) { $0 + min(max(0, $1), 1 << 40) }
            case .entity(let entity):
                guard cursor != nil else {
                    throw SyncFailure(
                        JSONError(offset: 0, message: "The snapshot does not start with its header")
                    )
                }
                waiting.append(StagedEntity(entity))
                progress.received += 1
            case .unreadable(let change):
                unreadable.append(change)
                progress.received += 1
            case .mark(let after):
                // What cannot be read is kept in memory; who goes on elsewhere must read it again.
                if unreadable.isEmpty { token = after }
            case .complete:
                isComplete = true
            }
        }
        return waiting.count >= batch ? takeRemainder() : nil
    }

    /// Up to which version the server knew what a device knows, where its data has a new life; `nil`
    /// where it has not.
    ///
    /// - `old`: where the device stood.
    func sharedVersion(with old: Cursor?) -> Int64? {
        guard let old, let cursor else { return nil }
        if old.epoch != cursor.epoch {
            let shared = previousEpochs.first { $0.epoch == old.epoch }?.version ?? 0
            return min(shared, cursor.version)
        }
        // A server that stands before what it had told is a backup that was put back without a
        // word: what it lacks was lost, not deleted.
        return old.version > cursor.version ? 0 : nil
    }

    /// Ends a snapshot that has far more than its header told, or more that cannot be read than is
    /// kept in memory.
    private mutating func bound(_ line: SnapshotLine) throws(SyncFailure) {
        if case .unreadable(let change) = line {
            unreadableBytes += change.json.utf8.count
        } else {
            lines += 1
        }
        let isRepeated = if case .header = line { cursor != nil } else { isComplete }
        guard !isRepeated, lines <= progress.total * 2 + limits.snapshotLines,
            unreadableBytes <= limits.unreadableBytes
        else {
            throw SyncFailure(code: .malformedAnswer, message: Strings.Server.endlessSnapshot())
        }
    }

    mutating func takeRemainder() -> StagedBatch? {
        guard !waiting.isEmpty else { return nil }
        defer { waiting = [] }
        return StagedBatch(entities: waiting, token: token)
    }
}
