// SimulatedPhone: what the simulated frameworks of one phone share: time, chance, the device and
// the process of the app.

import Dispatch
public import Foundation

/// Virtual time, handed in: a simulated phone reads no clock and waits for nothing by itself.
///
/// Actions may be called on any thread; an implementation never calls one inside of
/// ``schedule(after:_:)``, so that a caller may hold its lock.
public protocol PhoneTimeline: Sendable {
    /// The true wall time.
    var now: Date { get }

    /// Calls an action once, after a span; what is due at the same moment runs in the order in
    /// which it was scheduled.
    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void)

    /// Does something on the main actor: at once when that is possible, else soon.
    ///
    /// Whoever owns the main actor, as a simulation does, does it at once.
    func onMainActor(_ action: @escaping @MainActor @Sendable () -> Void)
}

extension PhoneTimeline {
    /// At once on the main queue; from anywhere else, as a job of the main actor's.
    public func onMainActor(_ action: @escaping @MainActor @Sendable () -> Void) {
        guard MainQueue.isCurrent else {
            Task { @MainActor in action() }
            return
        }
        MainActor.assumeIsolated(action)
    }
}

/// The main queue, known by a mark: on Linux it is not always the main thread that serves it.
private enum MainQueue {
    private static let mark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }
}

extension Duration {
    /// As seconds, for dates.
    package var seconds: TimeInterval {
        let (whole, attoseconds) = components
        return TimeInterval(whole) + TimeInterval(attoseconds) / 1e18
    }
}
