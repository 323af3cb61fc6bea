import ArgumentParser
import Logging
import TrendyKit
import TrendyModel
import TrendyPostgres
import TrendyServer

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The options of every `trendy server` command.
struct ServerDatabaseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The server's database file, or for accounts, invites and keys the URL of its \
            PostgreSQL database.
            """,
            valueName: "database"
        )
    )
    var database = "trendy-server.sqlite"

    @OptionGroup var output: OutputOptions

    /// The maintenance of the database file, which is not opened yet.
    func administration() throws -> ServerAdministration {
        // Other users of the machine must not read files of the server.
        FileAccess.restrictNewFiles()
        switch try ServerDatabaseLocation(database) {
        case .file(let path):
            return ServerAdministration(path: path, dependencies: .live())
        case .postgres:
            throw CommandFailure(
                code: EX_USAGE,
                message: "This command maintains a database file. Use PostgreSQL's own tools for "
                    + "this database: pg_dump or pgBackRest for backups, VACUUM, amcheck."
            )
        }
    }

    /// Runs `body` on the accounts of the database, also beside a running server.
    func withStore<Value: Sendable>(
        _ body: (any ServerStore) async throws -> Value
    ) async throws -> Value {
        guard case .postgres = try ServerDatabaseLocation(database) else {
            return try await administration().withStore { try await body($0) }
        }
        return try await withShards { try await body($0.store) }
    }

    /// Runs `body` on the store of a PostgreSQL database, also beside running servers.
    func withPostgres<Value: Sendable>(
        _ body: (PostgresStore) async throws -> Value
    ) async throws -> Value {
        try await withShards { try await body($0.store.main) }
    }

    /// Runs `body` on the clusters of a PostgreSQL database, also beside running servers.
    func withShards<Value: Sendable>(
        _ body: (ShardAdministration) async throws -> Value
    ) async throws -> Value {
        guard case .postgres(let url) = try ServerDatabaseLocation(database) else {
            throw CommandFailure(
                code: EX_USAGE,
                message: "\(database) is a database file. This command takes the URL of a "
                    + "PostgreSQL database (postgres://USER@HOST/NAME)."
            )
        }
        let random = Dependencies.live().random
        var limits = PostgresPoolLimits()
        limits.connections = 1
        let (main, _) = try await PostgresStore.open(url, random: random, poolLimits: limits)
        do {
            let store = try await ShardedStore(main: main) { [limits] _, url, bus in
                try await PostgresStore.open(
                    url,
                    random: random,
                    poolLimits: limits,
                    changeBus: bus
                ).store
            }
            let value = try await body(ShardAdministration(store: store, mainURL: url))
            try await store.close()
            return value
        } catch {
            // The error of `body` is more useful than a later error of closing.
            try? await main.close()
            throw error
        }
    }

    /// Runs `body` on the administration of the accounts.
    func withUsers<Value: Sendable>(
        _ body: (UserAdministration) async throws -> Value
    ) async throws -> Value {
        try await withStore { store in
            try await body(UserAdministration(store: store, dependencies: .live()))
        }
    }
}
