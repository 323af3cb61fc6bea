import GRDB
import TrendySQLite

/// A table that gives each text a number.
struct TextTable {
    private let select: PreparedStatement
    private let insert: PreparedStatement

    /// Prepares a table with the columns `id` and `text`.
    init(_ db: Database, table: String) throws {
        select = try PreparedStatement(db, "SELECT id FROM \(table) WHERE text = ?")
        insert = try PreparedStatement(db, "INSERT INTO \(table) (text) VALUES (?) RETURNING id")
    }

    /// The number of a text, new when the table does not have it.
    func id(of text: String) throws -> Int64 {
        select.bind(1, text)
        if let id = try select.firstRow({ $0.int(0) }) { return id }
        insert.bind(1, text)
        return try insert.firstRow { $0.int(0) } ?? 0
    }
}
