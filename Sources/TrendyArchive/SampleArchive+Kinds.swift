import GRDB
import TrendySQLite

// The list of kinds and their deletion.
extension SampleArchive {
    /// The kinds of samples and elements with their counts, sorted by name.
    package func kinds() throws -> [ArchivedKind] {
        try converting { try queue.reading { try Self.kinds($0) } }
    }

    /// Deletes the samples of kinds, and returns their space to the file system.
    ///
    /// - `names`: names as in ``ArchivedKind/kind`` or Apple's identifiers; `nil` for all.
    /// - Returns: the number of deleted samples and elements.
    /// - Throws: ``ArchiveError`` with the code `unknownKind` when a name has no samples; nothing is
    ///   deleted then.
    package func delete(_ names: [String]?) throws -> Int {
        try converting {
            let deleted = try queue.writing { db in
                let known = try Self.kinds(db).map(\.kind)
                let names = names.map { $0.map { KindTable.name(of: $0) } } ?? known
                if let unknown = names.first(where: { !known.contains($0) }) {
                    throw ArchiveError(
                        .unknownKind,
                        "The archive has no samples of the kind '\(unknown)'. Nothing was deleted. "
                            + "List its kinds with 'trendy samples list'."
                    )
                }
                return try Self.delete(names, db)
            }
            try compact()
            return deleted
        }
    }

    private static func delete(_ names: [String], _ db: Database) throws -> Int {
        let samples = try PreparedStatement(
            db,
            "DELETE FROM sample WHERE kind IN (SELECT id FROM kind WHERE name = ?)"
        )
        let elements = try PreparedStatement(db, "DELETE FROM element WHERE name = ?")
        var deleted = 0
        for name in names {
            for statement in [samples, elements] {
                statement.bind(1, name)
                deleted += try statement.runCountingChanges()
            }
        }
        // Texts that no sample uses any more can tell about the deleted ones.
        for (table, column) in [("kind", "kind"), ("origin", "origin"), ("label", "label")] {
            try db.execute(
                sql: "DELETE FROM \(table) WHERE id NOT IN (SELECT \(column) FROM sample)"
            )
        }
        try db.execute(
            sql: """
                DELETE FROM metadata WHERE id NOT IN
                    (SELECT metadata FROM sample WHERE metadata IS NOT NULL);
                DELETE FROM kind_unit WHERE kind NOT IN (SELECT id FROM kind);
                DELETE FROM source WHERE id NOT IN (SELECT source FROM origin);
                DELETE FROM device WHERE id NOT IN (SELECT device FROM origin);
                DELETE FROM unit WHERE id NOT IN (SELECT unit FROM origin);
                """
        )
        return deleted
    }

    /// Rewrites the file without free pages, and empties the log, which has deleted rows.
    private func compact() throws {
        try queue.writeWithoutTransaction { db in
            // The copy can be larger than the memory.
            try db.execute(sql: "PRAGMA temp_store = FILE")
            try db.execute(sql: "VACUUM")
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            _ = try db.checkpoint(.truncate)
        }
    }

    private static func kinds(_ db: Database) throws -> [ArchivedKind] {
        let size = try PreparedStatement(
            db,
            "SELECT (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size)"
        )
        let fileBytes = try size.firstRow { $0.int(0) } ?? 0
        var rows: [(kind: String, count: Int, first: String, last: String, weight: Double)] = []
        let list = try PreparedStatement(
            db,
            """
            SELECT kind.name, count(*), \(text("min(start)")), \(text("max(start)")),
                sum(24 + CASE typeof(value) WHEN 'integer' THEN 1 ELSE 8 END)
            FROM sample JOIN kind ON kind.id = sample.kind GROUP BY sample.kind
            UNION ALL
            SELECT name, count(*), \(text("min(start)")), \(text("max(start)")),
                sum(60 + length(content))
            FROM element GROUP BY name
            ORDER BY 1
            """
        )
        try list.forEachRow { row in
            rows.append(
                (
                    row.string(0) ?? "", Int(row.int(1)), row.string(2) ?? "",
                    row.string(3) ?? "", row.real(4)
                )
            )
        }
        let total = rows.reduce(0) { $0 + $1.weight }
        return rows.map { row in
            ArchivedKind(
                kind: row.kind,
                count: row.count,
                first: row.first,
                last: row.last,
                bytes: Int(Double(fileBytes) * row.weight / max(1, total))
            )
        }
    }

    private static func text(_ column: String) -> String {
        "strftime('%Y-%m-%dT%H:%M:%SZ', \(column), 'unixepoch')"
    }
}
