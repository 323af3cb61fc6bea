package import Foundation
import SimulatedPhone
package import SimulationKit
import TrendyModel

/// The clock and random source of a simulation for simulated phones.
package struct SimulationTimeline: PhoneTimeline {
    private let simulation: Simulation

    /// A timeline of a simulation.
    package init(_ simulation: Simulation) {
        self.simulation = simulation
    }

    /// The true wall-clock time.
    package var now: Date {
        Date(timeIntervalSince1970: Double(simulation.wallTime.milliseconds) / 1000)
    }

    /// Calls an action once, after a delay.
    package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
        simulation.after(delay, action)
    }

    /// Runs an action on the main actor, which the simulation provides.
    package func onMainActor(_ action: @escaping @MainActor @Sendable () -> Void) {
        MainActor.assumeIsolated(action)
    }
}
