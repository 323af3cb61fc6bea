import GRDB
import Testing
import TrendyModel
import TrendySQLite
import TrendyWire

@testable import TrendyServer

@Suite("Pushes over a database that sends its writes together")
struct PushDatabaseTests {
    /// Keeps writes in memory until a read has to see them, or the push ends.
    private struct BufferingDatabase: PushDatabase {
        private let db: Database
        private let account: EntityID
        private var base: SQLitePushDatabase
        private var written: [EntityID: (entity: Entity, keys: EntityKeys)] = [:]
        private var records: [(record: IdempotencyRecord, mutation: EntityID)] = []

        init(_ db: Database, account: EntityID) throws {
            self.db = db
            self.account = account
            base = try SQLitePushDatabase(db, account: account)
        }

        mutating func start(_ request: PushStartRequest) throws -> PushStart {
            try base.start(request)
        }

        mutating func entity(_ id: EntityID) throws -> Entity? {
            try written[id]?.entity ?? base.entity(id)
        }

        mutating func owner(of name: String, kind: EntityKind) throws -> Entity? {
            try flush()
            return try base.owner(of: name, kind: kind)
        }

        mutating func children(of type: EntityID, limit: Int?) throws -> [StoredEntity] {
            try flush()
            return try base.children(of: type, limit: limit)
        }

        mutating func eventCount(of type: EntityID, upTo limit: Int) throws -> Int {
            try flush()
            return try base.eventCount(of: type, upTo: limit)
        }

        mutating func write(_ entity: Entity, _ keys: EntityKeys) {
            written[entity.id] = (entity, keys)
        }

        mutating func write(_ record: IdempotencyRecord, of mutation: EntityID) {
            records.append((record, mutation))
        }

        mutating func finish(_ counters: AccountCounters?) throws {
            try flush()
            for (record, mutation) in records { try base.write(record, of: mutation) }
            try base.finish(counters)
        }

        private mutating func flush() throws {
            // All names that change are free before the first one is taken.
            for id in written.keys {
                try db.execute(
                    sql: "UPDATE entity SET unique_name = NULL WHERE account = ? AND id = ?",
                    arguments: [account.data, id.data]
                )
            }
            for (entity, keys) in written.values { try base.write(entity, keys) }
            written = [:]
        }
    }

    private func push(
        _ commands: [PushCommand],
        to fixture: StoreFixture,
        buffering: Bool
    ) throws -> AccountPush.Step {
        let store = try #require(fixture.store as? SQLiteStore)
        let push = AccountPush(
            account: fixture.account,
            commands: commands,
            expectedEpoch: nil,
            limits: WorkLimits(),
            quota: AccountQuota(),
            now: fixture.world.clock.now()
        )
        return try store.queue.writing { db in
            buffering
                ? try push.step(on: BufferingDatabase(db, account: fixture.account))
                : try push.step(on: SQLitePushDatabase(db, account: fixture.account))
        }
    }

    /// Random commands over few entities, with moved names, large contents and repetitions.
    private func commands(_ fixture: StoreFixture, _ ids: [EntityID]) -> [PushCommand] {
        let random = fixture.world.random
        func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        var commands: [PushCommand] = []
        for _ in 0..<(1 + pick(40)) {
            if pick(12) == 0, let earlier = commands.last {
                commands.append(earlier)
                continue
            }
            let operation = [TrendyWire.Operation.create, .update, .update, .delete][pick(4)]
            let isType = pick(2) == 0
            let id = isType ? ids[pick(4)] : ids[4 + pick(8)]
            let extra = pick(6) == 0 ? #","zzz":"\#(String(repeating: "x", count: 20_000))""# : ""
            let fields =
                isType
                ? "\(typeFields(["a", "b", "c", "d", "e"][pick(5)]).dropLast())\(extra)}"
                : eventFields(ids[pick(4)], at: Int64(pick(100)), extra: extra)
            let mutation = fixture.mutation(
                operation,
                isType ? .eventType : .event,
                id,
                operation == .delete ? "{}" : fields
            )
            commands.append(
                PushCommand(
                    mutation: mutation,
                    requestHash: Array("\(mutation.id)".utf8),
                    cascades: pick(2) == 0
                )
            )
        }
        return commands
    }

    private func rows(_ fixture: StoreFixture) throws -> [Row] {
        let store = try #require(fixture.store as? SQLiteStore)
        return try store.queue.reading { db in
            try Row.fetchAll(db, sql: "SELECT * FROM entity ORDER BY id")
                + Row.fetchAll(db, sql: "SELECT * FROM idempotency_record ORDER BY id")
                + Row.fetchAll(db, sql: "SELECT * FROM account ORDER BY id")
        }
    }

    @Test("It has the same results and rows as one that writes at once", arguments: 1...10)
    func buffering(_ seed: UInt64) async throws {
        let direct = try await StoreFixture(StoreFactory.sqlite, seed: seed)
        let buffered = try await StoreFixture(StoreFactory.sqlite, seed: seed)
        let ids = (0..<12).map { _ in direct.world.id() }

        for _ in 0..<6 {
            let commands = commands(direct, ids)
            let first = try push(commands, to: direct, buffering: false)
            let second = try push(commands, to: buffered, buffering: true)
            #expect(first.results == second.results)
            #expect(first.versionAfter == second.versionAfter)
            direct.world.clock.advance(by: .seconds(1))
            buffered.world.clock.advance(by: .seconds(1))
        }

        #expect(try rows(direct) == rows(buffered))
    }
}
