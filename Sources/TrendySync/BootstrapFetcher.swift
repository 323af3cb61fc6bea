import Synchronization
import TrendyModel
package import TrendyStore
import TrendyWire

/// Fetches a snapshot of the account and replaces the synced data of this device with it, in one
/// transaction: a failure before it leaves the data unchanged.
package struct BootstrapFetcher: Sendable {
    /// The progress of a bootstrap.
    package struct Progress: Sendable, Equatable {
        /// The number of received entities.
        package var received: Int
        /// The number of entities on the server when the snapshot began.
        package var total: Int
    }

    private let store: DeviceStore
    private let transport: any SyncTransport
    private let mergePolicy: any MergePolicy
    private let limits: SyncLimits

    /// Creates a fetcher over a store and a transport.
    package init(
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

    /// Fetches and applies a snapshot.
    ///
    /// It resumes an interrupted attempt when the server supports the resume token. The first
    /// entities, which are the newest events, are visible before the snapshot is complete.
    ///
    /// - Parameters:
    ///   - deadline: the time at which to interrupt; the next attempt resumes. `nil` for no limit.
    ///   - progress: receives the progress as entities arrive.
    /// - Returns: the number of entities in the snapshot; `nil` when the deadline passed.
    /// - Throws: ``SyncFailure``, also when the stream ends before its last line.
    package func run(
        until deadline: SyncDeadline? = nil,
        progress: @escaping @Sendable (Progress) async -> Void
    ) async throws -> Int? {
        if let place = try await store.read({ try $0.snapshot.position() }) {
            do {
                return try await fetch(place, until: deadline, progress)
            } catch let failure as SyncFailure where failure.code == .cursorExpired {
                // The resume token is not valid any more, or the epoch changed: start over.
            }
        }
        try await store.writeWithoutSync { try $0.snapshot.begin() }
        return try await fetch(nil, until: deadline, progress)
    }

    private func fetch(
        _ place: (after: String, count: Int)?,
        until deadline: SyncDeadline?,
        _ progress: @escaping @Sendable (Progress) async -> Void
    ) async throws -> Int? {
        guard deadline?.hasTime() != false else { return nil }
        let oldCursor = try await store.read { try $0.sync.cursor() }
        let received = Mutex(ReceivedSnapshot(received: place?.count ?? 0, limits: limits))
        let stager = Stager(store: store, previews: oldCursor == nil && place == nil)
        do {
            try await transport.snapshot(after: place?.after) { lines in
                let due = try received.withLock { state throws(SyncFailure) in
                    try state.take(lines, batch: limits.stagedEntities)
                }
                if let due { try await stager.stage(due) }
                await progress(received.withLock { $0.progress })
                if deadline?.hasTime() == false { throw TimedOut() }
            }
        } catch {
            // The first error has the cause; staging the rest only helps the next attempt.
            if let remainder = received.withLock({ $0.takeRemainder() }) {
                try? await stager.stage(remainder)
            }
            try? await stager.finish()
            if error is TimedOut { return nil }
            throw error
        }
        if let remainder = received.withLock({ $0.takeRemainder() }) {
            try await stager.stage(remainder)
        }
        try await stager.finish()
        let snapshot = received.withLock { $0 }
        guard snapshot.isComplete, let cursor = snapshot.cursor else {
            throw SyncFailure(code: .offline, reason: .truncatedAnswer)
        }
        // Entities after the last resume token may have been staged twice.
        let staged = place == nil ? nil : try await store.read { try $0.snapshot.position() }?.count
        let count =
            staged.map { $0 + snapshot.unreadable.count } ?? snapshot.progress.received
        try await store.write { transaction in
            try transaction.snapshot.finish(
                cursor: cursor.description,
                // Before the first snapshot nothing is sent: synced entities are only previews of an
                // earlier attempt.
                pinnedAt: oldCursor == nil ? .max : cursor.version,
                sharedThrough: snapshot.sharedVersion(with: oldCursor.flatMap { Cursor($0) }),
                unreadable: snapshot.unreadable,
                policy: mergePolicy
            )
        }
        return count
    }

    private struct TimedOut: Error {}
}

/// Writes batches of entities to the store while the next ones are read.
private actor Stager {
    /// The maximum number of unwritten batches; reading pauses at it.
    private static let depth = 3

    private let store: DeviceStore
    /// Whether the next batch is visible before the snapshot is complete.
    private var previews: Bool
    private var writes: [Task<Void, any Error>] = []

    init(store: DeviceStore, previews: Bool) {
        self.store = store
        self.previews = previews
    }

    /// Queues a batch; waits first while the queue is full.
    func stage(_ batch: StagedBatch) async throws {
        while writes.count >= Self.depth { try await finishFirst() }
        let previous = writes.last
        let isShown = previews
        previews = false
        // This actor owns the tasks: `finish` awaits each of them.
        writes.append(
            Task { [store] in
                try await previous?.value
                try await store.writeWithoutSync {
                    try $0.snapshot.stage(batch.entities, through: batch.token)
                }
                if isShown { try await store.write { try $0.snapshot.preview(batch.entities) } }
            }
        )
    }

    /// Waits until all batches are written.
    func finish() async throws {
        while !writes.isEmpty { try await finishFirst() }
    }

    private func finishFirst() async throws {
        let first = writes.removeFirst()
        try await first.value
    }
}

/// Entities that one transaction writes.
private struct StagedBatch {
    var entities: [StagedEntity]
    /// The resume token up to which the snapshot is written with this batch.
    var token: String?
}

/// The part of a snapshot that was read and is not yet in the store.
private struct ReceivedSnapshot {
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

    /// Adds lines; returns a batch when there are enough entities for a transaction.
    mutating func take(
        _ lines: [SnapshotLine],
        batch: Int
    ) throws(SyncFailure) -> StagedBatch? {
        for line in lines {
            try checkLimits(line)
            switch line {
            case .header(let cursor, let counts, let previousEpochs):
                self.cursor = cursor
                self.previousEpochs = previousEpochs
                // Limit impossible counts, so that their sum does not overflow.
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
                // Unreadable changes are kept in memory only, so an attempt that resumes must read
                // them again.
                if unreadable.isEmpty { token = after }
            case .complete:
                isComplete = true
            }
        }
        return waiting.count >= batch ? takeRemainder() : nil
    }

    /// The last version that the server's data has in common with the device's; `nil` when the
    /// epoch is the same and the cursor did not go back.
    ///
    /// - `old`: the device's cursor.
    func sharedVersion(with old: Cursor?) -> Int64? {
        guard let old, let cursor else { return nil }
        if old.epoch != cursor.epoch {
            let shared = previousEpochs.first { $0.epoch == old.epoch }?.version ?? 0
            return min(shared, cursor.version)
        }
        // A cursor that goes back within an epoch is that of a restored backup: the entities that
        // the server lacks were lost, not deleted.
        return old.version > cursor.version ? 0 : nil
    }

    /// Checks that a snapshot does not exceed the counts of its header by far, nor the limit of
    /// unreadable changes in memory.
    private mutating func checkLimits(_ line: SnapshotLine) throws(SyncFailure) {
        if case .unreadable(let change) = line {
            unreadableBytes += change.json.utf8.count
        } else {
            lines += 1
        }
        let isRepeated = if case .header = line { cursor != nil } else { isComplete }
        guard !isRepeated, lines <= progress.total * 2 + limits.snapshotLines,
            unreadableBytes <= limits.unreadableBytes
        else {
            throw SyncFailure(code: .malformedAnswer, reason: .endlessSnapshot)
        }
    }

    mutating func takeRemainder() -> StagedBatch? {
        guard !waiting.isEmpty else { return nil }
        defer { waiting = [] }
        return StagedBatch(entities: waiting, token: token)
    }
}
