import Foundation
import SimulatedPhone
import SimulationKit
import TrendyModel

/// Adapts a simulation's clock to the timeline of a simulated phone.
struct ReplayTimeline: PhoneTimeline {
    let simulation: Simulation

    var now: Date { Date(simulation.wallTime) }

    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
        simulation.after(delay, action)
    }
}
