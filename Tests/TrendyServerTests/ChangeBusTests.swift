import Hummingbird
import HummingbirdTesting
import Synchronization
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("ChangeStream: notices of the change bus")
struct ChangeBusTests {
    /// A bus that loses every notice.
    private final class LosingBus: ChangeBus {
        private let listeners = Broadcaster<EntityID>()

        func changed(_ account: EntityID) {}
        func listen(to account: EntityID) -> Broadcaster<EntityID>.Listener {
            listeners.listen(to: account)
        }
        func count(of account: EntityID) -> Int { listeners.count(of: account) }
    }

    /// A store with that bus, which counts the reads of cursors.
    private struct LosingStore: ForwardingStore {
        let base: any ServerStore
        let changeBus: any ChangeBus = LosingBus()
        let reads = CountedReads()

        func latestCursor(account: EntityID) async throws -> Cursor {
            let cursor = try await base.latestCursor(account: account)
            reads.add()
            return cursor
        }
    }

    private final class CountedReads: Sendable {
        private let state = Mutex(0)

        var count: Int { state.withLock { $0 } }
        func add() { state.withLock { $0 += 1 } }
    }

    @Test("A stream sends a change at its heartbeat when the bus has lost the notice")
    func lostNotices() async throws {
        let world = TestWorld()
        let sqlite = try SQLiteStore(path: temporaryFile(), random: world.random)
        let store = LosingStore(base: sqlite)
        let clock = TickClock()
        var dependencies = world.dependencies
        dependencies.clock = clock
        let router = try await buildRouter(
            store: store,
            secrets: sqlite.secrets,
            hasher: PasswordHasher(cost: .test, threads: 0),
            dependencies: dependencies
        )
        let application = Application(responder: router.buildResponder())

        try await application.test(.router) { client in
            let client = try await ServerClient(client: client, world: world).signedUp()
            let account = try #require(try await sqlite.account(email: "ada@example.com")).id
            async let stream = client.send(.get, Route.changeStream)
            func waitForReads(_ count: Int) async {
                while store.reads.count < count || clock.sleepers == 0 { await Task.yield() }
            }
            await waitForReads(1)
            let type = client.mutation(.create, .eventType, world.id(), typeFields("Tea"))
            _ = try await client.push([type])

            clock.tick()
            await waitForReads(2)
            clock.tick()
            await waitForReads(3)
            try await sqlite.endSessions(account: account, keeping: nil)
            clock.tick()

            let text = try await stream.text
            let epoch = try await sqlite.latestCursor(account: account).epoch
            let events = [0, 1].map { "event: change\ndata: {\"cursor\":\"\(epoch)-\($0)\"}\n\n" }
            #expect(text == events.joined() + ":\n\n")
        }
        try await sqlite.close()
    }

    @Test(
        "Each change of an account is announced once it is committed",
        arguments: StoreFactory.all
    )
    func notices(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let (store, account) = (fixture.store, fixture.account)
        let listener = store.changeBus.listen(to: account)
        defer { listener.stop() }
        var events = listener.events.makeAsyncIterator()

        _ = try await fixture.addType()
        await events.next()
        try await store.setDisabled(account: account, at: fixture.world.clock.now())
        await events.next()
        try await store.endSessions(account: account, keeping: nil)
        await events.next()
        try await store.renewEpoch(account: account, to: "abc")
        await events.next()
        #expect(store.changeBus.count(of: account) == 1)
    }
}
