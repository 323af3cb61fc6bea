import TrendyModel
import TrendySQLite
import TrendyStore

extension QueryDatabase {
    /// Checks that a file is the database of a device with the schema of this program.
    static func verify(_ connection: SQLConnection, _ path: String) throws(QueryError) {
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

    /// Attaches the archive of raw samples.
    static func attach(
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

    /// The stored history of time zones; `nil` for a value without one.
    static func history(_ value: QueryValue) -> ZoneHistory? {
        switch value {
        case .text(let text): TimeZoneRecords.history(stored: text)
        case .blob(let bytes):
            TimeZoneRecords.history(stored: String(decoding: bytes, as: UTF8.self))
        case .null, .integer, .real: nil
        }
    }

    /// Creates the temporary tables and views.
    func createTables() throws(QueryError) {
        try connection.execute(
            """
            CREATE TEMP TABLE trendy_type (id BLOB PRIMARY KEY, name TEXT) WITHOUT ROWID;
            CREATE TEMP TABLE trendy_place (id TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID;
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
