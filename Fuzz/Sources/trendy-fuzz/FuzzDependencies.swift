import Logging
import Synchronization

@testable import TrendyModel

/// A constant clock, so that an input has the same effect in every run.
struct StoppedClock: WallClock {
    /// 2026-01-15T08:00:00Z.
    static let now = Instant(seconds: 1_768_464_000)

    func now() -> Instant { Self.now }
}

/// SplitMix64 random numbers from a fixed seed.
final class SeededRandom: RandomSource {
    private let state: Mutex<UInt64>

    init(seed: UInt64) {
        state = Mutex(seed)
    }

    func next() -> UInt64 {
        state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}

extension Dependencies {
    /// The dependencies of a fuzzed server.
    static func fuzzed(seed: UInt64) -> Dependencies {
        let random = SeededRandom(seed: seed)
        return Dependencies(
            wallClock: StoppedClock(),
            random: random,
            ids: UUIDv7Source(clock: StoppedClock(), random: random),
            clock: ContinuousClock()
        )
    }
}
