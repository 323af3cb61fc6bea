import GRDB
import Synchronization
import Testing
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("A device that differs from its server without a reason")
struct DriftTests {
    /// A device with many events whose database is then damaged behind its back.
    private func damaged(
        _ world: TestWorld,
        _ sql: String,
        wrap: (any SyncTransport) -> any SyncTransport = { $0 }
    ) async throws -> (TestDevice, reference: TestDevice) {
        var limits = SyncLimits()
        limits.driftInterval = .zero
        let device = try await world.device("a", limits: limits, wrap: wrap)
        let type = try await device.store.create(EventType(name: "Coffee"))
        try await device.store.create(
            (0..<2000).map { index in
                (
                    EntityID.derived(kind: "event", naturalKey: "\(index)"),
                    Event(
                        eventTypeID: type,
                        timestamp: Instant(seconds: 1_700_000_000 + Int64(index)),
                        sourceType: .manual
                    )
                )
            }
        )
        #expect(try await device.sync().repaired == 0)
        let reference = try await world.device("b")
        try await reference.sync()
        let database = try DatabaseQueue(path: world.directory + "/a.sqlite")
        try await database.write { try $0.execute(sql: sql) }
        try database.close()
        return (device, reference)
    }

    @Test("The definitions of a type go with it on the device that deletes it, in the same run")
    func definitionsOfDeleted() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let type = try await a.store.create(EventType(name: "Coffee"))
            let definition = try await a.store.create(
                PropertyDefinition(
                    eventTypeID: type,
                    key: "size",
                    label: "Size",
                    propertyType: .text
                )
            )
            try await a.sync()
            #expect(try await a.store.entity(id: definition) != nil)

            try await a.store.delete(id: type)
            let report = try await a.sync()

