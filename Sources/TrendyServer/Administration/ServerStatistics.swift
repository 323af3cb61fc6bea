import GRDB
import TrendyModel
import TrendySQLite

/// Counts and sizes of a server's database.
package struct ServerStatistics: Codable, Sendable, Equatable {
    /// How many accounts there are.
    package var accounts = 0
    /// How many entities that are not deleted, by the kind's name.
    package var entities: [String: Int] = [:]
    /// How many deleted entities the server still tells devices of.
    package var tombstones = 0
    /// How many bytes the content of all entities takes.
    package var contentBytes = 0
    /// How many devices have reported.
    package var devices = 0
    /// How many sessions are open.
    package var sessions = 0
    /// The number of migrations of the schema.
    package var schema = 0
    /// The size of the database's file.
    package var fileBytes = 0
    /// The size of its write-ahead log.
    package var logBytes = 0
    /// The size of a page of the file.
    package var pageBytes = 0
    /// How many pages of the file hold nothing; `trendy server vacuum` gives them back.
    package var freePages = 0
}

extension ServerAdministration {
    /// Counts what the database holds; it reads every entity once.
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
