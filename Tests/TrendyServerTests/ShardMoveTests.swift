import HTTPTypes
import HummingbirdTesting
import Synchronization
import TestSupport
import Testing
import TrendyModel
import TrendyPostgres
import TrendyServer
import TrendyWire

@Suite("Moving an account between clusters", .timeLimit(.minutes(5)))
struct ShardMoveTests {
    private struct Interruption: Error {}

    /// Ends the writes of devices.
    private final class Flag: Sendable {
        private let state = Mutex(false)

        var isSet: Bool { state.withLock { $0 } }

        func set() { state.withLock { $0 = true } }
    }

    /// A store over two clusters, with an account in the first one.
    private struct Fixture {
        let server: ServerFixture
        let store: ShardedStore

        init() async throws {
            server = try await ServerFixture(factory: .sharded)
            store = try #require(server.store as? ShardedStore)
        }

        func move(
            _ account: EntityID,
            to shard: String,
            interruptedAfter step: AccountMove.Step? = nil
        ) async throws -> AccountMove.Report {
            let move = AccountMove(
                store: store,
                mainURL: try PostgresURL(server.database),
                afterStep: { if $0 == step { throw Interruption() } }
            )
            return try await move.run(account, to: shard)
        }

        /// The URL of a cluster.
        func url(of shard: String) async throws -> String {
            guard shard != Shard.directoryName else { return server.database }
            let shards = try await store.directory.shards()
            return try #require(shards.first { $0.name == shard }).url
        }

        /// Runs a statement in a cluster.
        func run(_ sql: String, in shard: String) async throws {
            let url = try PostgresURL(try await url(of: shard))
            try await onOwnThread {
                let connection = try PostgresConnection.open(url, deadline: .after(.seconds(60)))
                defer { connection.close() }
                let statement = PostgresStatement("edit", [], sql)
                _ = try connection.transaction { try $0.commit(PostgresBatch(statement)) }
            }
        }

        func account(of email: String) async throws -> EntityID {
            try #require(try await store.account(email: email)).id
        }

        func shard(of account: EntityID) async throws -> String {
            try await store.directory.currentPlace(of: account).shard
        }
    }

    /// A device that pushes one event after the other, and repeats what was answered with 503.
    private func write(
        _ client: ServerClient,
        _ type: EntityID,
        until isDone: @Sendable () -> Bool
    ) async throws -> (written: Int, refused: Int) {
        var (written, refused) = (0, 0)
        while !isDone() || written == 0 {
            let event = client.mutation(
                .create,
                .event,
                client.world.id(),
                eventFields(type, at: Int64(written))
            )
            var answer = try await client.push([event])
            while answer.status == .serviceUnavailable {
                #expect(answer.headers[.retryAfter] != nil)
                refused += 1
                answer = try await client.push([event])
            }
            #expect(answer.status == .ok)
            #expect(answer.text.contains(/"(applied|duplicate)"/), "\(answer.text)")
            written += 1
        }
        return (written, refused)
    }

    private func addType(
        _ client: ServerClient,
        _ name: String = "Coffee"
    ) async throws -> EntityID {
        let type = client.world.id()
        let creation = client.mutation(.create, .eventType, type, typeFields(name))
        // A move can have begun.
        while try await client.push([creation]).status == .serviceUnavailable {}
        return type
    }

    @Test("Devices write over two servers while their account moves back and forth")
    func whileWriting() async throws {
        let fixture = try await Fixture()
        let second = try await ServerFixture(
            seed: 2,
            factory: .sharded,
            database: fixture.server.database
        )
        let isDone = Flag()
        let credentials = #"{"email":"ada@example.com","password":"correct horse"}"#
        let token = try await fixture.server.test { try await $0.newAccount(credentials) }
        let account = try await fixture.account(of: "ada@example.com")

        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for (name, server) in [("Coffee", fixture.server), ("Tea", second)] {
                group.addTask {
                    try await server.test { client in
                        var client = client
                        client.token = token.accessToken
                        let type = try await addType(client, name)
                        return try await write(client, type) { isDone.isSet }.written
                    }
                }
            }
            let home = try await fixture.shard(of: account)
            let other = home == Shard.directoryName ? "west" : Shard.directoryName
            for shard in [other, home, other] {
                let report = try await fixture.move(account, to: shard)
                #expect(report.to == shard)
                #expect(try await fixture.shard(of: account) == shard)
            }
            isDone.set()
            var counts: [Int] = []
            for try await count in group { counts.append(count) }
            return counts
        }

