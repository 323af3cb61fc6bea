public import Foundation
import Synchronization

/// A timeline for tests: time stands still until it is told to go on.
///
/// Safe to use from several tasks; actions run on the thread that advances, one after the other,
/// in the order of their time, then of their scheduling.
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
        /// Sorted, the next one last.
        var items: [Item] = []
    }

    private let state: Mutex<State>

    /// 2026-01-01T00:00:00Z, where a timeline begins unless told otherwise.
    public static let beginning = Date(timeIntervalSince1970: 1_767_225_600)

    /// A timeline that begins at a moment.
    public init(now: Date = ManualTimeline.beginning) {
        state = Mutex(State(now: now))
    }

    /// The virtual time.
    public var now: Date { state.withLock { $0.now } }

    /// The actions that wait.
    public var waiting: Int { state.withLock { $0.items.count } }

    /// When the next of them is due; `nil` when none waits.
    public var nextDue: Date? { state.withLock { $0.items.last?.due } }

    /// Keeps an action until its time has come; never calls it at once.
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

    /// Lets a span pass, and all that becomes due in it happen.
    public func advance(by span: Duration) {
        run(until: now.addingTimeInterval(max(0, span.seconds)))
    }

    /// Goes on to a moment, which may be now; what is due until then happens.
    public func run(until end: Date) {
        while let action = next(until: end) { action() }
        state.withLock { $0.now = max($0.now, end) }
    }

    /// Goes on until nothing waits any more.
    ///
    /// - `limit`: actions after which the phone is taken to keep itself busy for ever.
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
