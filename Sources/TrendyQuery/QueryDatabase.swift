// TrendyQuery: read-only SQL over a device's database, and the tools of its MCP server.

import Foundation
package import TrendyModel
import TrendySQLite
import TrendyStore

/// A device's database, opened for queries beside the process that uses it.
///
/// Opening creates, migrates and locks nothing: SQLite refuses each write, and readers of the
/// write-ahead log block no writer (https://sqlite.org/wal.html#concurrency). Queries see the
/// tables of ``QueryTable/all`` and the device's own. Each statement sees one state of the
/// database.
///
/// Not `Sendable`: one thread at a time.
///
/// ```swift
/// let database = try QueryDatabase(path: path, zones: ZoneHistory(.current), clock: clock)
/// let rows = try database.rows("SELECT day, value FROM days WHERE metric = 'steps'")
/// ```
package final class QueryDatabase {
    private static let label = "The device's database"
    /// The table-valued functions of queries.
    private static let tableFunctions = [
        "json_each('[]')", "json_tree('[]')", "pragma_table_info('meta')",
        "pragma_table_xinfo('meta')", "pragma_table_list", "pragma_index_list('meta')",
    ]

    let connection: SQLConnection
    /// Makes the check of a time limit that begins now.
    private let expiry: (_ timeout: Duration) -> () -> Bool
    /// The tables, of which `samples` depends on the archive.
    private let tables: [QueryTable]

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - zones: the zones of events without one, where the database stores no history.
    ///   - clock: measures the time limits.
    /// - Throws: ``QueryError`` of the codes `missing`, `foreign`, `newerSchema`, `olderSchema`,
    ///   `busy` or `unreadable`.
    package init(
        path: String,
        zones: ZoneHistory,
        clock: any Clock<Duration>
    ) throws(QueryError) {
        let files = LocalFiles()
        guard files.exists(path) else {
            throw QueryError(
                .missing,
                "There is no database at \(path). Check --profile; 'trendy log' and "
                    + "'trendy import' create one."
            )
        }
        connection = try SQLConnection(path: path)
        expiry = Self.expiry(of: clock)
        do {
            try Self.verify(connection, path)
        } catch  where error.code == .invalid {
            // A file without the tables of a device.
            throw Self.foreign(path)
        }
        let archive = LocalFiles.directory(of: path) + "/" + QueryTable.archiveFile
        let hasArchive = files.exists(archive)
        if hasArchive { try Self.attach(archive, to: connection) }
        let stored = try connection.rows("SELECT value FROM main.meta WHERE key = 'zones'")
        SQLFunctions(zones: stored.first?.first.flatMap { Self.history($0) } ?? zones)
            .register(in: connection)
        tables = QueryTable.all.map {
            $0.name == QueryTable.samples.name ? .samples(archived: hasArchive) : $0
        }
        try createTables()
        // SQLite declares a table-valued function at its first use, in a way that the guard refuses.
        for function in Self.tableFunctions {
            _ = try connection.rows("SELECT 1 FROM \(function) LIMIT 0")
        }
        try connection.execute("PRAGMA query_only = ON; PRAGMA trusted_schema = OFF;")
        connection.restrict()
        connection.supervisor.isTrusted = false
    }

    /// Runs one statement that reads, and hands out its rows one by one.
    ///
    /// - Parameters:
    ///   - sql: the statement.
    ///   - parameters: the values of `?1`, `?2` and so on.
    ///   - limits: the limits of the result and of the time.
    ///   - isCancelled: called every few milliseconds; `true` stops the statement.
    ///   - columns: receives the names of the columns before the first row.
    ///   - row: receives each row, which is valid only during the call.
    /// - Returns: the size of the result and whether a limit cut it.
    /// - Throws: ``QueryError``, or the error of `columns` or `row`.
    @discardableResult
    package func run(
        _ sql: String,
        parameters: [QueryValue] = [],
        limits: QueryLimits = QueryLimits(),
        isCancelled: @escaping () -> Bool = { false },
        columns: ([String]) throws -> Void = { _ in },
        row: (QueryRow) throws -> Void
    ) throws -> QuerySummary {
        let isExpired = expiry(limits.timeout)
        connection.supervisor.begin(isExpired: isExpired, isCancelled: isCancelled)
        defer { connection.supervisor.end() }
        let statement = try SQLStatement(connection, sql, parameters)
        guard statement.isReadOnly else {
            throw QueryError(.notAllowed, "Queries may only read. Nothing was changed.")
        }
        try columns(statement.columns)
        var summary = QuerySummary()
        while try statement.step() {
            let bytes = statement.row.byteCount
            guard summary.rows < limits.rows else {
                summary.truncation = .rows
                break
            }
            guard bytes <= limits.bytes - summary.bytes else {
                summary.truncation = .bytes
                break
            }
            summary.rows += 1
            summary.bytes += bytes
            try row(statement.row)
        }
        return summary
    }

    /// Runs one statement that reads, and returns all its rows.
    package func rows(
        _ sql: String,
        _ parameters: [QueryValue] = [],
        limits: QueryLimits = QueryLimits(),
        isCancelled: @escaping () -> Bool = { false }
    ) throws -> [[QueryValue]] {
        var rows: [[QueryValue]] = []
        try run(sql, parameters: parameters, limits: limits, isCancelled: isCancelled) {
            rows.append($0.values)
        }
        return rows
    }

    private static func expiry(
        of clock: some Clock<Duration>
    ) -> (_ timeout: Duration) -> () -> Bool {
        { timeout in
            let end = clock.now.advanced(by: timeout)
            return { clock.now >= end }
        }
    }

    private static func verify(_ connection: SQLConnection, _ path: String) throws(QueryError) {
        let tables = try connection.rows(
            "SELECT count(*) FROM main.sqlite_master WHERE type = 'table' AND name IN "
                + "('mutation', 'meta', 'grdb_migrations')"
        )
        let id = try connection.rows("PRAGMA main.application_id").first?.first
        // Files of older versions have no application id.
        let isDevice = id == .integer(Int64(DatabaseKind.device.rawValue)) || id == .integer(0)
        guard isDevice, tables.first?.first == .integer(3) else { throw foreign(path) }
        let applied = try connection.rows(
            "SELECT CAST(max(CAST(identifier AS INTEGER)) AS INTEGER) FROM main.grdb_migrations"
        )
        let version = applied.first?.first?.number ?? 0
        if version > Double(DeviceStore.schemaVersion) {
            throw QueryError(
                .newerSchema,
                "\(label) at \(path) was written by a newer version of Trendy. Update this program "
                    + "to query it."
            )
        }
        if version < Double(DeviceStore.schemaVersion) {
            throw QueryError(
                .olderSchema,
                "\(label) at \(path) was written by an older version of Trendy. Open it once with "
                    + "'trendy status', which updates it, then try again."
            )
        }
    }

    private static func foreign(_ path: String) -> QueryError {
        QueryError(
            .foreign,
            "\(path) is not the database of a device. Give the directory of a device with --profile."
        )
    }

    private static func attach(
        _ archive: String,
        to connection: SQLConnection
    ) throws(QueryError) {
        do {
            _ = try connection.rows("ATTACH ?1 AS \(QueryTable.archive)", [.text(archive)])
            _ = try connection.rows(
                "SELECT 1 FROM \(QueryTable.archive).\(QueryTable.archiveView) LIMIT 0"
            )
        } catch {
            throw QueryError(
                .unreadable,
                "The raw samples at \(archive) cannot be read (\(error.message)). Move the file away "
                    + "to query everything else; 'trendy import' can write it again."
            )
        }
    }

    private static func history(_ value: QueryValue) -> ZoneHistory? {
        switch value {
        case .text(let text): TimeZoneRecords.history(stored: text)
        case .blob(let bytes):
            TimeZoneRecords.history(stored: String(decoding: bytes, as: UTF8.self))
        case .null, .integer, .real: nil
        }
    }

    private func createTables() throws(QueryError) {
        // Types and places have unique names, whose index finds them among a million events.
        try connection.execute(
            """
            CREATE TEMP TABLE trendy_type (id BLOB PRIMARY KEY, name TEXT) WITHOUT ROWID;
            INSERT OR REPLACE INTO trendy_type
                SELECT id, json_extract(content, '$.name') FROM main.entity WHERE kind = 1
                    AND unique_name IS NOT NULL;
            CREATE TEMP TABLE trendy_place (id TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID;
            INSERT OR REPLACE INTO trendy_place
                SELECT trendy_uuid(id), json_extract(content, '$.name') FROM main.entity
                    WHERE kind = 3 AND unique_name IS NOT NULL AND deleted_at IS NULL;
            CREATE TEMP TABLE trendy_metric (
                key TEXT PRIMARY KEY, name TEXT, metric_group TEXT, unit TEXT, aggregation TEXT,
                identifiers TEXT, path TEXT, factor REAL, combination TEXT, position INTEGER
            ) WITHOUT ROWID;
            """
        )
        let insert = try SQLStatement(
            connection,
            "INSERT INTO trendy_metric VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
        )
        for (position, metric) in MetricDescription.all.enumerated() {
            try insert.run([
                .text(metric.key), .text(metric.name), .text(metric.group), .text(metric.unit),
                .text(metric.aggregation), .text(metric.identifiers.joined(separator: ", ")),
                .text("$.properties.\(metric.property).value"), .real(metric.factor),
                .text(metric.combination.rawValue), .integer(Int64(position)),
            ])
        }
        for table in tables { try connection.execute(table.viewCreation) }
    }
}
