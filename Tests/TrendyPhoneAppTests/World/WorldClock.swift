import Dispatch
import Foundation
import SimulatedPhone
import Synchronization
import TrendyModel

/// A wall clock that only a test moves.
final class WorldClock: WallClock {
    private let instant: Mutex<Instant>

    init(_ text: String) {
        instant = Mutex(Instant(rfc3339: text) ?? Instant(seconds: 0))
    }

    func now() -> Instant { instant.withLock { $0 } }

    func advance(by duration: Duration) { instant.withLock { $0 = $0 + duration } }
}

/// The time of a phone: the instant of the test's clock, real delays.
struct WorldTimeline: PhoneTimeline {
    let clock: WorldClock

    var now: Date {
        Date(timeIntervalSince1970: Double(clock.now().milliseconds) / 1000)
    }

    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
        let (seconds, attoseconds) = delay.components
        let span = Double(seconds) + Double(attoseconds) * 1e-18
        guard span > 0 else { return DispatchQueue.main.async(execute: action) }
        DispatchQueue.main.asyncAfter(deadline: .now() + span, execute: action)
    }
}
