import GRDB
import Testing
import TrendyModel
import TrendyStore

@Suite("A copied database of another device")
struct NewDeviceTests: RecordingSuite {
    private let fixture: StoreFixture
    let store: DeviceStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    /// The ids of all mutations in recording order.
    private func ids(_ store: DeviceStore) async throws -> [String] {
        try await store.database.read {
            try String.fetchAll($0, sql: "SELECT hex(id) FROM mutation ORDER BY seq")
        }
    }

    @Test("Mutations that may have been sent keep their ids; changeable ones get new ids")
    func identifiers() async throws {
        let type = try await type("Coffee")
        try await store.complete(try await store.batch(), .accepted(version: 1, entity: nil))
        let event = try await event(of: type)
        _ = try await store.batch()
        // The first one is in flight, so this one is not merged into it.
        try await store.write { try $0.entities.update(id: event, change: change("notes", "x")) }
        _ = try await self.event(of: type)
        #expect(try await store.batch().count == 2)
        _ = try await self.event(of: type)
        let before = try await ids(store)
        let device = store.deviceID
        try await store.close()

        let queue = try DeviceStore.makeNewDevice(
            path: fixture.path,
            dependencies: fixture.dependencies
        )

        let copy = try fixture.open()
        let after = try await ids(copy)
        #expect(before.count == 4 && after.count == 4)
        #expect(queue == DeviceStore.RestoredQueue(mutations: 4, renewed: 2))
        #expect(zip(before, after).map(==) == [true, false, true, false])
        #expect(Set(after).count == 4)
        #expect(copy.deviceID != device)
        #expect(try await copy.batch().count == 3)
        try await copy.close()
    }

    @Test("A failed mutation gets a new id and stays failed")
    func failed() async throws {
        _ = try await type("Coffee")
        try await store.complete(
            try await store.batch(),
            .refused(problem: RawJSON("no"), retryAt: nil)
        )
        let before = try await ids(store)
        try await store.close()

        _ = try DeviceStore.makeNewDevice(path: fixture.path, dependencies: fixture.dependencies)

        let copy = try fixture.open()
        #expect(try await copy.read { try $0.queue.status() }.failed == 1)
        #expect(try await ids(copy) != before)
        try await copy.close()
    }
}
