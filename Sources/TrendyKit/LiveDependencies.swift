import Foundation
import Synchronization
public import TrendyModel

/// The system's wall clock.
public struct SystemWallClock: WallClock {
    /// Creates a clock that reads the system time.
    public init() {}

    /// The current system time.
    public func now() -> Instant { Instant(Date()) }
}

/// The random number generator of the operating system.
public struct SystemRandomSource: RandomSource {
    /// Creates a source over the system's generator.
    public init() {}

    /// The next random value.
    public func next() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}

extension Dependencies {
    /// The real clock, random source and id source.
    ///
    /// Only the composition root calls this.
    public static func live() -> Dependencies {
        let clock = SystemWallClock()
        let random = SystemRandomSource()
        return Dependencies(
            wallClock: clock,
            random: random,
            ids: UUIDv7Source(clock: clock, random: random),
            clock: ContinuousClock()
        )
    }
}