            #expect(try await a.store.entity(id: definition) == nil)
            // The comparison of the day was that of the first run.
            #expect(report.repaired == 0)
            #expect(try await a.agrees())
        }
    }

    @Test("Device and server are compared also while a person has an edit or a new event to decide")
    func undecided() async throws {
        try await TestWorld.run { world in
            var limits = SyncLimits()
            limits.driftInterval = .zero
            let bad = Mutex<[EntityID]>([])
            let device = try await world.device("a", limits: limits) { base in
                FaultyTransport(base) { request in
                    let isBad = request.mutations.contains { mutation in
                        bad.withLock { $0.contains(mutation.entityID) }
                    }
                    return isBad ? Problem(.validation, detail: "It cannot be read.") : nil
                }
            }
            let edited = try await device.store.log("Coffee")
            let deleted = try await device.store.log("Coffee")
            try await device.sync()
            try await device.store.edit(edited) { $0.notes = .set("bad") }
            let new = try await device.store.log("Coffee")
            bad.withLock { $0 = [edited, new] }
            try await device.sync()
            let first = try #require(try await device.store.lastDriftCheck())
            try await device.sync()

            let second = try #require(try await device.store.lastDriftCheck())
            let status = try await device.store.status()
            #expect(second > first)
            #expect(status.failed == 2 && status.drift == nil)
            try await device.store.delete(id: deleted)
            bad.withLock { $0.append(deleted) }
            try await device.sync()
            try await device.sync()
            // A deletion that was refused is a difference that is known.
            #expect(try await device.store.lastDriftCheck() == second)
        }
    }

    @Test("Where the network is to be spared, device and server are compared once a week")
    func sparing() async throws {
        try await TestWorld.run { world in
            var limits = SyncLimits()
            limits.driftInterval = .zero
            let device = try await world.device("a", limits: limits)
            try await device.sync()
            let first = try #require(try await device.store.lastDriftCheck())

            await device.coordinator.restrictNetwork(true)
            try await device.sync()
            #expect(try await device.store.lastDriftCheck() == first)
            await device.coordinator.restrictNetwork(false)
            try await device.sync()

            #expect(try #require(try await device.store.lastDriftCheck()) > first)
        }
    }

    private static let some =
        "id IN (SELECT id FROM entity WHERE kind = 4 ORDER BY id LIMIT 1 OFFSET "

    @Test(
        "Only the range that differs is read, and the device is as the server has it",
        arguments: [
            // A row that is gone, one in an older state, and one that is there no more.
            "DELETE FROM entity WHERE \(some)70)",
            "UPDATE entity SET version = 1, content = '{}' WHERE \(some)900)",
            "UPDATE entity SET deleted_at = 5 WHERE \(some)1500)",
        ]
    )
    func mends(sql: String) async throws {
        try await TestWorld.run { world in
            let (device, reference) = try await damaged(world, sql)

            #expect(try await !device.agrees())
            let report = try await device.sync()

            #expect(report.repaired == 1)
            #expect(try await device.agrees())
            #expect(try await device.contents() == reference.contents())
            #expect(try await device.store.status().drift == nil)
            #expect(try await device.store.conflicts().isEmpty)
        }
    }

    @Test("What the server has lost is sent again, with what was changed since")
    func lost() async throws {
        try await TestWorld.run { world in
            let (device, _) = try await damaged(world, "SELECT 1")
            let database = try DatabaseQueue(path: world.directory + "/server.sqlite")
            let gone = try await device.store.events(EventFilter(limit: 1))
            let id = try #require(gone.first).id
            try await database.write { db in
                try db.execute(
                    sql: "DELETE FROM entity WHERE hex(id) = ?",
                    arguments: [
                        String(id.description.filter { $0 != "-" }).uppercased()
                    ]
                )
            }
            try database.close()

            let report = try await device.sync()

            #expect(report.repaired == 1)
            #expect(report.pushed == 1)
            #expect(try await device.agrees())
            #expect(try await device.store.events(EventFilter(limit: 1)).first?.id == id)
        }
    }

    @Test("A server that cannot list a range is told of; what was sent and fetched counts")
    func olderServer() async throws {
        try await TestWorld.run { world in
            let sql = "DELETE FROM entity WHERE \(Self.some)70)"
            let (device, _) = try await damaged(world, sql) { NoRanges(base: $0) }
            try await device.store.log("Tea")

            let report = try await device.sync()

            #expect(report.pushed == 2)
            let status = try await device.store.status()
            #expect(status.lastError == nil && status.pending == 0)
            #expect(status.drift?.contains("could not be compared") == true)
        }
    }

    @Test("What the person deletes while both are compared is no difference")
    func deletedMeanwhile() async throws {
        try await TestWorld.run { world in
            let (device, _) = try await damaged(world, "SELECT 1")
            let server = DeletingMeanwhile(base: device.transport, store: device.store)

            let outcome = try await DriftRepair(store: device.store, transport: server)()

            #expect(outcome == .notCaughtUp)
            #expect(try await device.store.status().pending == 1)
            #expect(try await device.sync().repaired == 0)
            #expect(try await device.agrees())
        }
    }

    @Test("A server by which everything differs is asked so often in a run, and no more")
    func endless() async throws {
        try await TestWorld.run { world in
            let (device, _) = try await damaged(world, "SELECT 1")
            var limits = SyncLimits()
            limits.driftRequests = 40
            let server = EndlessDigests(base: device.transport)

            let drift = DriftRepair(store: device.store, transport: server, limits: limits)

            #expect(try await drift() == .repaired(0))
            #expect(server.asked.load(ordering: .relaxed) <= 40)

            // Where it takes back in the end what it said, nothing can be told.
            let other = EndlessDigests(base: device.transport, hasEmptyLeaves: true)
            let failure = await #expect(throws: SyncFailure.self) {
                try await DriftRepair(store: device.store, transport: other, limits: limits)()
            }
            #expect(failure?.code == .malformedAnswer)
            #expect(other.asked.load(ordering: .relaxed) <= 40)
        }
    }

    @Test("A comparison ends when time does, and when it is not wanted any more")
    func timedOut() async throws {
        try await TestWorld.run { world in
            let (device, _) = try await damaged(world, "SELECT 1")
            let server = EndlessDigests(base: device.transport)
            let deadline = SyncDeadline {
                server.asked.load(ordering: .relaxed) < 7 ? .seconds(60) : .zero
            }
            let drift = DriftRepair(store: device.store, transport: server)

            #expect(try await drift(until: deadline) == .notCaughtUp)
            #expect(server.asked.load(ordering: .relaxed) == 7)

            let cancelled = Task { try await drift() }
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            #expect(server.asked.load(ordering: .relaxed) <= 8)
        }
    }

    @Test("What cannot be mended is told after some rounds, and is gone once both agree")
    func hopeless() async throws {
        try await TestWorld.run { world in
            let lies = Lies()
            let (device, _) = try await damaged(world, "SELECT 1") {
                WrongDigests(base: $0, lies: lies)
            }
            lies.begin()

            let report = try await device.sync()

            #expect(report.repaired == 0)
            let status = SyncStatus(
                queue: try await device.store.status(),
                now: Instant(seconds: 0)
            )
            #expect(status.text.contains("This device and the server differ"))
            #expect(status.queue.drift?.contains("3 rounds") == true)
            #expect(try await device.contents().count == 2001)
            lies.end()
            try await device.sync()
            #expect(try await device.store.status().drift == nil)
        }
    }
}

