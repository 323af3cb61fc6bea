import GRDB
import TrendySQLite

/// Writes workouts, correlations, activity summaries and other elements with their JSON.
///
/// The identity is the name, the type, the start, the duration and an ordinal among equals, as for
/// samples. The last import replaces the JSON.
struct ElementTable {
    /// An element as the archive stores it.
    struct Row {
        let name: String
        let type: String
        let start: Int64
        let duration: Int64
        let content: String
    }

    private let insert: PreparedStatement
    private let update: PreparedStatement
    private let selectSeen: PreparedStatement
    private let mark: Int64

    init(_ db: Database, importNumber: Int64) throws {
        mark = importNumber
        let exact = "name = ?1 AND type = ?2 AND start = ?3 AND duration = ?4 AND ordinal = ?5"
        insert = try PreparedStatement(
            db,
            """
            INSERT INTO element (name, type, start, duration, ordinal, seen, content)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING
            """
        )
        update = try PreparedStatement(
            db,
            "UPDATE element SET seen = ?6, content = ?7 WHERE \(exact) AND seen < ?6"
        )
        selectSeen = try PreparedStatement(db, "SELECT seen FROM element WHERE \(exact)")
    }

    /// Writes an element; returns whether it is new, or `nil` when there are too many equal ones.
    func write(_ row: Row) throws -> Bool? {
        if let isNew = try write(row, ordinal: 0) { return isNew }
        let free = try Ordinals.firstFree { ordinal in
            bindKey(selectSeen, row, ordinal)
            return try selectSeen.firstRow { $0.int(0) } ?? 0 >= mark
        }
        return try free.flatMap { try write(row, ordinal: $0) }
    }

    private func write(_ row: Row, ordinal: Int64) throws -> Bool? {
        if try run(insert, row, ordinal) { return true }
        return try run(update, row, ordinal) ? false : nil
    }

    private func run(
        _ statement: PreparedStatement,
        _ row: Row,
        _ ordinal: Int64
    ) throws -> Bool {
        bindKey(statement, row, ordinal)
        statement.bind(6, mark)
        statement.bind(7, row.content)
        return try statement.runCountingChanges() > 0
    }

    private func bindKey(_ statement: PreparedStatement, _ row: Row, _ ordinal: Int64) {
        statement.bind(1, row.name)
        statement.bind(2, row.type)
        statement.bind(3, row.start)
        statement.bind(4, row.duration)
        statement.bind(5, ordinal)
    }
}
