import Testing
import TrendyModel
import TrendyStore

/// Guards against databases that a system finds locked when it suspends the app, and against
/// connections that are no good any more when it comes back.
@Suite("Suspension")
struct SuspensionTests {
    private let fixture: StoreFixture
    private let store: DeviceStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private func isFree() async throws -> Bool {
        do {
            try await fixture.open().close()
            return true
        } catch let error as StoreError where error.code == .inUse {
            return false
        }
    }

    private func expectRefusal(_ code: StoreError.Code) async {
        let error = await #expect(throws: StoreError.self) {
            try await store.write { try $0.entities.create(EventType(name: "Refused")) }
        }
        #expect(error?.code == code)
    }

    @Test("While something is under way, the database is not let go of")
    func busy() async throws {
        store.work.begin()
        store.work.begin()
        store.work.end()

        #expect(await store.suspend() == false)
        #expect(!store.work.isSuspended)
        #expect(try await !isFree())
        try await store.write { try $0.entities.create(EventType(name: "Coffee")) }

        store.work.end()
        #expect(await store.suspend())
        #expect(try await isFree())
    }

    @Test("Let go of, it can be opened by others; writes are refused, reads go on")
    func suspended() async throws {
        let coffee = try await store.write { try $0.entities.create(EventType(name: "Coffee")) }

        #expect(await store.suspend())

        await expectRefusal(.suspended)
        #expect(try await store.read { try $0.entities.fetch(id: coffee) } != nil)
        #expect(try await store.read { try $0.queue.status() }.pending == 1)
        let other = try fixture.open()
        let tea = try await other.write { try $0.entities.create(EventType(name: "Tea")) }
        try await other.close()
        #expect(try await store.read { try $0.entities.fetch(id: tea) } != nil)
        await expectRefusal(.suspended)
    }

    @Test("Woken by the system, it takes the lock again, once for each suspension")
    func resumed() async throws {
        for name in ["Coffee", "Tea", "Water"] {
            #expect(await store.suspend())
            store.work.begin(isWake: true)
            try await store.write { try $0.entities.create(EventType(name: name)) }
            #expect(try await !isFree())
            store.work.end()
        }

        #expect(try await store.read { try $0.entities.fetchAll(kind: .eventType) }.count == 3)
        #expect(try await store.read { try $0.queue.status() }.pending == 3)
    }

    @Test("What is for the time of a suspension is not done after a wake")
    func onlyWhileShut() async throws {
        var calls = 0
        store.work.ifSuspended { calls += 1 }
        #expect(calls == 0)

        #expect(await store.suspend())
        store.work.ifSuspended { calls += 1 }
        #expect(calls == 1)

        store.work.begin(isWake: true)
        store.work.ifSuspended { calls += 1 }
        #expect(calls == 1)
    }

    @Test("The app's return opens it for writes that nobody has announced")
    func opened() async throws {
        #expect(await store.suspend())

        store.work.open()

        #expect(try await isFree())
        try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
        #expect(try await !isFree())
    }

    @Test("When another program has it, a write says so; once that has gone, nothing is lost")
    func inUse() async throws {
        let coffee = try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
        #expect(await store.suspend())
        let other = try fixture.open()
        let tea = try await other.write { try $0.entities.create(EventType(name: "Tea")) }

        store.work.begin(isWake: true)
        await expectRefusal(.inUse)
        await expectRefusal(.inUse)
        #expect(try await store.read { try $0.entities.fetch(id: coffee) } != nil)
        try await other.close()
        let water = try await store.write { try $0.entities.create(EventType(name: "Water")) }
        store.work.end()

        #expect(Set(try await store.batch().map(\.entityID)) == [coffee, tea, water])
    }

    @Test("What another program sent meanwhile may have arrived: it is not coalesced")
    func sentByOthers() async throws {
        let coffee = try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
        #expect(await store.suspend())
        let other = try fixture.open()
        let sent = try await other.batch()
        try await other.close()
        var change = Document()
        change["name"] = RawJSON("Espresso")

        store.work.open()
        try await store.write { [change] in try $0.entities.update(id: coffee, change: change) }

        #expect(sent.map(\.entityID) == [coffee])
        #expect(try await store.batch() == sent)
        #expect(try await store.read { try $0.queue.status() }.pending == 2)
    }

    @Test("An edit is later than those that another program made meanwhile")
    func editedByOthers() async throws {
        let coffee = try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
        try await store.settle(try await store.batch(), .accepted(version: 1))
        #expect(await store.suspend())
        fixture.clock.advance(by: .seconds(3600))
        let other = try fixture.open()
        try await other.write { try $0.entities.create(EventType(name: "Tea")) }
        try await other.close()
        // The clock is put right in between.
        fixture.clock.advance(by: .seconds(-3600))

        store.work.open()
        try await store.write { try $0.entities.delete(id: coffee) }

        let edits = try await store.batch()
        let latest = try #require(edits.max { $0.editedAt < $1.editedAt })
        #expect(latest.entityID == coffee)
    }

    @Test("Forced, it lets go of what is under way: writes are refused until the system wakes it")
    func forced() async throws {
        store.work.begin()
        try await store.write { try $0.entities.create(EventType(name: "Coffee")) }

        #expect(await store.suspend(isForced: true))

        #expect(store.work.isActive)
        await expectRefusal(.suspended)
        #expect(try await isFree())
        store.work.end()
        await expectRefusal(.suspended)
        store.work.begin()
        await expectRefusal(.suspended)
        store.work.end()

        store.work.begin(isWake: true)
        try await store.write { try $0.entities.create(EventType(name: "Tea")) }
        store.work.end()
        #expect(try await store.read { try $0.queue.status() }.pending == 2)
    }

    @Test("Closed while it is let go of, it leaves no lock, and takes none any more")
    func closed() async throws {
        try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
        #expect(await store.suspend())
        try await store.close()
        store.work.begin(isWake: true)

        await #expect(throws: (any Error).self) {
            try await store.write { try $0.entities.create(EventType(name: "Tea")) }
        }

        #expect(try await isFree())
        let reopened = try fixture.open()
        #expect(try await reopened.read { try $0.queue.status() }.pending == 1)
    }

    @Test("Who follows is told of the first beginning and the last end, and of each return")
    func told() async throws {
        let returns = Counter()
        store.work.onReopening { returns.increase() }
        var changes = store.work.changes().makeAsyncIterator()

        store.work.begin()
        store.work.begin()
        store.work.end()
        store.work.end()
        #expect(await changes.next() == .began)
        #expect(await changes.next() == .ended)
        #expect(returns.value == 0)

        store.work.begin()
        #expect(await store.suspend(isForced: true))
        store.work.begin(isWake: true)
        #expect(returns.value == 1)
        #expect(await changes.next() == .began)
        #expect(await changes.next() == .began)
        store.work.end()
        store.work.end()
        #expect(await changes.next() == .ended)

        #expect(await store.suspend())
        store.work.open()
        store.work.begin()
        #expect(returns.value == 1)
        #expect(await changes.next() == .began)
    }
}
