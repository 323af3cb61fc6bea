import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Epochs of a restored server")
struct PreviousEpochTests {
    @Test("A snapshot lists the last version of each previous epoch, latest first")
    func previousEpochs() async throws {
        let path = try temporaryFile()
        let world = TestWorld(seed: 1)
        var store = try SQLiteStore(path: path, random: world.random)
        let ada = try await StoreFixture.addAccount(to: store, world, "ada@example.com")
        let bob = try await StoreFixture.addAccount(to: store, world, "bob@example.com")
        var cursors: [TrendyWire.Cursor] = []
        for count in 1...3 {
            for _ in 0..<count { try await addType(to: store, ada, world) }
            let start = try await store.snapshotStart(account: ada)
            #expect(start.previousEpochs == cursors)
            cursors.insert(TrendyWire.Cursor(epoch: start.epoch, version: start.version), at: 0)
            try await store.close()
            try SQLiteStore.renewEpochs(path: path, random: world.random)
            store = try SQLiteStore(path: path, random: world.random)
        }

        #expect(try await store.snapshotStart(account: ada).previousEpochs == cursors)
        #expect(cursors.map(\.version) == [6, 3, 1])
        #expect(
            try await store.snapshotStart(account: bob).previousEpochs.map(\.version) == [0, 0, 0]
        )
        let carol = try await StoreFixture.addAccount(to: store, world, "carol@example.com")
        #expect(try await store.snapshotStart(account: carol).previousEpochs.isEmpty)
        try await store.close()
    }

    private func addType(
        to store: SQLiteStore,
        _ account: EntityID,
        _ world: TestWorld
    ) async throws {
        let id = world.id()
        let mutation = PushMutation(
            id: world.id(),
            kind: .eventType,
            operation: .create,
            entityID: id,
            baseVersion: nil,
            editedAt: world.clock.now(),
            fields: RawJSON(unchecked: Array(typeFields("\(id)").utf8))
        )
        let command = PushCommand(mutation: mutation, requestHash: Array("\(mutation.id)".utf8))
        let outcome = try await store.push(
            account: account,
            commands: [command],
            now: world.clock.now()
        )
        #expect(outcome.results.map(\.status) == [.applied])
    }
}
