package import TrendyModel

/// A clock in a simulation's virtual time: waiting takes no real time.
package struct SimulationClock: Clock {
    /// A time, as the offset from the simulation's start.
    package struct Instant: InstantProtocol {
        /// The time since the simulation's start.
        package let offset: Duration

        /// The time after a duration.
        package func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        /// The duration from this time to another.
        package func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether one time is before another.
        package static func < (left: Instant, right: Instant) -> Bool {
            left.offset < right.offset
        }
    }

    private let simulation: Simulation

    /// The clock of a simulation.
    package init(_ simulation: Simulation) {
        self.simulation = simulation
    }

    /// The current virtual time.
    package var now: Instant { Instant(offset: simulation.now) }

    /// One nanosecond.
    package var minimumResolution: Duration { .nanoseconds(1) }

    /// Waits until a deadline.
    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await simulation.sleep(until: deadline.offset)
    }
}

/// The wall clock of one simulated computer.
///
/// Its owner or a fault can set its skew.
package final class SimulatedWallClock: WallClock, @unchecked Sendable {
    // Unchecked: only the simulation's single thread uses this object.
    private let simulation: Simulation
    /// The offset from the true time; positive when the clock is fast.
    package var skew: Duration

    /// A clock with a skew.
    package init(_ simulation: Simulation, skew: Duration = .zero) {
        self.simulation = simulation
        self.skew = skew
    }

    /// The time that the clock shows.
    package func now() -> TrendyModel.Instant { simulation.wallTime + skew }
}
