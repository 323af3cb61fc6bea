import Foundation
import GRDB
import TestSupport
import Testing
import TrendyModel
import TrendyPostgres
import TrendyServer
import TrendyWire

/// The settings of a store in a test.
struct StoreOptions: Sendable {
    var limits = WorkLimits()
    var quota = AccountQuota()
    /// The number of connections of SQLite for long reads.
    var readers = 0
    var logger = TestLog().logger
    /// Runs between the transactions of one write.
    var afterStep: @Sendable (EntityID) async throws -> Void = { _ in }
}

/// Creates databases and opens stores on them, for the conformance suite and for servers.
struct StoreFactory: Sendable, CustomTestStringConvertible {
    /// The database engine of a store.
    enum Engine: String {
        case sqlite
        case postgres
    }

    let name: String
    let engine: Engine
    /// Whether leases expire by the caller's clock, and not by the database's.
    var usesCallersClock: Bool { engine == .sqlite }
    /// Creates an empty database and returns its location.
    let newDatabase: @Sendable () async throws -> String
    /// Opens a store on a database, with its keys.
    let openStore:
        @Sendable (String, TestWorld, StoreOptions) async throws -> (any ServerStore, ServerSecrets)
    private var options = StoreOptions()

    var testDescription: String { name }

    /// The engine of the tests that run on one: SQLite, or what `TRENDY_TEST_STORE` names.
    static let selected: StoreFactory = {
        let name = ProcessInfo.processInfo.environment["TRENDY_TEST_STORE"]
        switch name.map({ Engine(rawValue: $0) }) ?? .sqlite {
        case .sqlite: return sqlite
        case .postgres: return postgres
        case nil: preconditionFailure("TRENDY_TEST_STORE is sqlite or postgres.")
        }
    }()

    static let all = [
        sqlite,
        postgres("PostgreSQL"),
        postgres(
            "PostgreSQL at REPEATABLE READ",
            settings: ["default_transaction_isolation=repeatable\\ read"]
        ),
        sharded,
    ]

    /// Opens a store on a database; several stores can be open on one database.
    func open(_ database: String, _ world: TestWorld) async throws -> any ServerStore {
        try await openStore(database, world, options).0
    }

    /// The same engine with other settings of its stores.
    func with(_ change: (inout StoreOptions) -> Void) -> StoreFactory {
        var copy = self
        change(&copy.options)
        return copy
    }

    static let sqlite = StoreFactory(name: "SQLite", engine: .sqlite) {
        try temporaryFile()
    } openStore: { path, world, options in
        let store = try SQLiteStore(
            path: path,
            random: world.random,
            logger: options.logger,
            limits: options.limits,
            quota: options.quota,
            readers: options.readers,
            afterStep: options.afterStep
        )
        return (store, store.secrets)
    }

    /// PostgreSQL for the tests of servers.
    static let postgres = postgres("PostgreSQL", sharesDatabase: true)

    /// Two PostgreSQL databases that share the accounts; the location is that of the directory.
    static let sharded = StoreFactory(name: "two shards", engine: .postgres) {
        try await onOwnThread {
            let (main, other) = (try newDatabase([]), try newDatabase([]))
            let connection = try PostgresConnection.open(
                PostgresURL(main),
                deadline: .after(.seconds(60))
            )
            defer { connection.close() }
            let add = PostgresStatement(
                "add_shard",
                [.bytea],
                "INSERT INTO shard (name, url, accepts_accounts) VALUES ('west', $1, true)"
            )
            var batch = PostgresBatch()
            batch.add(add) { $0.append(byteaOf: other) }
            _ = try connection.transaction { try $0.commit(batch) }
            return main
        }
    } openStore: { url, world, options in
        let (main, secrets) = try await openPostgres(url, world, options)
        let store = try await ShardedStore(main: main) { _, url, bus in
            try await openPostgres(url, world, options, bus).store
        }
        return (store, secrets)
    }

    private static func openPostgres(
        _ url: String,
        _ world: TestWorld,
        _ options: StoreOptions
    ) async throws -> (store: PostgresStore, secrets: ServerSecrets) {
        try await openPostgres(PostgresURL(url), world, options, nil)
    }

    private static func openPostgres(
        _ url: PostgresURL,
        _ world: TestWorld,
        _ options: StoreOptions,
        _ changeBus: (any ChangeBus)?
    ) async throws -> (store: PostgresStore, secrets: ServerSecrets) {
        try await PostgresStore.open(
            url,
            random: world.random,
            poolLimits: poolLimits,
            logger: options.logger,
            changeBus: changeBus,
            limits: options.limits,
            quota: options.quota,
            callTime: .seconds(60),
            afterStep: options.afterStep
        )
    }

