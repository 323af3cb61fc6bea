package import TrendyModel

/// A mutation in the device's queue.
package struct StoredMutation: Sendable, Equatable, Identifiable {
    /// The state of a mutation.
    package enum State: Int64, Sendable {
        /// It is sent when it is due and its references are accepted.
        case pending = 0
        /// The server refused it permanently or too often; it needs a decision of the person.
        case failed = 2
        /// It was retried for longer than ``StoredMutation/maximumWait``; it needs a decision of
        /// the person.
        case stale = 3
    }

    /// The longest time between two attempts.
    ///
    /// A mutation that is postponed for longer was postponed while the clock was ahead, and is due.
    package static let maximumPostponement = Duration.seconds(3600)

    /// The time since the recording after which a retried mutation becomes stale.
    ///
    /// It becomes stale at the next refusal, so time without a connection makes nothing stale.
    package static let maximumWait = Duration.seconds(72 * 3600)

    /// The number of the mutation in the queue; later mutations have higher numbers.
    package var sequence: Int64
    /// The idempotency key.
    package var id: EntityID
    package var kind: EntityKind
    /// `create`, `update` or `delete`.
    package var operation: String
    package var entityID: EntityID
    /// The server's version that the mutation is based on; `nil` when the server never had the
    /// entity.
    package var baseVersion: Int64?
    /// The time of the edit, by the corrected clock.
    package var editedAt: Instant
    /// The content: all fields for a `create`, the changed ones for an `update`, none for a
    /// `delete`.
    package var fields: RawJSON
    /// When the mutation was added to the queue.
    package var recordedAt: Instant
    package var state: State
    /// The number of attempts that were not accepted.
    package var attempts: Int
    /// The time from which it may be sent.
    package var nextAttemptAt: Instant
    /// The server's last problem document; `nil` when it was never refused.
    package var problem: RawJSON?
    /// When the server first did not accept it; `nil` before.
    package var firstAttemptAt: Instant?
    /// When the server last did not accept it; `nil` before.
    package var lastAttemptAt: Instant?
    /// Whether it belongs to a backfill, which is sent after other mutations.
    package var isBackfill = false
}

extension StoredMutation {
    /// Whether it needs a decision of the person.
    package var isFailed: Bool { state != .pending }

    /// Whether the wait after its last attempt is over.
    func isDue(at now: Instant) -> Bool {
        nextAttemptAt <= now || nextAttemptAt - now > Self.maximumPostponement
    }
}
