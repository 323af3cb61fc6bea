import Synchronization
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Deleting a type with many events")
struct CascadeTests {
    private struct Crash: Error {}

    /// Runs a callback between the transactions of a cascade.
    private final class Steps: Sendable {
        private struct State {
            var count = 0
            var action: (@Sendable (Int) async throws -> Void)?
        }

        private let state = Mutex(State())

        var count: Int { state.withLock { $0.count } }

        func then(_ action: @escaping @Sendable (Int) async throws -> Void) {
            state.withLock { $0.action = action }
        }

        func run() async throws {
            let (count, action) = state.withLock { state in
                state.count += 1
                return (state.count, state.action)
            }
            try await action?(count)
        }
    }

    private static let events = 5_448

    private func fixture(_ steps: Steps) async throws -> (StoreFixture, EntityID) {
        let fixture = try await StoreFixture(
            StoreFactory.selected.with { options in
                options.readers = 1
                options.afterStep = { _ in try await steps.run() }
            }
        )
        let type = try await fixture.addType()
        try await fixture.push([
            fixture.mutation(
                .create,
                .propertyDefinition,
                fixture.world.id(),
                #"{"event_type_id":"\#(type)","key":"size","label":"Size","property_type":"text"}"#
            )
        ])
        var number: Int64 = 0
        while number < Self.events {
            let end = min(number + 500, Int64(Self.events))
            let results = try await fixture.push((number..<end).map { fixture.event(type, at: $0) })
            try #require(results.allSatisfy { $0.status == .applied })
            number = end
        }
        return (fixture, type)
    }

    private func delete(
        _ type: EntityID,
        _ fixture: StoreFixture,
        key: EntityID
    ) async throws
        -> PushOutcome
    {
        try await fixture.store.push(
            account: fixture.account,
            commands: [
                PushCommand(
                    mutation: fixture.mutation(.delete, .eventType, type, key: key),
                    requestHash: [1],
                    cascades: true
                )
            ],
            now: fixture.world.clock.now()
        )
    }

    /// All changes after a version, in order.
    private func changes(_ fixture: StoreFixture, after: Int64 = 0) async throws -> [Entity] {
        var version = after
        var all: [Entity] = []
        while true {
            let slice = try await fixture.store.changes(
                account: fixture.account,
                after: version,
                limit: 1000
            )
            all += slice.entities
            version = slice.nextVersion
            if !slice.hasMore { return all }
        }
    }

    @Test("Pushes of another account run between the transactions of the deletion")
    func interleaving() async throws {
        let steps = Steps()
        let (fixture, type) = try await fixture(steps)
        let eve = try await StoreFixture.addAccount(to: fixture.store, fixture.world, "eve@a.org")
        let before = try await fixture.store.latestVersion(account: fixture.account)
        steps.then { number in
            let create = fixture.mutation(
                .create,
                .eventType,
                fixture.world.id(),
                typeFields("Tea \(number)")
            )
            _ = try await fixture.push([create], as: eve)
        }

        let outcome = try await delete(type, fixture, key: fixture.world.id())

        #expect(steps.count == 10)
        #expect(try await fixture.store.latestVersion(account: eve) == 10)
        #expect(outcome.results.map(\.status) == [.applied])
        #expect(outcome.versionBefore == before)
        #expect(outcome.versionAfter == before + Int64(Self.events) + 2)
        #expect(outcome.hasOthers)
    }

