import Foundation
import GRDB
import Testing
import TrendyModel
import TrendySQLite
import TrendyStore

@Suite("Opening a store")
struct OpeningTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    @Test("Databases use a write-ahead log and synchronous=FULL")
    func durability() async throws {
        let queue = try openEmpty()

        let (journal, synchronous) = try await queue.read { db in
            (
                try String.fetchOne(db, sql: "PRAGMA journal_mode"),
                try Int.fetchOne(db, sql: "PRAGMA synchronous")
            )
        }

        #expect(journal == "wal")
        #expect(synchronous == 2)
        try queue.close()
    }

    /// A database without tables.
    private func openEmpty() throws -> DatabaseQueue {
        try SQLiteFile.open(
            path: fixture.path,
            files: LocalFiles(),
            kind: nil,
            migrator: DatabaseMigrator(),
            label: "The test's database",
            cacheKilobytes: 1024,
            logPages: 1000
        )
    }

    @Test("Commits after an unsynced write are durable, also after one that failed")
    func unsynced() throws {
        let queue = try openEmpty()
        struct Refused: Error {}

        let count = try queue.writingUnsynced { db in
            try db.execute(sql: "CREATE TABLE row (id INTEGER); INSERT INTO row VALUES (1), (2)")
            return try Int.fetchOne(db, sql: "SELECT count(*) FROM row")
        }
        #expect(throws: Refused.self) {
            try queue.writingUnsynced { db in
                try db.execute(sql: "DELETE FROM row")
                throw Refused()
            }
        }

        #expect(count == 2)
        try SQLiteFile.verifyDurability(of: queue, path: fixture.path, label: "It")
        #expect(try queue.reading { try Int.fetchOne($0, sql: "SELECT count(*) FROM row") } == 2)
        try queue.close()
    }

    @Test("A database that would lose commits is refused")
    func notDurable() throws {
        let queue = try DatabaseQueue(path: fixture.path)

        let error = #expect(throws: SQLiteFileError.self) {
            try SQLiteFile.verifyDurability(of: queue, path: fixture.path, label: "It")
        }

        #expect(error?.code == .notDurable)
    }

    @Test("A newer schema is refused and left unchanged")
    func newerSchema() async throws {
        let store = try fixture.open()
        try await store.close()
        let queue = try DatabaseQueue(path: fixture.path)
        try await queue.write { db in
            try db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('9999')")
        }
        try queue.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: fixture.path))

        let error = #expect(throws: StoreError.self) { try fixture.open() }

        #expect(error?.code == .newerSchema)
        #expect(
            error?.reason
                == .databaseNotOpened(.newerSchema, path: fixture.path, details: error?.details)
        )
        #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == before)
    }

    @Test("A second process cannot open the database")
    func inUse() async throws {
        let first = try fixture.open()

        let error = #expect(throws: StoreError.self) { try fixture.open() }

        #expect(error?.code == .inUse)
        #expect(error?.reason == .databaseInUse(path: fixture.path))
        try await first.close()
    }

    @Test("A file that is not a database is refused and left unchanged")
    func notADatabase() throws {
        let data = Data("this is a diary, not a database, and it is long enough".utf8)
        try data.write(to: URL(fileURLWithPath: fixture.path))

        let error = #expect(throws: StoreError.self) { try fixture.open() }

        #expect(error?.code == .cannotOpen)
        #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == data)
    }

    @Test("A missing directory is an error")
    func missingDirectory() {
        let error = #expect(throws: StoreError.self) {
            try DeviceStore(
                path: fixture.directory + "/none/device.sqlite",
                dependencies: fixture.dependencies
            )
        }

        #expect(error?.code == .cannotOpen)
    }

    @Test("Local data moves to an account once")
    func move() async throws {
        let local = try fixture.open()
        let type = try await local.write { try $0.entities.create(EventType(name: "Coffee")) }
        try await local.close()
        let account = fixture.directory + "/account.sqlite"

        try DeviceStore.move(from: fixture.path, to: account)

        let moved = try DeviceStore(path: account, dependencies: fixture.dependencies)
        #expect(try await moved.read { try $0.entities.fetch(id: type) } != nil)
        #expect(try await moved.read { try $0.queue.status() }.pending == 1)
        #expect(throws: StoreError.self) {
            try DeviceStore.move(from: account, to: account)
        }
    }

    @Test("Local data merges into an account's database, and types of the same name become one")
    func merge() async throws {
        let account = try fixture.open()
        let coffee = try await account.write { try $0.entities.create(EventType(name: "Coffee")) }
        let guest = try DeviceStore(
            path: fixture.directory + "/local.sqlite",
            dependencies: fixture.dependencies
        )
        let guestCoffee = try await guest.write {
            try $0.entities.create(EventType(name: "coffee"))
        }
        let size = PropertyDefinition(
            eventTypeID: guestCoffee,
            key: "size",
            label: "Size",
            propertyType: .text
        )
        let definition = try await guest.write { try $0.entities.create(size) }
        let tea = try await guest.write { try $0.entities.create(EventType(name: "Tea")) }
        let time = Instant(seconds: 1_768_000_000)
        let drunk = try await guest.write {
            try $0.entities.create(
                Event(eventTypeID: guestCoffee, timestamp: time, sourceType: .manual)
            )
        }
        let other = try await guest.write {
            try $0.entities.create(
                Event(eventTypeID: tea, timestamp: time, sourceType: .manual)
            )
        }

        let count = try await account.mergeLocalData(from: guest)
        let again = try await account.mergeLocalData(from: guest)

        #expect(count == 4)
        #expect(again == 0)
        #expect(try await account.read { try $0.entities.fetch(id: guestCoffee) } == nil)
        #expect(
            try await account.read { try $0.entities.fetch(id: drunk) }?.document()[
                "event_type_id"
            ]?.id == coffee
        )
        #expect(
            try await account.read { try $0.entities.fetch(id: definition) }?.document()[
                "event_type_id"
            ]?.id == coffee
        )
        #expect(
            try await account.read { try $0.entities.fetch(id: other) }?.document()[
                "event_type_id"
            ]?.id == tea
        )
        #expect(try await account.read { try $0.queue.status() }.pending == 5)
        #expect(try await guest.read { try $0.queue.status() }.pending == 5)
    }

    @Test("An interrupted merge can be repeated")
    func interruptedMerge() async throws {
        let fixture = try StoreFixture()
        let account = try fixture.open()
        let guest = try DeviceStore(
            path: fixture.directory + "/local.sqlite",
            dependencies: fixture.dependencies
        )
        try await guest.write { try $0.entities.create(EventType(name: "Tea")) }

        let interrupted = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await account.mergeLocalData(from: guest)
        }

        await #expect(throws: CancellationError.self) { try await interrupted.value }
        #expect(try await account.read { try $0.queue.status() }.pending == 0)
        #expect(try await account.mergeLocalData(from: guest) == 1)
    }

    @Test("Captured events of merged local data are sent after those that a person recorded")
    func mergeCaptured() async throws {
        let account = try fixture.open()
        let guest = try DeviceStore(
            path: fixture.directory + "/local.sqlite",
            dependencies: fixture.dependencies
        )
        let type = try await guest.write { try $0.entities.create(EventType(name: "Tea")) }
        let (late, early) = (Instant(seconds: 20), Instant(seconds: 10))
        let captured = try await guest.write {
            try $0.entities.create(
                Event(eventTypeID: type, timestamp: late, sourceType: .healthKit)
            )
        }
        let recorded = try await guest.write {
            try $0.entities.create(Event(eventTypeID: type, timestamp: early, sourceType: .manual))
        }

        #expect(try await account.mergeLocalData(from: guest) == 3)

        let queued = try await account.batch()
        #expect(queued.map(\.entityID) == [type, recorded, captured])
        #expect(queued.map(\.isBackfill) == [false, false, true])
    }

    @Test("A database belongs to the first account that claims it")
    func claim() async throws {
        let store = try fixture.open()
        let (first, second) = (EntityID(high: 1, low: 1), EntityID(high: 2, low: 2))
        try await store.claim(for: first)
        try await store.claim(for: first)

        let error = await #expect(throws: StoreError.self) { try await store.claim(for: second) }

        #expect(error?.code == .otherAccount)
        try await store.close()
        try await fixture.open().claim(for: first)
    }
}
