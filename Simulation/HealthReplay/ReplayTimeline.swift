import Foundation
import SimulatedPhone
import SimulationKit
import TrendyModel

/// The time of a simulation, as a simulated phone asks for it.
struct ReplayTimeline: PhoneTimeline {
    let simulation: Simulation

    var now: Date { Date(simulation.wallTime) }

    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
        simulation.after(delay, action)
    }
}
