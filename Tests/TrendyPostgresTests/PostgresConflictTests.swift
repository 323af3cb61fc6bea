import Synchronization
import TestSupport
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@testable import TrendyPostgres

/// Lets one statement of a store fail as in a conflict of transactions.
private final class ConflictInjector: Sendable {
    private struct State {
        var count = 0
        var target: Int?
        var hasFired = false
    }

    private let state = Mutex(State())

    private static let conflict = PostgresStatement(
        "injected_conflict",
        [],
        "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40001', MESSAGE = 'injected'; END $$"
    )

    /// Lets the statement with this number fail, counted from now.
    func fail(at number: Int) { state.withLock { $0 = State(target: number) } }

    /// Whether the statement was reached.
    var hasFired: Bool { state.withLock { $0.hasFired } }

    func rewrite(_ batch: PostgresBatch) -> PostgresBatch {
        state.withLock { state in
            let first = state.count
            state.count += batch.count
            guard let target = state.target, !state.hasFired, target < state.count,
                batch.items.first?.statement.name != "rollback"
            else { return batch }
            state.hasFired = true
            var changed = PostgresBatch()
            for (index, item) in batch.items.enumerated() {
                if index == target - first { changed.add(Self.conflict) }
                changed.add(item.statement, item.parameters)
            }
            return changed
        }
    }
}

@Suite("Conflicts of transactions in the store on PostgreSQL")
struct PostgresConflictTests {
    private func store(
        _ fixture: PostgresFixture,
        _ injector: ConflictInjector,
        isolation: String = "read committed"
    ) async throws -> PostgresStore {
        try PostgresMigrations.migrate(fixture.connect())
        var limits = PostgresPoolLimits()
        limits.connections = 1
        var settings = PostgresSessionSettings()
        settings.rewriteBatch = { injector.rewrite($0) }
        let option = isolation.replacing(" ", with: "%5C%20")
        return try await PostgresStore.open(
            fixture.url("&options=-c%20default_transaction_isolation%3D\(option)"),
            random: FixedRandom(),
            poolLimits: limits,
            settings: settings,
            callTime: .seconds(60)
        ).store
    }

    private let now = Instant(seconds: 1_790_000_000)

    private func id(_ number: UInt64) -> EntityID { EntityID(high: 7, low: number) }

    private func command(
        _ number: UInt64,
        _ operation: TrendyWire.Operation,
        _ kind: EntityKind,
        _ entity: EntityID,
        _ fields: String
    ) -> PushCommand {
        PushCommand(
            mutation: PushMutation(
                id: id(1000 + number),
                kind: kind,
                operation: operation,
                entityID: entity,
                baseVersion: nil,
                editedAt: now,
                fields: RawJSON(unchecked: Array(fields.utf8))
            ),
            requestHash: [UInt8(truncatingIfNeeded: number)],
            cascades: true
        )
    }

    private func type(_ name: String) -> String {
        ##"{"name":"\##(name)","color":"#AA5500","icon":"cup.and.saucer"}"##
    }

    private func event(_ type: EntityID, _ second: Int64) -> String {
        #"{"event_type_id":"\#(type)","timestamp":"\#(now + .seconds(second))","#
            + #""is_all_day":false,"source_type":"manual"}"#
    }

    /// Calls of a day, and what the account looks like afterwards.
    private func scenario(_ store: PostgresStore, _ number: UInt64) async throws -> String {
        let account = id(number)
        var results: [String] = []
        let creation = try await store.createAccount(
            Account(id: account, email: "a\(number)@b", passwordHash: "x", createdAt: now),
            invite: nil,
            now: now
        )
        results.append("\(creation)")
        try await store.createSession(
            NewSession(account: account, id: id(1), tokenHash: [1], now: now)
        )
        let rotation = TokenRotation(
            account: account,
            shown: [1],
            successor: [2],
            now: now,
            grace: .zero
        )
        results.append("\(try await store.rotate(rotation))")
        let commands = [
            command(1, .create, .eventType, id(50), type("Coffee")),
            command(2, .create, .eventType, id(51), type("Tea")),
            command(3, .create, .event, id(60), event(id(50), 1)),
            command(4, .create, .event, id(61), event(id(50), 2)),
            command(5, .update, .event, id(61), event(id(51), 3)),
        ]
        for batch in [commands, [command(6, .delete, .eventType, id(50), "{}")]] {
            let outcome = try await store.push(
                account: account,
                commands: batch,
                expectedEpoch: nil,
                now: now
            )
            results.append(outcome.results.map { "\($0.status)" }.joined(separator: ","))
        }
        let onboarding = try await store.editOnboarding(account: account, .reset, now: now)
        results.append(onboarding.document.json.description.replacing("\(account)", with: ""))
        _ = try await store.collectGarbage(
            of: account,
            tombstonesBefore: now + .seconds(10),
            tokensBefore: now
        )
        let slice = try await store.changes(account: account, after: 0, limit: 1000)
        results.append(slice.entities.map { "\($0.version) \($0.id)" }.joined(separator: ","))
        results.append("\(slice.latestVersion) \(slice.tombstonesCollectedTo)")
        try await store.beginDeletion(account: account)
        while try await store.deleteSome(account: account) {}
        results.append("\(try await store.account(id: account) == nil)")
        return results.joined(separator: "\n")
    }

    @Test(
        "A conflict at any statement is repeated, with the same result",
        arguments: ["read committed", "repeatable read", "serializable"]
    )
    func everyStatement(isolation: String) async throws {
        let injector = ConflictInjector()
        let store = try await store(PostgresFixture(), injector, isolation: isolation)
        let expected = try await scenario(store, 100)

        var number = 0
        repeat {
            injector.fail(at: number)
            let result = try await scenario(store, UInt64(200 + number))

            #expect(result == expected, "the conflict at statement \(number)")
            number += 1
        } while injector.hasFired && number < 1000
        try await store.close()

        #expect(number > 60)
        #expect(store.pool.counters.values.conflicts == number - 1)
    }

    @Test("A page is read again when a large entity changes before its content is read")
    func changedPage() async throws {
        let fixture = try PostgresFixture()
        try PostgresMigrations.migrate(fixture.connect())
        let pages = Recorded<Int>()
        var settings = PostgresSessionSettings()
        settings.rewriteBatch = { batch in
            guard batch.items.first?.statement.name == PostgresReadQuery.contents.name else {
                return batch
            }
            pages.append(1)
            if pages.values.count == 1 {
                // The error would end the read, and the test, with a wrong content.
                _ = try? fixture.sql(
                    "UPDATE entity SET version = version + 10, content = content || ' '"
                )
            }
            return batch
        }
        let store = try await PostgresStore.open(
            fixture.url(),
            random: FixedRandom(),
            settings: settings
        ).store
        let account = Account(id: id(1), email: "a@b", passwordHash: "x", createdAt: now)
        _ = try await store.createAccount(account, invite: nil, now: now)
        let fields =
            event(id(50), 1).dropLast()
            + #","notes":"\#(String(repeating: "n", count: 20_000))"}"#
        _ = try await store.push(
            account: id(1),
            commands: [
                command(1, .create, .eventType, id(50), type("Coffee")),
                command(2, .create, .event, id(60), String(fields)),
            ],
            expectedEpoch: nil,
            now: now
        )

        let slice = try await store.changes(account: id(1), after: 0, limit: 1000)

        #expect(pages.values.count == 2)
        #expect(slice.entities.map(\.version) == [11, 12])
        #expect(slice.entities.last?.content.utf8.last == UInt8(ascii: " "))
        try await store.close()
    }
}
