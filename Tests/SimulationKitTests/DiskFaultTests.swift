import SimulationKit
import Synchronization
import Testing
import TrendyModel
import TrendyStore

@Suite("A one-time disk failure")
struct DiskFaultTests {
    @Test("Causes one refused write at most", arguments: DiskFailure.allCases)
    func recovers(_ fault: DiskFailure) throws {
        let refusals = Mutex(0)
        for count in 0..<12 {
            let report = Simulation.run(seed: UInt64(count)) { simulation in
                if try await Self.isRefused(simulation, { fault.happen(on: $0, after: count) }) {
                    refusals.withLock { $0 += 1 }
                }
            }
            #expect(report.failure == nil, "\(fault) after \(count): \(report.failure ?? "")")
        }
        // Otherwise the failure hit no relevant operation.
        #expect(fault == .read || refusals.withLock { $0 } > 0)
    }

    private struct Lost: Error {}

    /// - Returns: whether a write was refused.
    @Sendable
    private static func isRefused(
        _ simulation: Simulation,
        _ fail: (SimulatedDisk) -> Void
    ) async throws -> Bool {
        let disk = SimulatedDisk(name: "phone", random: simulation.random("disk"))
        let clock = SimulatedWallClock(simulation)
        let random = SharedRandom(simulation.random("ids"))
        let store = try DeviceStore(
            path: disk.path("account.sqlite"),
            dependencies: Dependencies(
                wallClock: clock,
                random: random,
                ids: UUIDv7Source(clock: clock, random: random),
                clock: SimulationClock(simulation)
            ),
            files: disk.files
        )
        var isRefused = false
        var recorded: [EntityID] = []
        fail(disk)
        for index in 0..<6 {
            do {
                recorded.append(
                    try await store.write {
                        try $0.entities.create(EventType(name: "Coffee \(index)"))
                    }
                )
            } catch {
                isRefused = true
                disk.clearFaults()
            }
        }
        disk.clearFaults()
        recorded.append(try await store.write { try $0.entities.create(EventType(name: "Tea")) })
        for id in recorded where try await store.read({ try $0.entities.fetch(id: id) }) == nil {
            throw Lost()
        }
        guard recorded.count >= 6 else { throw Lost() }
        try await store.close()
        return isRefused
    }
}
