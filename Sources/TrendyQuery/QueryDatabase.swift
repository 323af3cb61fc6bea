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
    static let label = "The device's database"
    /// The table-valued functions of queries.
    private static let tableFunctions = [
        "json_each('[]')", "json_tree('[]')", "pragma_table_info('meta')",
        "pragma_table_xinfo('meta')", "pragma_table_list", "pragma_index_list('meta')",
    ]

    let connection: SQLConnection
    /// Makes the check of a time limit that begins now.
    private let expiry: (_ timeout: Duration) -> () -> Bool
    /// The tables, of which `samples` depends on the archive.
    let tables: [QueryTable]
    /// SQLite's number of the state that the names were read from.
    var dataVersion: QueryValue?

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
        try Self.verify(connection, path)
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
        try refreshNames()
        try connection.restrict()
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
        try refreshNames()
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
}
