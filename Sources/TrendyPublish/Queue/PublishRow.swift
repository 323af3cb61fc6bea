import GRDB
import TrendyModel
import TrendySQLite

/// The statements of the publish queue.
enum PublishRow {
    static func insert(
        _ db: Database,
        _ sink: String,
        _ state: TopicState,
        _ id: EntityID,
        _ now: Instant
    ) throws {
        let statement = try PreparedStatement(
            db,
            """
            INSERT INTO message (id, sink, kind, topic, payload, is_retained, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        )
        statement.bind(1, id)
        statement.bind(2, sink)
        statement.bind(3, state.kind.rawValue)
        statement.bind(4, state.topic)
        statement.bind(5, bytes: state.payload)
        statement.bind(6, state.isRetained ? 1 : 0)
        statement.bind(7, now)
        try statement.run()
    }

    static let pendingQuery = """
        SELECT sequence, id, kind, topic, payload, is_retained, created_at, attempts
        FROM message WHERE sink = ? AND has_failed = 0 ORDER BY sequence LIMIT ?
        """

    static func pending(_ db: Database, _ sink: String, limit: Int) throws -> [PublishMessage] {
        let statement = try PreparedStatement(db, pendingQuery)
        statement.bind(1, sink)
        statement.bind(2, Int64(limit))
        var messages: [PublishMessage] = []
        try statement.forEachRow { row in
            // No version writes another kind.
            guard let kind = row.string(2).flatMap({ PublishMessage.Kind(rawValue: $0) })
            else { return }
            messages.append(
                PublishMessage(
                    sequence: row.int(0),
                    id: try row.id(1),
                    kind: kind,
                    topic: row.string(3) ?? "",
                    payload: row.bytes(4),
                    isRetained: row.int(5) != 0,
                    createdAt: row.instant(6),
                    attempts: row.int(7)
                )
            )
        }
        return messages
    }

    static func countAttempt(_ db: Database, _ sequence: Int64) throws {
        try run(db, "UPDATE message SET attempts = attempts + 1 WHERE sequence = ?") {
            $0.bind(1, sequence)
        }
    }

    static func delete(_ db: Database, _ sequence: Int64) throws {
        try run(db, "DELETE FROM message WHERE sequence = ?") { $0.bind(1, sequence) }
    }

    /// SQLite would prefer the index by sink, which reads all waiting messages.
    static let deletePendingQuery = """
        DELETE FROM message INDEXED BY message_by_topic
        WHERE sink = ? AND topic = ? AND kind <> 'visit' AND has_failed = 0
        """

    static func deletePending(_ db: Database, _ sink: String, _ topic: String) throws {
        try run(db, deletePendingQuery) {
            $0.bind(1, sink)
            $0.bind(2, topic)
        }
    }

    static func fail(_ db: Database, _ sequence: Int64, _ reason: String) throws {
        try run(db, "UPDATE message SET has_failed = 1, last_error = ? WHERE sequence = ?") {
            $0.bind(1, reason)
            $0.bind(2, sequence)
        }
    }

    static func noteError(_ db: Database, _ sequence: Int64, _ reason: String) throws {
        try run(db, "UPDATE message SET last_error = ? WHERE sequence = ?") {
            $0.bind(1, reason)
            $0.bind(2, sequence)
        }
    }

    static func retryFailed(_ db: Database) throws -> Int {
        try run(db, "UPDATE message SET has_failed = 0, last_error = NULL WHERE has_failed = 1") {
            _ in
        }
        return db.changesCount
    }

    /// Deletes the oldest messages above a limit: refused ones first, then waiting ones, whose
    /// loss is counted.
    static func trim(_ db: Database, to maximum: Int) throws {
        let count =
            try PreparedStatement(db, "SELECT count(*) FROM message")
            .firstRow { Int($0.int(0)) } ?? 0
        var excess = count - maximum
        guard excess > 0 else { return }
        try run(
            db,
            """
            DELETE FROM message WHERE sequence IN (
                SELECT sequence FROM message WHERE has_failed = 1 ORDER BY sequence LIMIT ?)
            """
        ) { $0.bind(1, Int64(excess)) }
        excess -= db.changesCount
        guard excess > 0 else { return }
        let oldest = "SELECT sequence FROM message ORDER BY sequence LIMIT ?"
        try run(
            db,
            """
            UPDATE sink SET dropped = dropped + (
                SELECT count(*) FROM message
                WHERE message.sink = sink.name AND sequence IN (\(oldest)))
            """
        ) { $0.bind(1, Int64(excess)) }
        try run(db, "DELETE FROM message WHERE sequence IN (\(oldest))") {
            $0.bind(1, Int64(excess))
        }
    }

    static func run(
        _ db: Database,
        _ sql: String,
        _ bind: (PreparedStatement) -> Void
    ) throws {
        let statement = try PreparedStatement(db, sql)
        bind(statement)
        try statement.run()
    }
}
