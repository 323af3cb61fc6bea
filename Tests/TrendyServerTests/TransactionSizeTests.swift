import GRDB
import Synchronization
import Testing
import TrendyModel
import TrendyWire

@testable import TrendyServer

@Suite("The size of one transaction")
struct TransactionSizeTests {
    private final class Steps: Sendable {
        private let numbers = Mutex(0)

        var count: Int { numbers.withLock { $0 } }

        func add() { numbers.withLock { $0 += 1 } }
    }

    private func fixture(
        _ steps: Steps = Steps(),
        _ change: (inout WorkLimits) -> Void = { _ in }
    ) async throws -> StoreFixture {
        var limits = WorkLimits()
        change(&limits)
        let factory = StoreFactory.sqlite.with { options in
            options.limits = limits
            options.afterStep = { _ in steps.add() }
        }
        return try await StoreFixture(factory)
    }

    private func sqlite(_ fixture: StoreFixture) throws -> SQLiteStore {
        try #require(fixture.store as? SQLiteStore)
    }

    private func delete(
        _ types: [EntityID],
        _ fixture: StoreFixture,
        cascades: Bool = true
    ) async throws -> PushOutcome {
        try await fixture.store.push(
            account: fixture.account,
            commands: types.map {
                PushCommand(
                    mutation: fixture.mutation(.delete, .eventType, $0),
                    requestHash: [1],
                    cascades: cascades
                )
            },
            now: fixture.world.clock.now()
        )
    }

    @Test("A step of a digest reads the given number of entities, and all steps read all of them")
    func digestSteps() async throws {
        let fixture = try await fixture()
        let type = try await fixture.addType()
        try await fixture.push((0..<5).map { fixture.event(type, at: $0) })
        let store = try sqlite(fixture)
        let prefix = try #require(IDPrefix(""))
        let start = DigestScan(account: fixture.account, kind: nil, prefix: prefix)

        var counts: [Int] = []
        var scan = start
        while !scan.isComplete, counts.count < 10 {
            scan = try #require(try store.queue.reading { try scan.advanced($0, rows: 2) })
            counts.append((scan.result?.buckets ?? []).reduce(0) { $0 + $1.bucket.count })
        }
        let exact = try store.queue.reading { try start.advanced($0, rows: 6) }

        #expect(counts == [2, 4, 6])
        #expect(exact?.isComplete == true)
        #expect(exact?.result?.version == 6)
    }

    @Test("A digest of one kind leaves out other kinds and tombstones, but reads them in its steps")
    func digestKinds() async throws {
        let fixture = try await fixture()
        let type = try await fixture.addType()
        let events = (0..<3).map { fixture.event(type, at: $0) }
        try await fixture.push(events)
        try await fixture.push([fixture.mutation(.delete, .event, events[1].entityID)])
        let store = try sqlite(fixture)
        let prefix = try #require(IDPrefix(""))
        func count(_ kind: EntityKind?) throws -> Int? {
            let start = DigestScan(account: fixture.account, kind: kind, prefix: prefix)
            let scan = try store.queue.reading { try start.advanced($0, rows: .max) }
            return scan?.result?.buckets.reduce(0) { $0 + $1.bucket.count }
        }

        #expect(try count(nil) == 3)
        #expect(try count(.event) == 2)
        #expect(try count(.eventType) == 1)
        #expect(try count(.geofence) == 0)
    }

    @Test("A digest ends when the account changes between two steps")
    func changedDigest() async throws {
        let fixture = try await fixture()
        let type = try await fixture.addType()
        try await fixture.push((0..<3).map { fixture.event(type, at: $0) })
        let store = try sqlite(fixture)
        let start = DigestScan(
            account: fixture.account,
            kind: nil,
            prefix: try #require(IDPrefix(""))
        )

        let first = try #require(try store.queue.reading { try start.advanced($0, rows: 2) })
        let same = try store.queue.reading { try first.advanced($0, rows: 2) }
        try await fixture.push([fixture.event(type, at: 9)])
        let changed = try store.queue.reading { try first.advanced($0, rows: 2) }

        #expect(same != nil)
        #expect(changed == nil)
    }

    @Test("A push reads only the records of its own mutations")
    func records() async throws {
        let fixture = try await fixture()
        let type = try await fixture.addType()
        let events = (0..<4).map { fixture.event(type, at: $0) }
        try await fixture.push(events)
        let store = try sqlite(fixture)
        let account = fixture.account

        let found = try store.queue.reading { db in
            try PushQuery.records(
                db,
                account: account,
                ids: [events[2].id, fixture.world.id(), events[0].id, events[2].id]
            )
        }
        let none = try store.queue.reading { db in
            try PushQuery.records(db, account: account, ids: [])
        }

        #expect(Set(found.keys) == [events[0].id, events[2].id])
        #expect(found[events[0].id]?.version == 2)
        #expect(found[events[2].id]?.version == 4)
        #expect(none.isEmpty)
    }

