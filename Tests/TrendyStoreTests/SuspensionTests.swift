import Testing
import TrendyModel
import TrendyStore

/// Guards against databases that are locked when iOS suspends the app, and against stale
/// connections after it resumes.
@Suite("Suspension")
struct SuspensionTests {
    private let fixture: StoreFixture
    private let store: DeviceStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private func isUnlocked() async throws -> Bool {
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

    @Test("The lock is not released while an activity is in progress")
    func busy() async throws {
        store.work.begin()
        store.work.begin()
        store.work.end()

        #expect(await store.suspend() == false)
        #expect(!store.work.isSuspended)
        #expect(try await !isUnlocked())
        try await store.write { try $0.entities.create(EventType(name: "Coffee")) }

        store.work.end()
        #expect(await store.suspend())
        #expect(try await isUnlocked())
    }

    @Test("While suspended, other processes can open the database, writes fail and reads succeed")
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

    @Test("A wake by the system reacquires the lock after each suspension")
    func resumed() async throws {
        for name in ["Coffee", "Tea", "Water"] {
            #expect(await store.suspend())
            store.work.begin(isWake: true)
            try await store.write { try $0.entities.create(EventType(name: name)) }
            #expect(try await !isUnlocked())
            store.work.end()
        }

        #expect(try await store.read { try $0.entities.fetchAll(kind: .eventType) }.count == 3)
        #expect(try await store.read { try $0.queue.status() }.pending == 3)
    }

    @Test("ifSuspended runs its closure only while suspended")
    func onlyWhileSuspended() async throws {
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

    @Test("After open(), writes outside an activity succeed")
    func opened() async throws {
        #expect(await store.suspend())

        store.work.open()

        #expect(try await isUnlocked())
        try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
        #expect(try await !isUnlocked())
    }

    @Test("Writes fail while another process has the database, and succeed after it closes")
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

    @Test("A mutation that another process sent is not coalesced")
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

    @Test("An edit is later than the edits of another process during the suspension")
    func editedByOthers() async throws {
        let coffee = try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
        try await store.complete(try await store.batch(), .accepted(version: 1))
        #expect(await store.suspend())
        fixture.clock.advance(by: .seconds(3600))
        let other = try fixture.open()
        try await other.write { try $0.entities.create(EventType(name: "Tea")) }
        try await other.close()
        // The clock is corrected in between.
        fixture.clock.advance(by: .seconds(-3600))

        store.work.open()
        try await store.write { try $0.entities.delete(id: coffee) }

        let edits = try await store.batch()
        let latest = try #require(edits.max { $0.editedAt < $1.editedAt })
        #expect(latest.entityID == coffee)
    }

    @Test(
        "A forced suspension during an activity refuses writes until the system wakes the process"
    )
    func forced() async throws {
        store.work.begin()
        try await store.write { try $0.entities.create(EventType(name: "Coffee")) }

        #expect(await store.suspend(isForced: true))

        #expect(store.work.isActive)
        await expectRefusal(.suspended)
        #expect(try await isUnlocked())
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

    @Test("A store that is closed while suspended never acquires the lock again")
    func closed() async throws {
        try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
        #expect(await store.suspend())
        try await store.close()
        store.work.begin(isWake: true)

        await #expect(throws: (any Error).self) {
            try await store.write { try $0.entities.create(EventType(name: "Tea")) }
        }

        #expect(try await isUnlocked())
        let reopened = try fixture.open()
        #expect(try await reopened.read { try $0.queue.status() }.pending == 1)
    }

    @Test("Listeners receive the first begin, the last end and each reopening")
    func notifications() async throws {
        let reopenings = Counter()
        store.work.onReopening { reopenings.increase() }
        var changes = store.work.changes().makeAsyncIterator()

        store.work.begin()
        store.work.begin()
        store.work.end()
        store.work.end()
        #expect(await changes.next() == .began)
        #expect(await changes.next() == .ended)
        #expect(reopenings.value == 0)

        store.work.begin()
        #expect(await store.suspend(isForced: true))
        store.work.begin(isWake: true)
        #expect(reopenings.value == 1)
        #expect(await changes.next() == .began)
        #expect(await changes.next() == .began)
        store.work.end()
        store.work.end()
        #expect(await changes.next() == .ended)

        #expect(await store.suspend())
        store.work.open()
        store.work.begin()
        #expect(reopenings.value == 1)
        #expect(await changes.next() == .began)
    }

    @Test("While writes are allowed, a wake by the system is like any other activity")
    func wakeWithoutSuspension() async throws {
        let reopenings = Counter()
        store.work.onReopening { reopenings.increase() }
        var changes = store.work.changes().makeAsyncIterator()

        store.work.begin()
        store.work.begin(isWake: true)
        store.work.end()
        store.work.end()

        #expect(await changes.next() == .began)
        #expect(await changes.next() == .ended)
        #expect(reopenings.value == 0)
    }
}
