public import Foundation
public import SimulatedPhone
public import SimulationKit
import TrendyModel

/// The time and the chance of a simulation, as simulated phones ask for them.
public struct SimulationTimeline: PhoneTimeline {
    private let simulation: Simulation

    /// The time of a simulation.
    public init(_ simulation: Simulation) {
        self.simulation = simulation
    }

    /// The true wall time.
    public var now: Date {
        Date(timeIntervalSince1970: Double(simulation.wallTime.milliseconds) / 1000)
    }

    /// Calls an action once, after a span.
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
        simulation.after(delay, action)
    }

    /// Does something on the main actor, which is the simulation's own.
    public func onMainActor(_ action: @escaping @MainActor @Sendable () -> Void) {
        MainActor.assumeIsolated(action)
    }
}
