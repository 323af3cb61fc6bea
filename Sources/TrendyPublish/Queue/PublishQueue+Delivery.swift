import GRDB
import TrendyModel
import TrendySQLite

extension PublishQueue {
    /// What a sink has to do next.
    package enum Next: Sendable, Equatable {
        /// Deliver messages, in order.
        case deliver([PublishMessage])
        /// Nothing is queued.
        case idle
    }

    /// The first waiting messages of a sink, and counts the attempt.
    ///
    /// - `limit`: the maximum number of messages.
    package func next(for sink: String, limit: Int) throws -> Next {
        let messages = try database.writingChanges { db in
            let messages = try PublishRow.pending(db, sink, limit: limit)
            for message in messages { try PublishRow.countAttempt(db, message.sequence) }
            return messages
        }
        return messages.isEmpty ? .idle : .deliver(messages)
    }

    /// The time until a sink may be tried again; `nil` when that is now.
    package func wait(for sink: String) throws -> Duration? {
        let now = dependencies.wallClock.now()
        let due = try database.reading { try PublishRow.nextAttempt($0, sink) }
        guard let due, due > now else { return nil }
        // A clock that was set back must not delay messages further.
        return min(due - now, PublishBackoff.maximum * 2)
    }

    /// Stores the result of an attempt: delivered messages are deleted, a refused one is kept as
    /// failed, and after a failure the sink waits.
    ///
    /// - Parameters:
    ///   - sink: the sink's name.
    ///   - messages: the messages of the attempt, in order; empty for a mere connection, whose
    ///     success ends the waiting.
    ///   - result: what the sink reported.
    /// - Throws: `DatabaseError`; the messages are delivered again then.
    package func finish(
        _ sink: String,
        _ messages: [PublishMessage],
        _ result: DeliveryResult
    ) throws {
        let now = dependencies.wallClock.now()
        let random = dependencies.random.next()
        try database.writingChanges { db in
            try PublishRow.ensureSink(db, sink)
            let delivered = messages.prefix(result.delivered)
            for message in delivered { try PublishRow.delete(db, message.sequence) }
            if !delivered.isEmpty {
                try PublishRow.noteDelivery(db, sink, delivered.count, now)
            }
            let rest = messages.dropFirst(delivered.count)
            switch result.end {
            case .complete:
                try PublishRow.clearFailure(db, sink)
            case .refused(let reason):
                if let message = rest.first {
                    try PublishRow.fail(db, message.sequence, shortened(reason))
                }
                try PublishRow.clearFailure(db, sink)
                try PublishRow.noteError(db, sink, shortened(reason), now)
            case .failed(let reason, let retryAfter):
                let failures =
                    delivered.isEmpty ? try PublishRow.failures(db, sink) + 1 : 1
                let delay = PublishBackoff.delay(failures: failures, random: random)
                let wait = max(delay, min(retryAfter ?? .zero, PublishBackoff.maximumRetryAfter))
                if let message = rest.first {
                    try PublishRow.noteError(db, message.sequence, shortened(reason))
                }
                try PublishRow.noteError(db, sink, shortened(reason), now)
                try PublishRow.noteFailure(db, sink, failures, now + wait)
            case .stopped: break
            }
        }
    }

    private func shortened(_ reason: String) -> String {
        String(reason.prefix(Self.maximumErrorLength))
    }
}

/// What became of an attempt to deliver messages in order.
package struct DeliveryResult: Sendable, Hashable {
    /// Why the attempt ended.
    package enum End: Sendable, Hashable {
        /// All messages were delivered.
        case complete
        /// The receiver refuses the next message for good.
        case refused(String)
        /// The next message may be delivered later.
        ///
        /// - `retryAfter`: the delay that the receiver asks for.
        case failed(String, retryAfter: Duration?)
        /// The attempt was cancelled.
        case stopped
    }

    /// The number of delivered messages from the start.
    package var delivered: Int
    /// Why the attempt ended.
    package var end: End

    /// Creates a result.
    package init(delivered: Int, end: End) {
        self.delivered = delivered
        self.end = end
    }
}

/// The delay between failed attempts: 2, 4, 8 … 300 s, ±10 %.
package enum PublishBackoff {
    /// The longest delay, without its jitter.
    package static let maximum = Duration.seconds(300)
    /// The longest delay that a receiver may ask for.
    package static let maximumRetryAfter = Duration.seconds(3600)

    /// The delay after a number of consecutive failures, from 1.
    package static func delay(failures: Int64, random: UInt64) -> Duration {
        let seconds = Int64(1) << min(max(failures, 1), 9)
        let base = min(.seconds(seconds), maximum)
        // −10.0 … +10.0 %
        return base + base / 1000 * (Int(random % 201) - 100)
    }
}
