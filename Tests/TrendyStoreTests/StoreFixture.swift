import Foundation
import Synchronization
import TrendyModel
import TrendyStore

/// A clock that a test advances.
final class ManualClock: WallClock {
    private let instant = Mutex(Instant(seconds: 1_768_000_000))

    func now() -> Instant { instant.withLock { $0 } }

    func advance(by duration: Duration) { instant.withLock { $0 = $0 + duration } }
}

/// Random numbers from a seed.
final class SeededRandom: RandomSource {
    private let state: Mutex<UInt64>

    init(_ seed: UInt64) {
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

/// A device's database in a temporary directory, which is removed when the fixture is deallocated.
final class StoreFixture: Sendable {
    let directory: String
    let clock = ManualClock()
    let dependencies: Dependencies

    var path: String { directory + "/device.sqlite" }

    init(seed: UInt64 = 1) throws {
        directory = FileManager.default.temporaryDirectory.path + "/store-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        let random = SeededRandom(seed)
        dependencies = Dependencies(
            wallClock: clock,
            random: random,
            ids: UUIDv7Source(clock: clock, random: random),
            clock: ContinuousClock()
        )
    }

    deinit {
        // The system removes temporary directories that cannot be removed here.
        try? FileManager.default.removeItem(atPath: directory)
    }

    func open() throws -> DeviceStore {
        try DeviceStore(path: path, dependencies: dependencies)
    }
}

/// A policy by which the server's content always wins, for tests without conflicts.
struct RemoteWins: MergePolicy {
    func resolve(_ divergence: Divergence) -> Resolution {
        Resolution(merged: divergence.remote, losses: [])
    }
}

extension DeviceStore {
    /// Selects the next batch, without a byte limit.
    func batch(_ limit: Int = 500) throws -> [StoredMutation] {
        try write { try $0.queue.nextBatch(limit: limit, byteLimit: .max) }?.mutations ?? []
    }

    /// Applies one outcome to mutations that were sent.
    func complete(_ mutations: [StoredMutation], _ outcome: MutationOutcome) throws {
        _ = try write { transaction in
            try transaction.queue.apply(
                MutationBatch(mutations: mutations),
                outcomes: Dictionary(uniqueKeysWithValues: mutations.map { ($0.id, outcome) }),
                cursorRange: nil,
                policy: RemoteWins(),
                nextLimit: 1,
                nextByteLimit: 1
            )
        }
    }
}
