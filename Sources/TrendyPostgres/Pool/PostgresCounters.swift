import Synchronization
package import TrendyServer

/// What the connections of a pool counted since its start, for metrics.
package final class PostgresCounters: Sendable {
    /// The counts of one moment.
    package struct Values: Sendable, Equatable {
        /// The times until calls got a connection.
        package var waits = DurationTally()
        /// Calls that got no connection, by reason.
        package var refusals: [String: Int] = [:]
        /// Repetitions of transactions after a conflict.
        package var conflicts = 0
        /// Commits whose result is unknown.
        package var unknownCommits = 0

        static func += (left: inout Values, right: Values) {
            left.waits += right.waits
            left.refusals.merge(right.refusals, uniquingKeysWith: +)
            left.conflicts += right.conflicts
            left.unknownCommits += right.unknownCommits
        }
    }

    private let state = Mutex(Values())

    init() {}

    /// The current counts.
    package var values: Values { state.withLock { $0 } }

    func waited(_ duration: Duration) { state.withLock { $0.waits.add(duration) } }

    func conflicted() { state.withLock { $0.conflicts += 1 } }

    /// Counts an error of a call to the pool.
    func failed(_ error: any Error) {
        guard let error = error as? PostgresError else { return }
        if error.kind == .commitUnknown {
            state.withLock { $0.unknownCommits += 1 }
        } else if let reason = Self.refusals.first(where: { $0.origin == error.origin })?.name {
            state.withLock { $0.refusals[reason, default: 0] += 1 }
        }
    }

    /// The reasons of refusals, with their names as values of a label.
    static let refusals: [(origin: PostgresError.Origin, name: String)] = [
        (.poolIsFull, "full"), (.poolTimeout, "timeout"), (.cannotConnect, "unreachable"),
        (.poolIsClosed, "closed"),
    ]
}
