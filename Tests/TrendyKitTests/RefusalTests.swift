import Synchronization
import Testing
import TrendyHTTP
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("A server that refuses or fails")
struct RefusalTests {
    @Test(
        "A server that fails over everything is nobody's fault: no attempt counts, few requests",
        arguments: [ProblemCode.internal, .forbidden, .notFound]
    )
    func serverTrouble(code: ProblemCode) async throws {
        try await TestWorld.run { world in
            let box = FaultyBox()
            let isBroken = Mutex(true)
            let a = try await world.device("a") { base in
                box.wrap(base) { _ in
                    isBroken.withLock { $0 } ? Problem(code, detail: "Broken.") : nil
                }
            }
            for index in 0..<600 { try await a.store.log("Coffee", at: Int64(index)) }

            for _ in 0..<7 {
                await #expect(throws: SyncFailure.self) { try await a.sync() }
            }
            let during = try await a.store.status()
            let pushes = try #require(box.transport).pushCount
            isBroken.withLock { $0 = false }
            try await a.sync()

            #expect(during.failed == 0)
            #expect(during.pending == 601)
            #expect(during.lastError?.contains("Broken.") == true)
            #expect(pushes <= 7 * 3)
            #expect(try await a.store.status().pending == 0)
        }
    }

    @Test("A server that serves only newer apps says so; everything recorded stays")
    func upgrade() async throws {
        try await TestWorld.run(minimumContract: 1) { world in
            let a = try await world.device("a")
            try await a.sync()
            try await a.store.log("Coffee")
            let store = a.store
            try await TestWorld.serving(
                world.directory + "/newer.sqlite",
                minimumContract: 99
            ) { url in
                let address = try #require(ServerAddress(url))
                let client = AccountClient(address: address, wallClock: SystemWallClock())
                let failure = await #expect(throws: SyncFailure.self) {
                    try await client.signUp(Credentials(email: "b@x.org", password: "long enough"))
                }
                #expect(failure?.code == .upgradeRequired)
                try await client.shutdown()
            }
            #expect(try await store.status().pending == 2)
        }
    }

    @Test("An app that is told to update keeps its queue, says so, and goes on once it is newer")
    func upgradeWhileQueued() async throws {
        try await TestWorld.run { world in
            let box = FaultyBox()
            let isOld = Mutex(true)
            let a = try await world.device("a") { base in
                box.wrap(base) { _ in
                    isOld.withLock { $0 } ? Problem(.upgradeRequired, detail: "Too old.") : nil
                }
            }
            for index in 0..<20 { try await a.store.log("Coffee", at: Int64(index)) }
            for _ in 0..<8 { await #expect(throws: SyncFailure.self) { try await a.sync() } }

            let status = SyncStatus(queue: try await a.store.status(), now: Instant(seconds: 0))
            #expect(status.queue.pending == 21 && status.queue.failed == 0)
            #expect(status.obstacle == .needsUpgrade)
            isOld.withLock { $0 = false }
            #expect(try await a.sync().pushed == 21)
        }
    }

    @Test("A mutation that the server fails over is found; all others get through")
    func poison() async throws {
        try await TestWorld.run { world in
            let box = FaultyBox()
            let poison = Mutex<EntityID?>(nil)
            let a = try await world.device("a") { base in
                box.wrap(base) { request in
                    let bad = poison.withLock { $0 }
                    return request.mutations.contains { $0.entityID == bad }
                        ? Problem(.internal, detail: "It crashed.") : nil
                }
            }
            for index in 0..<40 { try await a.store.log("Coffee", at: Int64(index)) }
            let bad = try await a.store.log("Coffee")
            poison.withLock { $0 = bad }
            for index in 0..<40 { try await a.store.log("Coffee", at: Int64(index)) }

            _ = try? await a.sync()  // Whether it ends well is told by the status.

            let status = try await a.store.status()
            #expect(status.pending == 1)
            #expect(status.failed == 0)
            #expect(try await a.store.nextAttempt().map { $0.milliseconds > 0 } == true)
        }
    }

    @Test("A mutation whose content is refused fails at once; all others get through")
    func badContent() async throws {
        try await TestWorld.run { world in
            let box = FaultyBox()
            let poison = Mutex<EntityID?>(nil)
            let a = try await world.device("a") { base in
                box.wrap(base) { request in
                    let bad = poison.withLock { $0 }
                    return request.mutations.contains { $0.entityID == bad }
                        ? Problem(.validation, detail: "It cannot be read.") : nil
                }
            }
            for index in 0..<40 { try await a.store.log("Coffee", at: Int64(index)) }
            let bad = try await a.store.log("Coffee")
            poison.withLock { $0 = bad }

            try await a.sync()

            let failed = try await a.store.failedMutations()
            #expect(failed.map(\.entityID) == [bad])
            #expect(failed.first?.problem?.string == nil)
            #expect(try await a.store.status().pending == 0)
            poison.withLock { $0 = nil }
            #expect(try await a.store.retry(.all) == 1)
            try await a.sync()
            #expect(try await a.agrees())
        }
    }
}