    /// The number of an account's rows in each table of each cluster, by the cluster's name.
    static func shardRowCounts(
        of account: EntityID,
        in database: String
    ) async throws -> [String: [String: Int]] {
        let other = try await onOwnThread {
            let connection = try PostgresConnection.open(
                PostgresURL(database),
                deadline: .after(.seconds(60))
            )
            defer { connection.close() }
            let url = PostgresStatement("url", [], "SELECT url FROM shard WHERE name = 'west'")
            return try connection.roundTrip(PostgresBatch(url))[0][0].string(0)
        }
        var counts: [String: [String: Int]] = [:]
        for (name, url) in [(Shard.directoryName, database), ("west", other)] {
            var rows = try await postgres.rowCounts(of: account, in: url)
            // The directory's rows stay.
            rows["account_shard"] = nil
            rows["account_address"] = nil
            counts[name] = rows
        }
        return counts
    }

    /// Opens a database for a whole server, whose configuration has the path of the file.
    func server(of location: String) throws -> ServerDatabase.Open {
        switch engine {
        case .sqlite:
            ServerDatabase.sqlite
        case .postgres:
            ServerDatabase.postgres(
                try PostgresURL(location),
                localPath: try temporaryFile(),
                poolLimits: Self.poolLimits
            )
        }
    }

    private static var poolLimits: PostgresPoolLimits {
        var limits = PostgresPoolLimits()
        limits.connections = 2
        return limits
    }

    /// A store on an empty database of the shared cluster.
    ///
    /// - `settings`: settings of the sessions, as `postgres -c` takes them.
    /// - `sharesDatabase`: whether a database is a schema in one database, which is cheaper; all
    ///   servers of that database get the notices of all of them.
    private static func postgres(
        _ name: String,
        settings: [String] = [],
        sharesDatabase: Bool = false
    ) -> StoreFactory {
        StoreFactory(name: name, engine: .postgres) {
            try await onOwnThread {
                try sharesDatabase ? newSchema() : newDatabase(settings)
            }
        } openStore: { url, world, options in
            try await openPostgres(url, world, options)
        }
    }

    private static func newDatabase(_ settings: [String]) throws -> String {
        let cluster = try PostgresCluster.shared()
        let url = cluster.url(try cluster.makeDatabase(), settings: settings)
        try migrate(url)
        return url
    }

    private static func newSchema() throws -> String {
        let cluster = try PostgresCluster.shared()
        let name = "s" + UUID().uuidString.lowercased().replacing("-", with: "")
        let url = cluster.url(try sharedDatabase.get(), settings: ["search_path=\(name)"])
        try migrate(url, statement: "CREATE SCHEMA \(name)")
        return url
    }

    private static let sharedDatabase = Result { try PostgresCluster.shared().makeDatabase() }

    /// Runs all migrations, after a statement.
    private static func migrate(_ url: String, statement: String = "SELECT 1") throws {
        let connection = try PostgresConnection.open(
            PostgresURL(url),
            deadline: .after(.seconds(60))
        )
        defer { connection.close() }
        _ = try connection.transaction { transaction in
            try transaction.roundTrip(PostgresBatch(PostgresStatement("prepare", [], statement)))
        }
        try PostgresMigrations.migrate(connection)
    }

    /// The number of an account's rows in each table of a database with a column for the account.
    func rowCounts(of account: EntityID, in database: String) async throws -> [String: Int] {
        switch engine {
        case .sqlite: try sqliteRowCounts(of: account, in: database)
        case .postgres: try await postgresRowCounts(of: account, in: database)
        }
    }
}

extension StoreFactory {
    private func sqliteRowCounts(of account: EntityID, in path: String) throws -> [String: Int] {
        try DatabaseQueue(path: path).read { db in
            var counts: [String: Int] = [:]
            let tables = try String.fetchAll(
                db,
                sql: "SELECT name FROM sqlite_master WHERE type = 'table'"
            )
            for table in tables {
                let columns = try db.columns(in: table).map(\.name)
                guard
                    let column = table == "account"
                        ? "id" : columns.first(where: { $0 == "account" })
                else { continue }
                counts[table] = try Int.fetchOne(
                    db,
                    sql: "SELECT count(*) FROM \(table) WHERE \(column) = ?",
                    arguments: [Data(account.bytes)]
                )
            }
            return counts
        }
    }

