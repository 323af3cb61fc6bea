import GRDB
import Synchronization
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("Drift repair")
struct DriftTests {
    /// A device with many events and a database that was modified without its knowledge.
    private func damaged(
        _ world: TestWorld,
        _ sql: String,
        wrap: (any SyncTransport) -> any SyncTransport = { $0 }
    ) async throws -> (TestDevice, reference: TestDevice) {
        var limits = SyncLimits()
        limits.driftInterval = .zero
        let device = try await world.device("a", limits: limits, wrap: wrap)
        let type = try await device.store.write {
            try $0.entities.create(EventType(name: "Coffee"))
        }
        try await device.store.write { transaction in
            try transaction.entities.create(
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
        }
        #expect(try await device.sync().repaired == 0)
        let reference = try await world.device("b")
        try await reference.sync()
        let database = try DatabaseQueue(path: world.directory + "/a.sqlite")
        try await database.write { try $0.execute(sql: sql) }
        try database.close()
        return (device, reference)
    }

    @Test("A deleted type's definitions are deleted with it, in the same run")
    func definitionsOfDeleted() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let type = try await a.store.write { try $0.entities.create(EventType(name: "Coffee")) }
            let definition = try await a.store.write {
                try $0.entities.create(
                    PropertyDefinition(
                        eventTypeID: type,
                        key: "size",
                        label: "Size",
                        propertyType: .text
                    )
                )
            }
            try await a.sync()
            #expect(try await a.store.read { try $0.entities.fetch(id: definition) } != nil)

            try await a.store.write { try $0.entities.delete(id: type) }
            let report = try await a.sync()

            #expect(try await a.store.read { try $0.entities.fetch(id: definition) } == nil)
            // The first run has done the daily comparison.
            #expect(report.repaired == 0)
            #expect(try await a.agrees())
        }
    }

    @Test("Drift is checked even while edits or new events have failed")
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
            let first = try #require(try await device.store.read { try $0.sync.lastDriftCheck() })
            try await device.sync()

            let second = try #require(try await device.store.read { try $0.sync.lastDriftCheck() })
            let status = try await device.store.read { try $0.queue.status() }
            #expect(second > first)
            #expect(status.failed == 2 && status.drift == nil)
            try await device.store.write { try $0.entities.delete(id: deleted) }
            bad.withLock { $0.append(deleted) }
            try await device.sync()
            try await device.sync()
            // A rejected deletion is a known difference.
            #expect(try await device.store.read { try $0.sync.lastDriftCheck() } == second)
        }
    }

    @Test("On a restricted network, drift is checked once a week")
    func sparing() async throws {
        try await TestWorld.run { world in
            var limits = SyncLimits()
            limits.driftInterval = .zero
            let device = try await world.device("a", limits: limits)
            try await device.sync()
            let first = try #require(try await device.store.read { try $0.sync.lastDriftCheck() })

            await device.coordinator.restrictNetwork(true)
            try await device.sync()
            #expect(try await device.store.read { try $0.sync.lastDriftCheck() } == first)
            await device.coordinator.restrictNetwork(false)
            try await device.sync()

            #expect(
                try #require(try await device.store.read { try $0.sync.lastDriftCheck() }) > first
            )
        }
    }

    private static let some =
        "id IN (SELECT id FROM entity WHERE kind = 4 ORDER BY id LIMIT 1 OFFSET "

    @Test(
        "Only the differing range is read, and the device matches the server afterwards",
        arguments: [
            // A missing row, an outdated row, and a row that the server does not have.
            "DELETE FROM entity WHERE \(some)70)",
            "UPDATE entity SET version = 1, content = '{}' WHERE \(some)900)",
            "UPDATE entity SET deleted_at = 5 WHERE \(some)1500)",
        ]
    )
    func repairs(sql: String) async throws {
        try await TestWorld.run { world in
            let (device, reference) = try await damaged(world, sql)

            #expect(try await !device.agrees())
            let report = try await device.sync()

            #expect(report.repaired == 1)
            #expect(try await device.agrees())
            #expect(try await device.contents() == reference.contents())
            #expect(try await device.store.read { try $0.queue.status() }.drift == nil)
            #expect(try await device.store.read { try $0.conflicts.open() }.isEmpty)
        }
    }

    @Test("Entities that the server lost are sent again with later changes")
    func lost() async throws {
        try await TestWorld.run { world in
            let (device, _) = try await damaged(world, "SELECT 1")
            let database = try DatabaseQueue(path: world.directory + "/server.sqlite")
            let gone = try await device.store.read { try $0.entities.events(EventFilter(limit: 1)) }
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
            #expect(
                try await device.store.read { try $0.entities.events(EventFilter(limit: 1)) }.first?
                    .id == id
            )
        }
    }

    @Test("A server that cannot list ranges is reported; pushes and pulls still count")
    func olderServer() async throws {
        try await TestWorld.run { world in
            let sql = "DELETE FROM entity WHERE \(Self.some)70)"
            let (device, _) = try await damaged(world, sql) { NoRanges(base: $0) }
            try await device.store.log("Tea")

            let report = try await device.sync()

            #expect(report.pushed == 2)
            let status = try await device.store.read { try $0.queue.status() }
            #expect(status.lastError == nil && status.pending == 0)
            let problem = FailureReason.problem(code: "not_found", fields: [])
            #expect(status.drift == .notCompared(problem))
        }
    }

    @Test("A deletion during the comparison is not drift")
    func deletedMeanwhile() async throws {
        try await TestWorld.run { world in
            let (device, _) = try await damaged(world, "SELECT 1")
            let server = DeletingMeanwhile(base: device.transport, store: device.store)

            let outcome = try await DriftRepair(store: device.store, transport: server)()

            #expect(outcome == .notCaughtUp)
            #expect(try await device.store.read { try $0.queue.status() }.pending == 1)
            #expect(try await device.sync().repaired == 0)
            #expect(try await device.agrees())
        }
    }

    @Test("A run limits the number of digest requests to a server that differs everywhere")
    func endless() async throws {
        try await TestWorld.run { world in
            let (device, _) = try await damaged(world, "SELECT 1")
            var limits = SyncLimits()
            limits.driftRequests = 40
            let server = EndlessDigests(base: device.transport)

            let drift = DriftRepair(store: device.store, transport: server, limits: limits)

            #expect(try await drift() == .repaired(0))
            #expect(server.asked.load(ordering: .relaxed) <= 40)

            // The leaves contradict the digests, so no difference can be found.
            let other = EndlessDigests(base: device.transport, hasEmptyLeaves: true)
            let failure = await #expect(throws: SyncFailure.self) {
                try await DriftRepair(store: device.store, transport: other, limits: limits)()
            }
            #expect(failure?.code == .malformedAnswer)
            #expect(other.asked.load(ordering: .relaxed) <= 40)
        }
    }

    @Test("A comparison ends at the deadline and on cancellation")
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

    @Test("Drift that cannot be repaired is reported after some rounds and cleared once both agree")
    func hopeless() async throws {
        try await TestWorld.run { world in
            let fault = DigestFault()
            let (device, _) = try await damaged(world, "SELECT 1") {
                WrongDigests(base: $0, fault: fault)
            }
            fault.begin()

            let report = try await device.sync()

            #expect(report.repaired == 0)
            let status = SyncStatus(
                queue: try await device.store.read { try $0.queue.status() },
                now: Instant(seconds: 0)
            )
            #expect(status.text.contains("This device and the server differ"))
            guard case .stillDiffers(_, _, repaired: 0, rounds: 3) = status.queue.drift else {
                Issue.record("\(String(describing: status.queue.drift))")
                return
            }
            #expect(try await device.contents().count == 2001)
            fault.end()
            try await device.sync()
            #expect(try await device.store.read { try $0.queue.status() }.drift == nil)
        }
    }
}