        let changes = try await fixture.store.changes(account: account, after: 0, limit: 100_000)
        let expected = counts.reduce(0, +)
        #expect(changes.entities.filter { $0.kind == .event }.count == expected)
        let versions = changes.entities.map(\.version)
        #expect(versions == versions.sorted())
        #expect(Set(versions).count == versions.count)
        #expect(versions.last == changes.latestVersion)
        // The access token of the start is still one of a live session.
        let status = try await second.test { client in
            var client = client
            client.token = token.accessToken
            return try await client.send(.get, Route.user).status
        }
        #expect(status == .ok)
    }

    @Test(
        "A move that is interrupted after any step is completed by the same call",
        arguments: AccountMove.Step.allCases
    )
    func interrupted(after step: AccountMove.Step) async throws {
        let fixture = try await Fixture()
        try await fixture.server.test { client in
            let client = try await client.signedUp()
            let account = try await fixture.account(of: "ada@example.com")
            let home = try await fixture.shard(of: account)
            let other = home == Shard.directoryName ? "west" : Shard.directoryName
            let type = try await addType(client)
            let events = (0..<1200).map { second in
                client.mutation(
                    .create,
                    .event,
                    client.world.id(),
                    eventFields(type, at: Int64(second))
                )
            }
            for start in stride(from: 0, to: events.count, by: 400) {
                _ = try await client.push(Array(events[start..<start + 400]))
            }
            let before = try await fixture.store.changes(account: account, after: 0, limit: 9999)
            let cursor = try await fixture.store.latestCursor(account: account)

            await #expect(throws: Interruption.self) {
                _ = try await fixture.move(account, to: other, interruptedAfter: step)
            }
            _ = try await fixture.move(account, to: other)

            #expect(try await fixture.shard(of: account) == other)
            let after = try await fixture.store.changes(account: account, after: 0, limit: 9999)
            #expect(after.entities == before.entities)
            #expect(try await fixture.store.latestCursor(account: account) == cursor)
            let counts = try await StoreFactory.shardRowCounts(
                of: account,
                in: fixture.server.database
            )
            #expect(counts[home]?.values.allSatisfy { $0 == 0 } == true)
            #expect(counts[other]?["entity"] == 1201)
            // A repetition of a push is answered with its first results.
            let again = try await client.push(Array(events.prefix(2)))
            #expect(again.text.ranges(of: #""duplicate""#).count == 2, "\(again.text)")
        }
    }

    @Test("During a move the account is unavailable, and no other one is; it can be taken back")
    func frozen() async throws {
        let fixture = try await Fixture()
        try await fixture.server.test { client in
            let ada = try await client.signedUp("ada@example.com")
            let eve = try await client.signedUp("eve@example.com")
            let account = try await fixture.account(of: "ada@example.com")
            let home = try await fixture.shard(of: account)
            let other = home == Shard.directoryName ? "west" : Shard.directoryName
            await #expect(throws: Interruption.self) {
                _ = try await fixture.move(account, to: other, interruptedAfter: .copied)
            }

            let refused = try await ada.send(.get, Route.changes)
            let write = try await ada.push([
                client.mutation(.create, .eventType, client.world.id(), typeFields("Tea"))
            ])
            let others = try await eve.send(.get, Route.changes)
            _ = try await fixture.move(account, to: home)
            let after = try await ada.send(.get, Route.changes)

            #expect(refused.status == .serviceUnavailable)
            #expect(refused.headers[.retryAfter] != nil)
            #expect(write.status == .serviceUnavailable)
            #expect(others.status == .ok)
            #expect(after.status == .ok)
            #expect(try await fixture.shard(of: account) == home)
        }
    }

    @Test("A cluster that lost copied rows gets them again before it serves the account")
    func lostTail() async throws {
        let fixture = try await Fixture()
        try await fixture.server.test { client in
            let client = try await client.signedUp()
            let account = try await fixture.account(of: "ada@example.com")
            let home = try await fixture.shard(of: account)
            let other = home == Shard.directoryName ? "west" : Shard.directoryName
            let type = try await addType(client)
            _ = try await client.push(
                (0..<20).map { second in
                    client.mutation(
                        .create,
                        .event,
                        client.world.id(),
                        eventFields(type, at: Int64(second))
                    )
                }
            )
            let before = try await fixture.store.changes(account: account, after: 0, limit: 9999)
            await #expect(throws: Interruption.self) {
                _ = try await fixture.move(account, to: other, interruptedAfter: .flipped)
            }
            try await fixture.run("DELETE FROM entity WHERE version > 10", in: other)

            _ = try await fixture.move(account, to: other)

            let after = try await fixture.store.changes(account: account, after: 0, limit: 9999)
            #expect(after.entities == before.entities)
            #expect(after.entities.count == 21)
        }
    }

    @Test(
        "A restore of the old cluster during a move gives the account a new epoch",
        arguments: [AccountMove.Step.frozen, .copied, .verified]
    )
    func restored(after step: AccountMove.Step) async throws {
        let fixture = try await Fixture()
        try await fixture.server.test { client in
            let client = try await client.signedUp()
            let account = try await fixture.account(of: "ada@example.com")
            let home = try await fixture.shard(of: account)
            let other = home == Shard.directoryName ? "west" : Shard.directoryName
            _ = try await addType(client)
            let before = try await fixture.store.latestCursor(account: account)
            await #expect(throws: Interruption.self) {
                _ = try await fixture.move(account, to: other, interruptedAfter: step)
            }
            let restored = try await PostgresStore.open(
                PostgresURL(try await fixture.url(of: home)),
                random: client.world.dependencies.random,
                failover: FailoverOptions(path: temporaryFile(), isRestored: true)
            )
            try await restored.store.close()

            _ = try await fixture.move(account, to: other)

            let start = try await fixture.store.snapshotStart(account: account)
            #expect(start.epoch != before.epoch)
            #expect(start.version == before.version)
            #expect(start.previousEpochs == [before])
        }
    }

    @Test("Moves to unknown clusters and of unknown accounts are refused with the reason")
    func refusals() async throws {
        let fixture = try await Fixture()
        let unknown = fixture.server.world.id()

        for (account, shard, code) in [
            (unknown, "east", ServerError.Code.cannotMoveAccount),
            (unknown, "west", .unknownAccount),
        ] {
            let error = await #expect(throws: ServerError.self) {
                _ = try await fixture.move(account, to: shard)
            }
            #expect(error?.code == code)
        }
        #expect(try await fixture.store.directory.currentPlace(of: unknown).phase == .settled)
    }
}
