import GRDB
import TrendyModel
import TrendySQLite

/// Counts rows whose ids, kinds or JSON texts this version cannot read.
enum UnreadableRows {
    /// A table and the roles of its columns.
    private struct Columns {
        let table: String
        let id: String
        let json: [String]
    }

    private static let tables = [
        Columns(table: "entity", id: "id", json: ["content", "server_content"]),
        Columns(table: "mutation", id: "entity_id", json: ["fields"]),
        Columns(table: "deferred_change", id: "entity_id", json: ["content"]),
        Columns(table: "conflict", id: "entity_id", json: ["base", "local", "remote"]),
    ]

    /// The number of unreadable rows by table; tables without one are absent.
    static func count(_ db: Database) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for columns in tables {
            let names = ([columns.id, "kind"] + columns.json).joined(separator: ", ")
            let rows = try PreparedStatement(db, "SELECT \(names) FROM \(columns.table)")
            try rows.forEachRow { row in
                if !isReadable(row, jsonColumns: columns.json.count) {
                    counts[columns.table, default: 0] += 1
                }
            }
        }
        return counts
    }

    private static func isReadable(_ row: PreparedRow, jsonColumns: Int) -> Bool {
        guard row.optionalID(0) != nil, EntityKind(rawValue: Int(row.int(1))) != nil else {
            return false
        }
        for column in 2..<Int32(2 + jsonColumns) where !row.isNull(column) {
            do throws(JSONError) {
                try UntrustedJSON.validate(row.raw(column), maximumBytes: .max)
            } catch {
                return false
            }
        }
        return true
    }
}
