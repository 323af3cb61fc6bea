import Synchronization

/// A source of random numbers; simulators replace it with a seeded one.
package protocol RandomSource: Sendable {
    /// 64 random bits.
    func next() -> UInt64
}

/// A source of the current wall-clock time.
package protocol WallClock: Sendable {
    /// The current time of the device's clock.
    func now() -> Instant
}

/// A source of ids for created entities.
package protocol EntityIDSource: Sendable {
    /// A new id, greater than all previous ids.
    func next() -> EntityID
}

/// A source of UUIDv7 ids from a wall clock and a random source.
package final class UUIDv7Source<Clock: WallClock, Random: RandomSource>: EntityIDSource {
    private let clock: Clock
    private let random: Random
    private let generator = Mutex(UUIDv7Generator())

    /// Creates a source with a shared clock and random source.
    package init(clock: Clock, random: Random) {
        self.clock = clock
        self.random = random
    }

    /// A new id, greater than all previous ids.
    package func next() -> EntityID {
        generator.withLock { $0.next(at: clock.now(), random: random) }
    }
}

/// The injected sources of time, random numbers and ids.
public struct Dependencies: Sendable {
    /// The wall clock.
    package var wallClock: any WallClock
    /// The source of random numbers.
    package var random: any RandomSource
    /// The source of ids for created entities.
    package var ids: any EntityIDSource
    /// The clock for sleeping and timeouts.
    package var clock: any Clock<Duration>

    /// Creates a set of dependencies.
    package init(
        wallClock: any WallClock,
        random: any RandomSource,
        ids: any EntityIDSource,
        clock: any Clock<Duration>
    ) {
        self.wallClock = wallClock
        self.random = random
        self.ids = ids
        self.clock = clock
    }
}
