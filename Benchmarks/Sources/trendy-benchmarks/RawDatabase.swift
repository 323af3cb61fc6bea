import GRDBSQLite

/// A database that SQLite writes alone: the reference of the benchmarks.
///
/// It has the tables and indexes of a measured database and the settings of a device's, with
/// `synchronous=FULL`. Every error ends the process.
final class RawDatabase {
    /// A statement that is compiled once.
    typealias Statement = OpaquePointer

    /// Table names, each with the column by which its rows are read.
    typealias Tables = [(name: String, order: String)]

    private let connection: OpaquePointer

    /// Creates a database.
    ///
    /// - `path`: the new file.
    /// - `source`: the measured database.
    /// - `tables`: the tables to create, without rows.
    init(_ path: String, like source: String, tables: [String]) {
        connection = Self.open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        execute(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;
            PRAGMA cache_size = -4096; PRAGMA wal_autocheckpoint = 1000;
            """
        )
        let original = Self.open(source, SQLITE_OPEN_READONLY)
        defer { sqlite3_close(original) }
        // Tables first; the indexes of primary keys have no text.
        let schema = Self.prepare(
            original,
            """
            SELECT sql FROM sqlite_master WHERE tbl_name = ? AND type IN ('table', 'index')
                AND sql IS NOT NULL ORDER BY type DESC
            """
        )
        defer { sqlite3_finalize(schema) }
        for table in tables {
            sqlite3_bind_text(schema, 1, table, -1, Self.transient)
            while sqlite3_step(schema) == SQLITE_ROW {
                execute(String(cString: sqlite3_column_text(schema, 0)))
            }
            sqlite3_reset(schema)
        }
    }

    deinit { sqlite3_close_v2(connection) }

    /// The destructor that makes SQLite copy bound bytes.
    static var transient: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    func prepare(_ sql: String) -> Statement { Self.prepare(connection, sql) }

    func execute(_ sql: String) {
        precondition(sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK, "Failed: \(sql)")
    }

    /// Runs a statement with its bound values to its end.
    func run(_ statement: Statement) {
        precondition(sqlite3_step(statement) == SQLITE_DONE, "A row was not written")
        sqlite3_reset(statement)
    }

    /// Inserts rows of another database in transactions; returns the seconds of the transactions,
    /// without those of reading the rows.
    ///
    /// - `count`: the number of rows of each table.
    /// - `batch`: the number of rows of each table in a transaction.
    /// - `isSynced`: whether each transaction waits for the disk, instead of only the last.
    func insert(
        _ tables: Tables,
        from source: String,
        count: Int,
        batch: Int,
        isSynced: Bool
    ) async -> Double {
        let original = Self.open(source, SQLITE_OPEN_READONLY)
        defer { sqlite3_close(original) }
        let copies = tables.map { table in
            let rows = Self.prepare(
                original,
                "SELECT * FROM \(table.name) ORDER BY \(table.order) LIMIT \(count)"
            )
            let marks = repeatElement("?", count: Int(sqlite3_column_count(rows)))
            let values = marks.joined(separator: ", ")
            return (rows, prepare("INSERT INTO \(table.name) VALUES (\(values))"))
        }
        defer { copies.forEach { [$0, $1].forEach { sqlite3_finalize($0) } } }
        var total = 0.0
        for start in stride(from: 0, to: count, by: batch) {
            let rows = copies.map { source, _ in
                (start..<min(start + batch, count)).map { _ in Self.values(source) }
            }
            defer { rows.joined().joined().forEach { sqlite3_value_free($0) } }
            let isLast = start + batch >= count
            execute("PRAGMA synchronous = \(isSynced || isLast ? "FULL" : "NORMAL")")
            total += await seconds {
                execute("BEGIN IMMEDIATE")
                for ((_, insert), rows) in zip(copies, rows) {
                    for row in rows {
                        for (index, value) in row.enumerated() {
                            sqlite3_bind_value(insert, Int32(index + 1), value)
                        }
                        run(insert)
                    }
                }
                execute("COMMIT")
            }
        }
        return total
    }

    /// Copies of the values of the next row.
    private static func values(_ rows: Statement) -> [OpaquePointer?] {
        precondition(sqlite3_step(rows) == SQLITE_ROW, "The measured database has fewer rows")
        return (0..<sqlite3_column_count(rows)).map {
            sqlite3_value_dup(sqlite3_column_value(rows, $0))
        }
    }

    private static func open(_ path: String, _ flags: Int32) -> OpaquePointer {
        var connection: OpaquePointer?
        guard sqlite3_open_v2(path, &connection, flags, nil) == SQLITE_OK, let connection else {
            preconditionFailure("\(path) cannot be opened")
        }
        return connection
    }

    private static func prepare(_ connection: OpaquePointer, _ sql: String) -> Statement {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement
        else { preconditionFailure("Failed: \(sql)") }
        return statement
    }
}
