public import TrendyModel

/// A mutation in the device's queue.
public struct StoredMutation: Sendable, Equatable, Identifiable {
    /// What is being done about it.
    public enum State: Int64, Sendable {
        /// It waits for its turn.
        case waiting = 0
        /// It was refused for good, or too often; a person decides.
        case failed = 2
        /// It has been tried for too long; a person decides.
        case stale = 3
    }

    /// Longer than any wait between two attempts: what is postponed for longer was postponed by a
    /// clock that was wrong, and is due.
    public static let maximumPostponement = Duration.seconds(3600)

    /// How long after its recording a mutation is tried.
    ///
    /// One that is refused for now once more after that is stale. Being offline, however long, makes nothing stale.
    public static let maximumWait = Duration.seconds(72 * 3600)

    /// Its place in the queue.
    public var sequence: Int64
    /// The idempotency key.
    public var id: EntityID
    /// What the entity is.
    public var kind: EntityKind
    /// `create`, `update` or `delete`.
    public var operation: String
    /// Which entity.
    public var entityID: EntityID
    /// The server's version it is based on; `nil` when the server knows nothing of the entity.
    public var baseVersion: Int64?
    /// When the person did it, by the corrected clock.
    public var editedAt: Instant
    /// The fields: whole for a create, the changed ones for an update, none for a delete.
    public var fields: RawJSON
    /// When it was put into the queue.
    public var recordedAt: Instant
    /// What is being done about it.
    public var state: State
    /// How often it was tried and not accepted.
    public var attempts: Int
    /// When it may be tried next.
    public var nextAttemptAt: Instant
    /// Why it was not accepted, as the server's problem; `nil` when it has not been refused.
    public var problem: RawJSON?
    /// Whether it is of history that was taken in, which lets go first what is of now.
    public var isBackfill = false
}

/// What has been handed out to be sent.
struct SentWatermark: Sendable, Equatable {
    /// The last place of what is of now; what lies behind was never sent.
    var present: Int64
    /// The last place of what is history; what lies behind was never sent.
    var backfill: Int64
    /// The places of what was sent and not answered; before a mark there is more, since what waits
    /// for another one is passed over.
    var inFlight: Set<Int64>

    /// Whether a mutation may have been sent.
    func covers(_ mutation: StoredMutation) -> Bool {
        mutation.sequence <= (mutation.isBackfill ? backfill : present)
    }

    /// Includes mutations that are about to be sent.
    func including(_ mutations: [StoredMutation]) -> SentWatermark {
        var mark = self
        for mutation in mutations {
            mark.inFlight.insert(mutation.sequence)
            if mutation.isBackfill {
                mark.backfill = max(mark.backfill, mutation.sequence)
            } else {
                mark.present = max(mark.present, mutation.sequence)
            }
        }
        return mark
    }

    /// Leaves out mutations whose answer is known.
    func without(_ mutations: [StoredMutation]) -> SentWatermark {
        var mark = self
        mark.inFlight.subtract(mutations.map(\.sequence))
        return mark
    }
}

/// Mutations that leave together.
public struct MutationBatch: Sendable, Equatable {
    /// The mutations, oldest first, at most one for each entity.
    public var mutations: [StoredMutation]
    /// The places of those that were not on their way before.
    var firstSent: Set<Int64> = []

    /// A batch of mutations.
    public init(mutations: [StoredMutation]) {
        self.mutations = mutations
    }

    /// A batch that was chosen, and the places of those that were not on their way before.
    init(mutations: [StoredMutation], firstSent: Set<Int64>) {
        self.mutations = mutations
        self.firstSent = firstSent
    }
}

extension StoredMutation {
    /// Whether a person must decide about it.
    public var isFailed: Bool { state != .waiting }

    /// Whether it may be tried, as far as its last attempt tells.
    func isDue(at now: Instant) -> Bool {
        nextAttemptAt <= now || nextAttemptAt - now > Self.maximumPostponement
    }
}
