import SimulationKit
import Synchronization
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("A server that dies during a write")
struct UnsyncedCommitTests {
    /// The sync of a commit fails, and the process dies: the commit is in the page cache, and the
    /// next process can read it.
    @Test("Syncs an earlier commit before it reports the commit as a duplicate")
    func powerLoss() throws {
        let duplicates = Mutex(0)
        for seed in 0..<20 {
            let report = Simulation.run(seed: UInt64(seed)) { simulation in
                if try await Self.reportsDuplicate(simulation) { duplicates.withLock { $0 += 1 } }
            }
            #expect(report.failure == nil, "seed \(seed): \(report.failure ?? "")")
        }
        // Otherwise no unsynced commit was reported.
        #expect(duplicates.withLock { $0 } > 0)
    }

    private struct Lost: Error {}
    private struct NotRefused: Error {}

    /// - Returns: whether the server had an unacknowledged change and reported it as a duplicate.
    @Sendable
    private static func reportsDuplicate(_ simulation: Simulation) async throws -> Bool {
        let disk = SimulatedDisk(name: "server", random: simulation.random("disk"))
        let clock = SimulatedWallClock(simulation)
        let random = SharedRandom(simulation.random("ids"))
        let ids = UUIDv7Source(clock: clock, random: random)
        func open() throws -> SQLiteStore {
            try SQLiteStore(path: disk.path("server.sqlite"), random: random, files: disk.files)
        }

        var store = try open()
        let account = Account(
            id: ids.next(),
            email: "ada@example.com",
            passwordHash: "none",
            createdAt: clock.now()
        )
        _ = try await store.createAccount(account, invite: nil, now: clock.now())
        let type = ids.next()
        let mutation = PushMutation(
            id: ids.next(),
            kind: .eventType,
            operation: .create,
            entityID: type,
            baseVersion: nil,
            editedAt: clock.now(),
            fields: EventType(name: "Coffee").document.json
        )
        func push(to store: SQLiteStore) async throws -> PushStatus? {
            try await store.push(
                account: account.id,
                commands: [PushCommand(mutation: mutation, requestHash: [1])],
                now: clock.now()
            ).results.first?.status
        }

        disk.failSync(after: 0)
        do {
            _ = try await push(to: store)
            throw NotRefused()
        } catch is NotRefused {
            throw NotRefused()
        } catch {
            // The commit failed, as expected.
        }
        disk.kill()
        disk.clearFaults()
        disk.revive()
        store = try open()
        let status = try await push(to: store)
        disk.losePower()
        disk.revive()
        store = try open()
        guard try await store.entity(account: account.id, id: type) != nil else { throw Lost() }
        try await store.close()
        return status == .duplicate
    }
}
