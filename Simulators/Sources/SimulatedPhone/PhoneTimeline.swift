// SimulatedPhone: what the simulated frameworks of one phone share: time, chance, the device and
// the process of the app.

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
}

extension Duration {
    /// As seconds, for dates.
    package var seconds: TimeInterval {
        let (whole, attoseconds) = components
        return TimeInterval(whole) + TimeInterval(attoseconds) / 1e18
    }
}
