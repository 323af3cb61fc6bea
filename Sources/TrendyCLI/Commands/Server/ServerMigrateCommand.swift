import ArgumentParser
import TrendyPostgres

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

struct ServerMigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Create or update the tables of a PostgreSQL database.",
        discussion: """
            Example:
              trendy server migrate --database postgres://trendy@db.example.org/trendy

            Run it once before the first start, and after an update of Trendy, before the servers \
            are updated: servers of the previous version go on. It changes nothing when the \
            database has all migrations. A database file is migrated by 'trendy serve' itself.
            """
    )

    @OptionGroup var options: ServerDatabaseOptions

    private struct Result: Encodable {
        let migrations: [Int32]
        let version: Int32
    }

    func run() async throws {
        guard case .postgres(let url) = try ServerDatabaseLocation(options.database) else {
            throw CommandFailure(
                code: EX_USAGE,
                message: "\(options.database) is a database file, which 'trendy serve' migrates "
                    + "itself. This command takes the URL of a PostgreSQL database "
                    + "(postgres://USER@HOST/NAME)."
            )
        }
        let connection = try PostgresConnection.open(url, deadline: .after(.seconds(30)))
        defer { connection.close() }
        // A migration of many rows takes long, and is one transaction: it ends or changes nothing.
        connection.deadline = .after(.seconds(3600))
        try PostgresSchemaCheck.refuseForeign(connection)
        guard try PostgresMigrations.current(connection) <= PostgresMigrations.newest else {
            throw CommandFailure(
                code: EX_CANTCREAT,
                message: "A newer version of Trendy has migrated the database. Update this one."
            )
        }
        let migrations = try PostgresMigrations.migrate(connection)
        if options.output.json {
            return try printJSON(
                Result(migrations: migrations, version: PostgresMigrations.newest)
            )
        }
        Console.text(
            migrations.isEmpty
                ? "The database has all migrations."
                : "The database was migrated to version \(PostgresMigrations.newest)."
        )
    }
}
