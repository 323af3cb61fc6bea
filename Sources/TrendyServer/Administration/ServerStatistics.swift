import GRDB
import TrendyModel
import TrendySQLite

/// Counts and sizes of a server's database.
package struct ServerStatistics: Codable, Sendable, Equatable {
    /// The number of accounts.
    package var accounts = 0
    /// The number of live entities by name of kind.
    package var entities: [String: Int] = [:]
    /// The number of tombstones: deleted entities that devices still have to pull.
    package var tombstones = 0
    /// The bytes of the content of all entities.
    package var contentBytes = 0
    /// The number of devices that have reported.
    package var devices = 0
    /// The number of open sessions.
    package var sessions = 0
    /// The number of schema migrations.
    package var schema = 0
    /// The size of the database file.
    package var fileBytes = 0
    /// The size of the write-ahead log.
    package var logBytes = 0
    /// The page size of the file.
    package var pageBytes = 0
    /// The number of free pages; `trendy server vacuum` removes them.
    package var freePages = 0
}

extension ServerAdministration {
    /// Counts the contents of the database.
    ///
    /// It reads every entity once.
    ///
    /// - Throws: ``ServerError``.
    package func statistics() throws -> ServerStatistics {
        var statistics = try read { try Self.statistics($0) }
        statistics.fileBytes = LocalFiles.bytes(of: path) ?? 0
        statistics.logBytes = LocalFiles.bytes(of: path + "-wal") ?? 0
        return statistics
    }

    private static func statistics(_ db: Database) throws -> ServerStatistics {
        func count(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: sql) ?? 0 }
        var statistics = ServerStatistics()
        statistics.accounts = try count("SELECT count(*) FROM account")
        statistics.devices = try count("SELECT count(*) FROM device")
        statistics.sessions = try count("SELECT count(*) FROM session")
        statistics.schema = try count("SELECT count(*) FROM grdb_migrations")
        statistics.pageBytes = try count("PRAGMA page_size")
        statistics.freePages = try count("PRAGMA freelist_count")
        for kind in EntityKind.allCases { statistics.entities[kind.name] = 0 }
        let rows = try PreparedStatement(
            db,
            """
            SELECT kind, deleted_at IS NOT NULL, count(*), sum(length(CAST(content AS BLOB)))
            FROM entity GROUP BY 1, 2
            """
        )
        try rows.forEachRow { row in
            statistics.contentBytes += Int(row.int(3))
            if row.int(1) != 0 {
                statistics.tombstones += Int(row.int(2))
            } else if let kind = EntityKind(rawValue: Int(row.int(0))) {
                statistics.entities[kind.name] = Int(row.int(2))
            }
        }
        return statistics
    }
}