    @Test(
        "A type with more children than a transaction may delete is deleted in several",
        arguments: [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2)]
    )
    func cascade(_ events: Int, _ steps: Int) async throws {
        let counted = Steps()
        let fixture = try await fixture(counted) { $0.cascadeRows = 2 }
        let type = try await fixture.addType()
        try await fixture.push((0..<events).map { fixture.event(type, at: Int64($0)) })

        let outcome = try await delete([type], fixture)

        #expect(counted.count == steps)
        #expect(outcome.results.map(\.status) == [.applied])
        #expect(outcome.versionBefore == Int64(events) + 1)
        #expect(outcome.versionAfter == 2 * Int64(events) + 2)
        #expect(outcome.hasOthers)
        let counts = try await fixture.store.snapshotStart(account: fixture.account).counts
        #expect(counts.values.allSatisfy { $0 == 0 })
    }

    @Test("A deletion of a large type ends the push before it, and is first in the next push")
    func laterCascade() async throws {
        let counted = Steps()
        let fixture = try await fixture(counted) { $0.cascadeRows = 2 }
        let small = try await fixture.addType()
        let large = try await fixture.addType("Tea")
        try await fixture.push((0..<3).map { fixture.event(large, at: $0) })

        let first = try await delete([small, large], fixture)
        let stepsOfFirst = counted.count
        let second = try await delete([large], fixture)

        #expect(first.results.count == 1)
        #expect(!first.hasOthers)
        #expect(stepsOfFirst == 0)
        #expect(second.results.map(\.status) == [.applied])
        #expect(counted.count == 1)
    }

    @Test("A refused deletion of a type deletes nothing ahead")
    func refusedCascade() async throws {
        let counted = Steps()
        let fixture = try await fixture(counted) { $0.cascadeRows = 2 }
        let type = try await fixture.addType()
        try await fixture.push((0..<5).map { fixture.event(type, at: $0) })

        let outcome = try await delete([type], fixture, cascades: false)

        #expect(outcome.results.map(\.status) == [.rejected])
        #expect(outcome.results.first?.problem?.detail.contains("5 events.") == true)
        #expect(counted.count == 0)
        #expect(outcome.versionAfter == outcome.versionBefore)
    }

    @Test("A push ends once it has read and written the given bytes of content")
    func contentBytes() async throws {
        let fixture = try await fixture { $0.pushContentBytes = 1_000 }
        let event = fixture.event(try await fixture.addType())
        try await fixture.push([event])
        let notes = String(repeating: "x", count: 400)
        let changes = (0..<5).map { number in
            let fields = number == 0 ? #"{"notes":"\#(notes)"}"# : #"{"number":\#(number)}"#
            return fixture.mutation(.update, .event, event.entityID, fields)
        }

        let first = try await fixture.push(changes)
        let rest = try await fixture.push(Array(changes.dropFirst(first.count)))

        #expect(first.map(\.status) == [.applied, .applied])
        #expect(rest.map(\.id) == [changes[2].id])
        #expect(try await fixture.store.latestVersion(account: fixture.account) == 5)
    }

    @Test("A type with events can be edited")
    func editedType() async throws {
        let fixture = try await fixture()
        let type = try await fixture.addType()
        let event = fixture.event(type)
        try await fixture.push([event])

        let results = try await fixture.push([
            fixture.mutation(.update, .eventType, type, #"{"icon":"mug"}"#),
            fixture.mutation(.delete, .event, event.entityID),
            fixture.mutation(.update, .eventType, type, #"{"icon":"cup"}"#),
        ])

        #expect(results.map(\.status) == [.applied, .applied, .applied])
        #expect(try await fixture.store.latestVersion(account: fixture.account) == 5)
    }

    @Test("The definitions of a type without events are deleted without a request to cascade")
    func definitionsOnly() async throws {
        let counted = Steps()
        let fixture = try await fixture(counted) { $0.cascadeRows = 2 }
        let type = try await fixture.addType()
        try await fixture.push(
            ["a", "b", "c"].map { key in
                fixture.mutation(
                    .create,
                    .propertyDefinition,
                    fixture.world.id(),
                    #"{"event_type_id":"\#(type)","key":"\#(key)","label":"L","#
                        + #""property_type":"text"}"#
                )
            }
        )

        let outcome = try await delete([type], fixture, cascades: false)

        #expect(outcome.results.map(\.status) == [.applied])
        #expect(counted.count == 1)
        let counts = try await fixture.store.snapshotStart(account: fixture.account).counts
        #expect(counts.values.allSatisfy { $0 == 0 })
    }

    @Test("A clean-up deletes the given number of tombstones in one transaction, oldest first")
    func garbage() async throws {
        let counted = Steps()
        let fixture = try await fixture(counted) { $0.garbageRows = 2 }
        let type = try await fixture.addType()
        let events = (0..<3).map { fixture.event(type, at: $0) }
        try await fixture.push(events)
        for event in events {
            fixture.world.clock.advance(by: .seconds(1))
            try await fixture.push([fixture.mutation(.delete, .event, event.entityID)])
        }
        let last = fixture.world.clock.now()

        try await fixture.store.collectGarbage(tombstonesBefore: last, tokensBefore: last)
        let before = try await fixture.store.changes(
            account: fixture.account,
            after: 0,
            limit: 9
        )
        let stepsBefore = counted.count
        try await fixture.store.collectGarbage(
            tombstonesBefore: last + .milliseconds(1),
            tokensBefore: last
        )
        let after = try await fixture.store.changes(
            account: fixture.account,
            after: 0,
            limit: 9
        )

        #expect(before.entities.map(\.id) == [type, events[2].entityID])
        #expect(before.tombstonesCollectedTo == 6)
        #expect(stepsBefore == 1)
        #expect(after.entities.map(\.id) == [type])
        #expect(after.tombstonesCollectedTo == 7)
        #expect(counted.count == 1)
    }
}
