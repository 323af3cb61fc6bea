import Foundation
import TestSupport
import Testing
import TrendyModel
import TrendyPostgres
import TrendyServer
import TrendyWire

/// Creates databases and opens stores on them, for the conformance suite.
struct StoreFactory: Sendable, CustomTestStringConvertible {
    let name: String
    /// Whether leases expire by the caller's clock, and not by the database's.
    let usesCallersClock: Bool
    /// Creates an empty database and returns its location.
    let newDatabase: @Sendable () async throws -> String
    /// Opens a store on a database; several stores can be open on one database.
    let open: @Sendable (String, TestWorld) async throws -> any ServerStore

    init(
        name: String,
        usesCallersClock: Bool = true,
        newDatabase: @escaping @Sendable () async throws -> String = { try temporaryFile() },
        open: @escaping @Sendable (String, TestWorld) async throws -> any ServerStore
    ) {
        self.name = name
        self.usesCallersClock = usesCallersClock
        self.newDatabase = newDatabase
        self.open = open
    }

    var testDescription: String { name }

    static let all = [
        StoreFactory(name: "SQLite") { path, world in
            try SQLiteStore(path: path, random: world.random)
        },
        postgres("PostgreSQL"),
        postgres(
            "PostgreSQL at REPEATABLE READ",
            options: "&options=-c%20default_transaction_isolation%3Drepeatable%5C%20read"
        ),
    ]

    /// A store on an empty database of the shared cluster.
    private static func postgres(_ name: String, options: String = "") -> StoreFactory {
        StoreFactory(name: name, usesCallersClock: false) {
            try await onOwnThread {
                let cluster = try PostgresCluster.shared()
                let url = cluster.url(try cluster.makeDatabase(), options: options)
                let connection = try PostgresConnection.open(
                    PostgresURL(url),
                    deadline: .after(.seconds(60))
                )
                try PostgresMigrations.migrate(connection)
                return url
            }
        } open: { url, world in
            var limits = PostgresPoolLimits()
            limits.connections = 2
            return try await PostgresStore.open(
                PostgresURL(url),
                random: world.random,
                poolLimits: limits,
                callTime: .seconds(60)
            ).store
        }
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

    init(_ factory: StoreFactory, seed: UInt64 = 1) async throws {
        world = TestWorld(seed: seed)
        self.factory = factory
        database = try await factory.newDatabase()
        store = try await factory.open(database, world)
        account = try await Self.addAccount(to: store, world, "ada@example.com")
    }

    /// Opens another store on the same database, as another server does.
    func openSecondStore() async throws -> any ServerStore {
        try await factory.open(database, world)
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