    private func postgresRowCounts(
        of account: EntityID,
        in url: String
    ) async throws -> [String: Int] {
        let tables = """
            SELECT table_name FROM information_schema.columns
            WHERE table_schema = current_schema() AND column_name = 'account'
            """
        return try await onOwnThread {
            let connection = try PostgresConnection.open(
                PostgresURL(url),
                deadline: .after(.seconds(60))
            )
            defer { connection.close() }
            let names = try connection.roundTrip(
                PostgresBatch(PostgresStatement("tables", [], tables))
            )[0].map { try $0.string(0) }
            var counts: [String: Int] = [:]
            for name in names {
                let count = PostgresStatement(
                    "count_\(name)",
                    [.uuid],
                    "SELECT count(*) FROM \(name) WHERE account = $1"
                )
                var batch = PostgresBatch()
                batch.add(count) { $0.append(uuid: account) }
                counts[name] = Int(try connection.roundTrip(batch)[0][0].int(0))
            }
            return counts
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// The test is about SQLite's files or statements, so that it runs on SQLite only.
    static var onlySQLite: Self {
        .enabled(if: StoreFactory.selected.engine == .sqlite, "The test is about SQLite.")
    }
}

/// The directory of all test databases; deleted at exit.
private let databases: URL = {
    atexit { try? FileManager.default.removeItem(at: databases) }  // it is a temporary directory
    return FileManager.default.temporaryDirectory
        .appendingPathComponent("trendy-server-tests-\(UUID().uuidString)")
}()

/// A path for a new database in its own directory.
func temporaryFile() throws -> String {
    let directory = databases.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    return directory.appendingPathComponent("server.sqlite").path
}

/// A store with an account.
struct StoreFixture: Sendable {
    let world: TestWorld
    let store: any ServerStore
    let account: EntityID
    private let factory: StoreFactory
    private let database: String

    init(_ factory: StoreFactory, database: String? = nil, seed: UInt64 = 1) async throws {
        world = TestWorld(seed: seed)
        self.factory = factory
        if let database {
            self.database = database
        } else {
            self.database = try await factory.newDatabase()
        }
        store = try await factory.open(self.database, world)
        account = try await Self.addAccount(to: store, world, "ada@example.com")
    }

    /// Opens another store on the same database, as another server does.
    func openSecondStore() async throws -> any ServerStore {
        try await factory.open(database, world)
    }

    /// The number of the account's rows in each table.
    func rowCounts() async throws -> [String: Int] {
        try await factory.rowCounts(of: account, in: database)
    }

    static func addAccount(
        to store: any ServerStore,
        _ world: TestWorld,
        _ email: String
    ) async throws -> EntityID {
        let account = Account(
            id: world.id(),
            email: email,
            passwordHash: "none",
            createdAt: world.clock.now()
        )
        _ = try await store.createAccount(account, invite: nil, now: account.createdAt)
        return account.id
    }

    @discardableResult
    func push(_ mutations: [PushMutation], as other: EntityID? = nil) async throws -> [PushResult] {
        try await store.push(
            account: other ?? account,
            commands: mutations.map {
                PushCommand(mutation: $0, requestHash: Array("\($0)".utf8))
            },
            now: world.clock.now()
        ).results
    }

    func mutation(
        _ operation: TrendyWire.Operation,
        _ kind: EntityKind,
        _ id: EntityID,
        _ fields: String = "{}",
        base: Int64? = nil,
        key: EntityID? = nil
    ) -> PushMutation {
        PushMutation(
            id: key ?? world.id(),
            kind: kind,
            operation: operation,
            entityID: id,
            baseVersion: base,
            editedAt: world.clock.now(),
            fields: RawJSON(unchecked: Array(fields.utf8))
        )
    }

    /// Creates an event type and returns its id.
    func addType(_ name: String = "Coffee") async throws -> EntityID {
        let id = world.id()
        try await push([mutation(.create, .eventType, id, typeFields(name))])
        return id
    }

    /// The creation of an event `second` seconds after 2026-01-01.
    func event(_ type: EntityID, at second: Int64 = 0, id: EntityID? = nil) -> PushMutation {
        mutation(.create, .event, id ?? world.id(), eventFields(type, at: second))
    }
}

extension ServerStore {
    /// The number of the account's last change.
    func latestVersion(account: EntityID) async throws -> Int64 {
        try await latestCursor(account: account).version
    }
}

func typeFields(_ name: String) -> String {
    ##"{"name":"\##(name)","color":"#AA5500","icon":"cup.and.saucer"}"##
}

func eventFields(_ type: EntityID, at second: Int64 = 0, extra: String = "") -> String {
    let timestamp = Instant(seconds: 1_767_225_600 + second)
    return #"{"event_type_id":"\#(type)","timestamp":"\#(timestamp)","is_all_day":false,"#
        + #""source_type":"manual"\#(extra)}"#
}
