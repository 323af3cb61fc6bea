public import TrendyModel

/// A clock in a simulation's virtual time: waiting takes no real time.
public struct SimulationClock: Clock {
    /// A time, as the offset from the simulation's start.
    public struct Instant: InstantProtocol {
        /// The time since the simulation's start.
        public let offset: Duration

        /// The time after a duration.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        /// The duration from this time to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether one time is before another.
        public static func < (left: Instant, right: Instant) -> Bool {
            left.offset < right.offset
        }
    }

    private let simulation: Simulation

    /// The clock of a simulation.
    public init(_ simulation: Simulation) {
        self.simulation = simulation
    }

    /// The current virtual time.
    public var now: Instant { Instant(offset: simulation.now) }

    /// One nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Waits until a deadline.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await simulation.sleep(until: deadline.offset)
    }
}

/// The wall clock of one simulated computer.
///
/// Its owner or a fault can set its skew.
public final class SimulatedWallClock: WallClock, @unchecked Sendable {
    // Unchecked: only the simulation's single thread uses this object.
    private let simulation: Simulation
    /// The offset from the true time; positive when the clock is fast.
    public var skew: Duration

    /// A clock with a skew.
    public init(_ simulation: Simulation, skew: Duration = .zero) {
        self.simulation = simulation
        self.skew = skew
    }

    /// The time that the clock shows.
    public func now() -> TrendyModel.Instant { simulation.wallTime + skew }
}