/// A server by whose digests everything differs, however closely it is looked at.
private final class EndlessDigests: TransportWrapper {
    let base: any SyncTransport
    let asked = Atomic(0)
    private let hasEmptyLeaves: Bool

    init(base: any SyncTransport, hasEmptyLeaves: Bool = false) {
        self.base = base
        self.hasEmptyLeaves = hasEmptyLeaves
    }

    func digest(prefix: String) async throws -> DigestAnswer {
        let (_, asked) = asked.add(1, ordering: .relaxed)
        // So that a device that never ends does end in a test.
        guard asked < 5000 else { throw SyncFailure(code: .offline, message: "It is gone.") }
        var answer = try await base.digest(prefix: prefix)
        guard !hasEmptyLeaves || prefix.utf8.count < 4 else { return answer }
        for digit in 0..<16 {
            let name = prefix + String(digit, radix: 16)
            answer.buckets[name, default: DigestBucket()].count += 1_000_000
        }
        return answer
    }
}

/// Whether a server tells wrong digests.
private final class Lies: Sendable {
    private let areTold = Atomic(false)

    var isLying: Bool { areTold.load(ordering: .relaxed) }

    func begin() { areTold.store(true, ordering: .relaxed) }

    func end() { areTold.store(false, ordering: .relaxed) }
}

/// A server that knows no ranges.
private struct NoRanges: TransportWrapper {
    let base: any SyncTransport

    func range(prefix: String, after id: EntityID?) async throws -> ChangePage {
        throw SyncFailure(Problem(.notFound, detail: "There is no such route."))
    }
}

/// A server whose digests are of something else.
private struct WrongDigests: TransportWrapper {
    let base: any SyncTransport
    let lies: Lies

    func digest(prefix: String) async throws -> DigestAnswer {
        var answer = try await base.digest(prefix: prefix)
        guard lies.isLying else { return answer }
        for name in answer.buckets.keys { answer.buckets[name]?.count += 1 }
        return answer
    }
}

/// A server that is asked for a digest just as the person deletes something.
private struct DeletingMeanwhile: TransportWrapper {
    let base: any SyncTransport
    let store: DeviceStore

    func digest(prefix: String) async throws -> DigestAnswer {
        let answer = try await base.digest(prefix: prefix)
        if let id = try await store.events(EventFilter(limit: 1)).first?.id {
            try await store.delete(id: id)
        }
        return answer
    }
}
