import Foundation
import Synchronization
package import TrendyModel

/// The system's wall clock.
package struct SystemWallClock: WallClock {
    /// Creates a clock that reads the system time.
    package init() {}

    /// The current system time.
    package func now() -> Instant { Instant(Date()) }
}

/// The random number generator of the operating system.
package struct SystemRandomSource: RandomSource {
    /// Creates a source over the system's generator.
    package init() {}

    /// The next random value.
    package func next() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}

extension Dependencies {
    /// The real clock, random source and id source.
    ///
    /// Only the composition root calls this.
    package static func live() -> Dependencies {
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
