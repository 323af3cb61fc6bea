import Dispatch
import Foundation
import SimulatedPhone

/// Real time, for a phone with a real server.
struct MainQueueTimeline: PhoneTimeline {
    var now: Date { Date() }

    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
        let (seconds, attoseconds) = delay.components
        let span = Double(seconds) + Double(attoseconds) * 1e-18
        guard span > 0 else { return DispatchQueue.main.async(execute: action) }
        DispatchQueue.main.asyncAfter(deadline: .now() + span, execute: action)
    }
}
