import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Synchronization
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Store outages and Readiness")
struct StoreUnavailableTests {
    /// A store whose pushes, pages and checks fail, or wait.
    private struct FailingStore: ForwardingStore {
        let base: any ServerStore
        var error: (any Error)?
        /// Ends the waiting checks; `nil` does not wait.
        var gate: Broadcaster<Int>?
        var page: (@Sendable (SnapshotPage) -> SnapshotPage)?

        func push(
            account: EntityID,
            commands: [PushCommand],
            expectedEpoch: String?,
            now: Instant
        ) async throws -> PushOutcome {
            if let error { throw error }
            return try await base.push(
                account: account,
                commands: commands,
                expectedEpoch: expectedEpoch,
                now: now
            )
        }

        func snapshotPage(
            account: EntityID,
            after: SnapshotPosition,
            limit: Int
        ) async throws -> SnapshotPage {
            let page = try await base.snapshotPage(account: account, after: after, limit: limit)
            return self.page?(page) ?? page
        }

        func checkReadiness() async throws {
            if let gate {
                let listener = gate.listen(to: 0)
                defer { listener.stop() }
                // Not even a cancellation ends this check.
                await Task { for await _ in listener.events { return } }.value
            }
            if let error { throw error }
        }
    }

    private func test(
        _ clock: any Clock<Duration> = ContinuousClock(),
        _ change: (inout FailingStore) -> Void,
        _ body: @escaping @Sendable (ServerClient) async throws -> Void
    ) async throws {
        let world = TestWorld()
        let sqlite = try SQLiteStore(path: temporaryFile(), random: world.random)
        var store = FailingStore(base: sqlite)
        change(&store)
        var dependencies = world.dependencies
        dependencies.clock = clock
        let router = try await buildRouter(
            store: store,
            secrets: sqlite.secrets,
            hasher: PasswordHasher(cost: .test, threads: 0),
            dependencies: dependencies,
            logger: TestLog().logger
        )
        let application = Application(
            responder: router.buildResponder(),
            logger: TestLog().logger
        )
        try await application.test(.router) { client in
            try await body(ServerClient(client: client, world: world))
        }
        try await sqlite.close()
    }

    @Test(
        "An outage of the store is 503 with a time to try again, which counts no attempt",
        arguments: [
            (StoreUnavailable.Reason.unreachable, "10"), (.timeout, "10"), (.noConnection, "2"),
            (.contention, "2"), (.unknownCommit, "2"), (.diskFull, "60"), (.corrupt, "600"),
        ]
    )
    func outage(_ reason: StoreUnavailable.Reason, _ seconds: String) async throws {
        try await test {
            $0.error = StoreUnavailable(reason, detail: "57P01")
        } _: { client in
            let client = try await client.signedUp()
            let type = client.mutation(.create, .eventType, client.world.id(), typeFields("Tea"))

            let pushed = try await client.push([type])
            let created = try await client.send(
                .post,
                "\(Route.base)/event-types",
                #"{"id":"\#(client.world.id())",\#(typeFields("Tea").dropFirst())"#
            )
            let ready = try await client.send(.get, Route.ready)

            for answer in [pushed, created] {
                #expect(answer.status == .serviceUnavailable)
                #expect(answer.problem?.code == .unavailable)
                #expect(answer.headers[.retryAfter] == seconds)
            }
            #expect(ready.status == .serviceUnavailable)
            #expect(ready.problem?.detail.contains("\(reason.rawValue): 57P01") == true)
        }
    }

    @Test("A store that does not answer in time is not ready; later checks wait for the same one")
    func deadline() async throws {
        let clock = TickClock()
        let gate = Broadcaster<Int>()
        try await test(clock) {
            $0.gate = gate
        } _: { client in
            for _ in 0..<2 {
                async let answer = client.send(.get, Route.ready)
                while clock.sleepers == 0 || gate.count(of: 0) == 0 { await Task.yield() }
                #expect(gate.count(of: 0) == 1)
                clock.tick()
                let late = try await answer
                #expect(late.status == .serviceUnavailable)
                #expect(late.problem?.detail.contains("timeout") == true)
            }
            async let answer = client.send(.get, Route.ready)
            while clock.sleepers == 0 { await Task.yield() }
            gate.changed(0)
            #expect(try await answer.status == .ok)
        }
    }

    @Test(
        "A snapshot ends without its last line at a page of another epoch or an older version",
        arguments: [true, false]
    )
    func snapshotPages(_ isEpoch: Bool) async throws {
        try await test {
            $0.page = { page in
                var page = page
                if isEpoch { page.epoch = "other" } else { page.latestVersion = 0 }
                return page
            }
        } _: { client in
            let client = try await client.signedUp()
            let type = client.mutation(.create, .eventType, client.world.id(), typeFields("Tea"))
            _ = try await client.push([type])

            let text = try? await client.send(.get, Route.snapshot).text

            #expect(text?.contains("complete") != true)
            #expect(text?.contains("Tea") != true)
        }
    }
}
