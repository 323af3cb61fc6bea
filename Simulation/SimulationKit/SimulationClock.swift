public import TrendyModel

/// The clock of a simulation: waits take no time.
public struct SimulationClock: Clock {
    /// A moment, counted from the simulation's beginning.
    public struct Instant: InstantProtocol {
        /// The time since the simulation began.
        public let offset: Duration

        /// The moment so much later.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        /// The time from here to another moment.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether one moment is before another.
        public static func < (left: Instant, right: Instant) -> Bool {
            left.offset < right.offset
        }
    }

    private let simulation: Simulation

    /// The clock of a simulation.
    public init(_ simulation: Simulation) {
        self.simulation = simulation
    }

    /// Now.
    public var now: Instant { Instant(offset: simulation.now) }

    /// A nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Waits.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await simulation.sleep(until: deadline.offset)
    }
}

/// The wall clock of one simulated computer, which its owner or a fault may set wrong.
public final class SimulatedWallClock: WallClock, @unchecked Sendable {
    // Unchecked: a simulation is one thread, and nothing else holds this.
    private let simulation: Simulation
    /// How far it is ahead of the true time.
    public var skew: Duration

    /// A clock that is so far ahead.
    public init(_ simulation: Simulation, skew: Duration = .zero) {
        self.simulation = simulation
        self.skew = skew
    }

    /// The instant that the computer believes it is.
    public func now() -> TrendyModel.Instant { simulation.wallTime + skew }
}
