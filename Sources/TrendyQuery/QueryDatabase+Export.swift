import TrendySQLite

extension QueryDatabase {
    /// The number of rows of each exported table.
    package typealias ExportCounts = [(table: String, rows: Int)]

    /// Writes all tables into a new SQLite file, with a comment for each column and with indexes.
    ///
    /// All tables show one state of the database. The file is readable by its owner only, and
    /// appears under its name when it is complete. An existing file is replaced.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - isCancelled: called every few milliseconds; `true` stops the export.
    /// - Returns: the numbers of rows.
    /// - Throws: ``QueryError``; then the file is as before.
    package func export(
        to path: String,
        isCancelled: @escaping () -> Bool = { false }
    ) throws(QueryError) -> ExportCounts {
        let files = LocalFiles()
        let partial = path + ".partial"
        do {
            try remove(partial, files)
            _ = try files.makePrivate(partial)
            let counts = try write(to: partial, isCancelled)
            try files.move(partial, to: path)
            return counts
        } catch {
            // The first error has the cause.
            try? remove(partial, files)
            if let error = error as? QueryError { throw error }
            throw QueryError(.notWritable, "\(error) Choose another file for the export.")
        }
    }

    private func remove(_ partial: String, _ files: LocalFiles) throws(SQLiteFileError) {
        for suffix in ["", "-journal", "-wal", "-shm"] { try files.remove(partial + suffix) }
    }

    private func write(
        to path: String,
        _ isCancelled: @escaping () -> Bool
    ) throws(QueryError) -> ExportCounts {
        let target = try SQLConnection(path: path, isWritable: true)
        connection.supervisor.begin(isExpired: { false }, isCancelled: isCancelled)
        defer { connection.supervisor.end() }
        try connection.execute("BEGIN")
        defer {
            // Ends a transaction that only read.
            try? connection.execute("ROLLBACK")
        }
        try target.execute("PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; BEGIN")
        var counts: ExportCounts = []
        for table in QueryTable.all {
            try target.execute(table.schema)
            counts.append((table.name, try copy(table, to: target)))
            for index in table.indexCreations { try target.execute(index) }
        }
        try target.execute("COMMIT")
        return counts
    }

    private func copy(_ table: QueryTable, to target: SQLConnection) throws(QueryError) -> Int {
        let source = try SQLStatement(connection, "SELECT * FROM \(table.name)")
        let places = table.columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        let insert = try SQLStatement(target, "INSERT INTO \(table.name) VALUES (\(places))")
        var rows = 0
        while try source.step() {
            try insert.run(source.row.values)
            rows += 1
        }
        return rows
    }
}
