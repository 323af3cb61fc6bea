public import Foundation
public import SimulatedPhone
public import SimulationKit
import TrendyModel

/// The clock and random source of a simulation for simulated phones.
public struct SimulationTimeline: PhoneTimeline {
    private let simulation: Simulation

    /// A timeline of a simulation.
    public init(_ simulation: Simulation) {
        self.simulation = simulation
    }

    /// The true wall-clock time.
    public var now: Date {
        Date(timeIntervalSince1970: Double(simulation.wallTime.milliseconds) / 1000)
    }

    /// Calls an action once, after a delay.
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
        simulation.after(delay, action)
    }

    /// Runs an action on the main actor, which the simulation provides.
    public func onMainActor(_ action: @escaping @MainActor @Sendable () -> Void) {
        MainActor.assumeIsolated(action)
    }
}
