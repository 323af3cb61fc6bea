import Foundation
import Synchronization
public import TrendyModel

/// The real wall clock.
public struct SystemWallClock: WallClock {
    /// The clock of this machine.
    public init() {}

    /// The instant the machine believes it is.
    public func now() -> Instant { Instant(Date()) }
}

/// Random numbers of the operating system.
public struct SystemRandomSource: RandomSource {
    /// The generator of this machine.
    public init() {}

    /// The next value.
    public func next() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}

extension Dependencies {
    /// Time, chance and ids of the real world; for the composition root only.
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
