import Synchronization
import Testing
import TrendyModel
import TrendyWire

@testable import TrendyServer

@Suite("The daily clean-up")
struct MaintenanceServiceTests {
    /// A clock that does not wait, and ends the service at its second sleep.
    private final class Days: Clock {
        typealias Instant = ContinuousClock.Instant
        private let state = Mutex<[Duration]>([])

        let now = ContinuousClock.now
        let minimumResolution = Duration.nanoseconds(1)

        var sleeps: [Duration] { state.withLock { $0 } }

        func sleep(until deadline: Instant, tolerance: Duration?) async throws {
            let count = state.withLock { state in
                state.append(now.duration(to: deadline))
                return state.count
            }
            if count > 1 { throw CancellationError() }
        }
    }

    /// Runs two passes and returns the sleeps.
    private func run(
        _ store: any ServerStore,
        _ world: TestWorld,
        _ log: TestLog
    ) async throws -> [Duration] {
        let days = Days()
        var dependencies = world.dependencies
        dependencies.clock = days
        try await MaintenanceService(
            store: store,
            dependencies: dependencies,
            metrics: ServerMetrics(),
            logger: log.logger
        )
        .run()
        return days.sleeps
    }

    @Test("Once a day it deletes tombstones that are older than 90 days")
    func tombstones() async throws {
        let fixture = try await StoreFixture(StoreFactory.selected)
        let type = try await fixture.addType()
        let events = [fixture.event(type), fixture.event(type, at: 1)]
        try await fixture.push(events)
        try await fixture.push([fixture.mutation(.delete, .event, events[0].entityID)])
        fixture.world.clock.advance(by: .milliseconds(1))
        try await fixture.push([fixture.mutation(.delete, .event, events[1].entityID)])
        fixture.world.clock.advance(by: .seconds(90 * 86_400))

        let sleeps = try await run(fixture.store, fixture.world, TestLog())

        let left = try await fixture.store.changes(account: fixture.account, after: 0, limit: 9)
        #expect(left.entities.map(\.id) == [type, events[1].entityID])
        #expect(sleeps == [.seconds(86_400), .seconds(86_400)])
    }

    @Test("It ends sessions that were not refreshed for 180 days")
    func sessions() async throws {
        let fixture = try await StoreFixture(StoreFactory.selected)
        var ids: [EntityID] = []
        for number in UInt8(0)..<2 {
            let session = NewSession(
                account: fixture.account,
                id: fixture.world.id(),
                tokenHash: [number],
                now: fixture.world.clock.now()
            )
            try await fixture.store.createSession(session)
            ids.append(session.id)
            fixture.world.clock.advance(by: .milliseconds(1))
        }
        fixture.world.clock.advance(by: .seconds(180 * 86_400) - .milliseconds(1))

        _ = try await run(fixture.store, fixture.world, TestLog())

        let left = try await fixture.store.sessions(account: fixture.account)
        #expect(left.map(\.id) == [ids[1]])
    }

    @Test("It completes interrupted deletions of accounts")
    func deletions() async throws {
        let fixture = try await StoreFixture(StoreFactory.selected)
        let type = try await fixture.addType()
        try await fixture.push([fixture.event(type)])
        try await fixture.store.beginDeletion(account: fixture.account)
        let log = TestLog()

        _ = try await run(fixture.store, fixture.world, log)

        #expect(try await fixture.rowCounts().values.allSatisfy { $0 == 0 })
        #expect(log.entries.isEmpty)
    }

    /// A store whose deletions and garbage cannot be read.
    private struct UnreadableStore: ForwardingStore {
        let base: any ServerStore

        func accountsInDeletion() async throws -> [EntityID] {
            throw StoreUnavailable(.timeout)
        }

        func account(after id: EntityID?) async throws -> EntityID? {
            throw StoreUnavailable(.timeout)
        }
    }

    @Test("A failed pass is logged and releases the lease")
    func failedPass() async throws {
        let fixture = try await StoreFixture(StoreFactory.selected)
        let log = TestLog()

        let sleeps = try await run(UnreadableStore(base: fixture.store), fixture.world, log)

        #expect(sleeps == [.seconds(86_400), .seconds(86_400)])
        #expect(
            Set(log.entries.map(\.message)) == [
                "A deletion of an account could not be completed",
                "Old data could not be removed",
            ]
        )
        let lease = Lease(name: "maintenance", holder: "other", duration: .seconds(60))
        #expect(try await fixture.store.take(lease, now: fixture.world.clock.now()))
    }

    // On PostgreSQL the lease ends by the clock of the database.
    @Test(
        "While another server maintains the database, it deletes nothing and tries again soon",
        .onlySQLite
    )
    func lease() async throws {
        let fixture = try await StoreFixture(StoreFactory.selected)
        try await fixture.store.beginDeletion(account: fixture.account)
        let other = Lease(name: "maintenance", holder: "other", duration: .seconds(600))
        #expect(try await fixture.store.take(other, now: fixture.world.clock.now()))
        let log = TestLog()

        let blocked = try await run(fixture.store, fixture.world, log)
        let during = try await fixture.store.accountsInDeletion()
        fixture.world.clock.advance(by: .seconds(600))
        let free = try await run(fixture.store, fixture.world, log)

        #expect(blocked == [.seconds(600), .seconds(600)])
        #expect(during == [fixture.account])
        #expect(free == [.seconds(86_400), .seconds(86_400)])
        #expect(try await fixture.store.accountsInDeletion().isEmpty)
    }

    @Test("Failures are logged, and the next pass tries again")
    func failures() async throws {
        let fixture = try await StoreFixture(StoreFactory.selected)
        try await fixture.store.close()
        let log = TestLog()

        let sleeps = try await run(fixture.store, fixture.world, log)

        #expect(sleeps.count == 2)
        #expect(
            log.entries.map(\.message) == [
                "The maintenance of the database could not start",
                "The maintenance of the database could not start",
            ]
        )
    }
}