/// A server whose digests differ at every level.
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
        // Bounds the test for a device that would never stop.
        guard asked < 5000 else { throw SyncFailure(code: .offline, reason: .offline) }
        var answer = try await base.digest(prefix: prefix)
        guard !hasEmptyLeaves || prefix.utf8.count < 4 else { return answer }
        for digit in 0..<16 {
            let name = prefix + String(digit, radix: 16)
            answer.buckets[name, default: DigestBucket()].count += 1_000_000
        }
        return answer
    }
}

/// A switch for the server's wrong digests.
private final class DigestFault: Sendable {
    private let state = Atomic(false)

    var isActive: Bool { state.load(ordering: .relaxed) }

    func begin() { state.store(true, ordering: .relaxed) }

    func end() { state.store(false, ordering: .relaxed) }
}

/// A server without range listing.
private struct NoRanges: TransportWrapper {
    let base: any SyncTransport

    func range(prefix: String, after id: EntityID?) async throws -> ChangePage {
        throw SyncFailure(Problem(.notFound, detail: "There is no such route."))
    }
}

/// A server with digests of other data.
private struct WrongDigests: TransportWrapper {
    let base: any SyncTransport
    let fault: DigestFault

    func digest(prefix: String) async throws -> DigestAnswer {
        var answer = try await base.digest(prefix: prefix)
        guard fault.isActive else { return answer }
        for name in answer.buckets.keys { answer.buckets[name]?.count += 1 }
        return answer
    }
}

/// A server that is asked for a digest while the person deletes something.
private struct DeletingMeanwhile: TransportWrapper {
    let base: any SyncTransport
    let store: DeviceStore

    func digest(prefix: String) async throws -> DigestAnswer {
        let answer = try await base.digest(prefix: prefix)
        if let id = try await store.read({ try $0.entities.events(EventFilter(limit: 1)) }).first?
            .id
        {
            try await store.write { try $0.entities.delete(id: id) }
        }
        return answer
    }
}
