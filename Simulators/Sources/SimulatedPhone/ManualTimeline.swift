public import Foundation
import Synchronization

/// A timeline for tests: time advances only on request.
///
/// Safe to use from several tasks. Actions run on the thread that advances, one at a time, in order
/// of their due time, then of scheduling.
public final class ManualTimeline: PhoneTimeline {
    private struct Item {
        let due: Date
        let number: Int
        let action: @Sendable () -> Void

        func isBefore(_ other: Item) -> Bool {
            (due, number) < (other.due, other.number)
        }
    }

    private struct State {
        var now: Date
        var scheduled = 0
        /// Sorted; the next one is last.
        var items: [Item] = []
    }

    private let state: Mutex<State>

    /// 2026-01-01T00:00:00Z, the default start of a timeline.
    public static let beginning = Date(timeIntervalSince1970: 1_767_225_600)

    /// A timeline that starts at a date.
    public init(now: Date = ManualTimeline.beginning) {
        state = Mutex(State(now: now))
    }

    /// The virtual time.
    public var now: Date { state.withLock { $0.now } }

    /// The number of scheduled actions.
    public var waiting: Int { state.withLock { $0.items.count } }

    /// The due time of the next action; `nil` when there is none.
    public var nextDue: Date? { state.withLock { $0.items.last?.due } }

    /// Schedules an action; never calls it at once.
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.scheduled += 1
            let item = Item(
                due: state.now.addingTimeInterval(max(0, delay.seconds)),
                number: state.scheduled,
                action: action
            )
            var low = 0
            var high = state.items.count
            while low < high {
                let middle = (low + high) / 2
                if item.isBefore(state.items[middle]) { low = middle + 1 } else { high = middle }
            }
            state.items.insert(item, at: low)
        }
    }

    /// Advances by a duration and runs all actions that become due.
    public func advance(by span: Duration) {
        run(until: now.addingTimeInterval(max(0, span.seconds)))
    }

    /// Advances to a date, which may be now, and runs all actions that are due by then.
    public func run(until end: Date) {
        while let action = next(until: end) { action() }
        state.withLock { $0.now = max($0.now, end) }
    }

    /// Advances until no action is scheduled.
    ///
    /// - `limit`: the number of actions after which the phone is considered to be in a loop.
    public func runUntilIdle(limit: Int = 1_000_000) {
        var count = 0
        while let action = next(until: .distantFuture) {
            count += 1
            precondition(count <= limit, "The timeline never becomes idle: \(limit) actions ran.")
            action()
        }
    }

    private func next(until end: Date) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard let item = state.items.last, item.due <= end else { return nil }
            state.items.removeLast()
            state.now = max(state.now, item.due)
            return item.action
        }
    }
}
