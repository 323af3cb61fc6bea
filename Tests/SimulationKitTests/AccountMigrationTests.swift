import SimulationKit
import Synchronization
import Testing
import TrendyModel
import TrendySQLite
import TrendyStore

@Suite("A database that moves to its account's path")
struct AccountMigrationTests {
    @Test(
        "Is moved completely or not at all after any failure",
        arguments: [DiskFailure.write, .full, .sync]
    )
    func failures(_ failure: DiskFailure) throws {
        let refusals = Mutex(0)
        for count in 0..<12 {
            let report = Simulation.run(seed: UInt64(count)) { simulation in
                let hasMoved = try await Self.move(simulation) {
                    failure.happen(on: $0, after: count)
                }
                if !hasMoved { refusals.withLock { $0 += 1 } }
            }
            #expect(report.failure == nil, "\(failure) after \(count): \(report.failure ?? "")")
        }
        // Otherwise the failure hit no relevant operation.
        #expect(refusals.withLock { $0 } > 0)
    }

    private struct Lost: Error {}

    /// - Returns: whether the database is at its account's path.
    @Sendable
    private static func move(
        _ simulation: Simulation,
        fail: (SimulatedDisk) -> Void
    ) async throws -> Bool {
        let disk = SimulatedDisk(name: "phone", random: simulation.random("disk"))
        let clock = SimulatedWallClock(simulation)
        let random = SharedRandom(simulation.random("ids"))
        let dependencies = Dependencies(
            wallClock: clock,
            random: random,
            ids: UUIDv7Source(clock: clock, random: random),
            clock: SimulationClock(simulation)
        )
        let (old, new) = (disk.path("local.sqlite"), disk.path("account.sqlite"))
        func open(_ path: String) throws -> DeviceStore {
            try DeviceStore(path: path, dependencies: dependencies, files: disk.files)
        }

        let store = try open(old)
        let type = try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
        // The commit is in the write-ahead log.
        disk.kill()
        disk.revive()
        fail(disk)
        try? DeviceStore.move(from: old, to: new, files: disk.files)
        disk.clearFaults()

        let hasMoved = disk.files.exists(new)
        let found = try open(hasMoved ? new : old)
        guard try await found.read({ try $0.entities.fetch(id: type) }) != nil else { throw Lost() }
        try await found.close()
        return hasMoved
    }
}
