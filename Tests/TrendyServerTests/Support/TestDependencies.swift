import Synchronization
import TrendyModel

/// A clock that changes only by ``advance(by:)``.
final class TestClock: WallClock {
    private let instant = Mutex(Instant(seconds: 1_790_000_000))

    func now() -> Instant { instant.withLock { $0 } }

    func advance(by duration: Duration) {
        instant.withLock { $0 = $0 + duration }
    }
}

/// SplitMix64 random numbers, equal in every run with the same seed.
final class TestRandom: RandomSource {
    private let state: Mutex<UInt64>

    init(seed: UInt64) {
        state = Mutex(seed)
    }

    func next() -> UInt64 {
        state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }
}

/// The injected dependencies of one test.
struct TestWorld: Sendable {
    let clock = TestClock()
    let random: TestRandom
    let dependencies: Dependencies

    init(seed: UInt64 = 1) {
        random = TestRandom(seed: seed)
        dependencies = Dependencies(
            wallClock: clock,
            random: random,
            ids: UUIDv7Source(clock: clock, random: random),
            clock: ContinuousClock()
        )
    }

    func id() -> EntityID { dependencies.ids.next() }
}
