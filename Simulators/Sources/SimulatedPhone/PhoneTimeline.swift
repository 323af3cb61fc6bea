// SimulatedPhone: the state that a phone's simulated frameworks share: time, randomness, the device
// and the app's process.

import Dispatch
public import Foundation

/// Injected virtual time: a simulated phone reads no clock and schedules every delay here.
///
/// Actions may be called on any thread. An implementation never calls one inside of
/// ``schedule(after:_:)``, so that a caller may hold its lock.
public protocol PhoneTimeline: Sendable {
    /// The true wall-clock time.
    var now: Date { get }

    /// Calls an action once, after a delay; actions with the same due time run in the order of
    /// scheduling.
    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void)

    /// Runs an action on the main actor: at once if possible, otherwise soon.
    ///
    /// A simulation, which provides the main actor, runs it at once.
    func onMainActor(_ action: @escaping @MainActor @Sendable () -> Void)
}

extension PhoneTimeline {
    /// Runs at once on the main queue; from other threads, as a job of the main actor.
    public func onMainActor(_ action: @escaping @MainActor @Sendable () -> Void) {
        guard MainQueue.isCurrent else {
            Task { @MainActor in action() }
            return
        }
        MainActor.assumeIsolated(action)
    }
}

/// Identifies the main queue by a queue-specific value: on Linux it does not always run on the main
/// thread.
private enum MainQueue {
    private static let mark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }
}

extension Duration {
    /// The duration in seconds, for dates.
    package var seconds: TimeInterval {
        let (whole, attoseconds) = components
        return TimeInterval(whole) + TimeInterval(attoseconds) / 1e18
    }
}
