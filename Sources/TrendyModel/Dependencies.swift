import Synchronization

/// Where random numbers come from; a simulator owns them by giving its own.
public protocol RandomSource: Sendable {
    /// 64 random bits.
    func next() -> UInt64
}

/// Where the wall clock is read.
public protocol WallClock: Sendable {
    /// The instant the device believes it is.
    func now() -> Instant
}

/// Where the ids of what a person creates come from.
public protocol EntityIDSource: Sendable {
    /// A new id, greater than those before it.
    func next() -> EntityID
}

/// UUIDv7 ids from a wall clock and a random source.
public final class UUIDv7Source<Clock: WallClock, Random: RandomSource>: EntityIDSource {
    private let clock: Clock
    private let random: Random
    private let generator = Mutex(UUIDv7Generator())

    /// A source that shares the clock and the random numbers given.
    public init(clock: Clock, random: Random) {
        self.clock = clock
        self.random = random
    }

    /// The next value.
    public func next() -> EntityID {
        generator.withLock { $0.next(at: clock.now(), random: random) }
    }
}

/// What the outside world gives to the code: time, chance and ids.
public struct Dependencies: Sendable {
    /// The wall clock.
    public var wallClock: any WallClock
    /// The random numbers.
    public var random: any RandomSource
    /// The ids of what is created here.
    public var ids: any EntityIDSource
    /// The clock that waits run on.
    public var clock: any Clock<Duration>

    /// Bundles the dependencies given.
    public init(
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