    @Test("A crash in between keeps the type with its remaining events; a retry completes it")
    func crash() async throws {
        let steps = Steps()
        let (fixture, type) = try await fixture(steps)
        let before = try await fixture.store.latestVersion(account: fixture.account)
        let key = fixture.world.id()
        steps.then { if $0 == 4 { throw Crash() } }

        await #expect(throws: Crash.self) { _ = try await delete(type, fixture, key: key) }
        let half = try await fixture.store.snapshotStart(account: fixture.account)
        let stored = try await fixture.store.entity(account: fixture.account, id: type)
        steps.then { _ in }
        let retried = try await delete(type, fixture, key: key)
        let repeated = try await delete(type, fixture, key: key)

        #expect(half.counts[.event] == Self.events - 2_000)
        #expect(half.counts[.propertyDefinition] == 1)
        #expect(stored?.deletedAt == nil)
        #expect(retried.results.map(\.status) == [.applied])
        #expect(repeated.results.map(\.status) == [.duplicate])
        let deleted = try await changes(fixture, after: before)
        #expect(deleted.map(\.version) == Array(before + 1...before + Int64(Self.events) + 2))
        #expect(deleted.allSatisfy { $0.deletedAt != nil })
        #expect(deleted.count { $0.kind == .event } == Self.events)
        #expect(deleted.last?.id == type)
        let counts = try await fixture.store.snapshotStart(account: fixture.account).counts
        #expect(counts.values.allSatisfy { $0 == 0 })
    }

    @Test("A refused deletion of a type keeps all its events")
    func refused() async throws {
        let steps = Steps()
        let (fixture, type) = try await fixture(steps)
        try await fixture.push([
            fixture.mutation(.update, .eventType, type, #"{"name":"Tea"}"#)
        ])
        let before = try await fixture.store.latestVersion(account: fixture.account)

        let stale = try await fixture.store.push(
            account: fixture.account,
            commands: [
                PushCommand(
                    mutation: fixture.mutation(.delete, .eventType, type, base: 1),
                    requestHash: [1],
                    cascades: true
                )
            ],
            now: fixture.world.clock.now()
        )
        let plain = try await fixture.push([fixture.mutation(.delete, .eventType, type)])[0]

        #expect(stale.results.map(\.status) == [.conflict])
        #expect(plain.problem?.detail.contains("5448 events") == true)
        #expect(steps.count == 0)
        #expect(try await fixture.store.latestVersion(account: fixture.account) == before)
    }

    @Test("Tombstones are collected in several transactions, and outdated cursors expire")
    func garbage() async throws {
        let steps = Steps()
        let (fixture, type) = try await fixture(steps)
        _ = try await delete(type, fixture, key: fixture.world.id())
        let deleted = steps.count
        let later = fixture.world.clock.now() + .seconds(1)
        steps.then { if $0 == deleted + 3 { throw Crash() } }

        await #expect(throws: Crash.self) {
            try await fixture.store.collectGarbage(tombstonesBefore: later, tokensBefore: later)
        }
        let half = try await changes(fixture)
        let collected = try await fixture.store.changes(
            account: fixture.account,
            after: 0,
            limit: 1
        ).tombstonesCollectedTo
        try await fixture.store.collectGarbage(tombstonesBefore: later, tokensBefore: later)

        #expect(half.count == Self.events + 2 - 1_500)
        #expect(collected > 0)
        #expect(try await changes(fixture).isEmpty)
        let latest = try await fixture.store.latestVersion(account: fixture.account)
        let end = try await fixture.store.changes(account: fixture.account, after: 0, limit: 1)
        #expect(end.tombstonesCollectedTo == latest)
    }

    @Test("A push with much content ends early, and the client sends the rest again")
    func largeContent() async throws {
        let fixture = try await StoreFixture(
            StoreFactory.selected.with { $0.limits.pushContentBytes = 100_000 }
        )
        let event = fixture.event(try await fixture.addType())
        let notes = String(repeating: "x", count: 40_000)
        let changes = (0..<6).map { number in
            fixture.mutation(
                .update,
                .event,
                event.entityID,
                number == 0 ? #"{"notes2":"\#(notes)"}"# : #"{"number":\#(number)}"#
            )
        }
        try await fixture.push([event])

        let first = try await fixture.push(changes)
        let rest = try await fixture.push(Array(changes.dropFirst(first.count)))

        #expect(first.count == 2)
        #expect(rest.count == 2)
        #expect((first + rest).allSatisfy { $0.status == .applied })
    }
}
