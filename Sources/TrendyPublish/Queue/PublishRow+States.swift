import GRDB
import TrendyModel
import TrendySQLite

extension PublishRow {
    static func topicStates(_ db: Database, _ sink: String) throws -> [String: TopicState] {
        let statement = try PreparedStatement(
            db,
            "SELECT topic, kind, payload, is_retained FROM topic_state WHERE sink = ?"
        )
        statement.bind(1, sink)
        var states: [String: TopicState] = [:]
        try statement.forEachRow { row in
            // No version writes another kind.
            guard let topic = row.string(0),
                let kind = row.string(1).flatMap({ PublishMessage.Kind(rawValue: $0) })
            else { return }
            states[topic] = TopicState(
                kind: kind,
                topic: topic,
                payload: row.bytes(2),
                isRetained: row.int(3) != 0
            )
        }
        return states
    }

    static func store(_ db: Database, _ sink: String, _ state: TopicState) throws {
        try run(
            db,
            """
            INSERT OR REPLACE INTO topic_state (sink, topic, kind, payload, is_retained)
            VALUES (?, ?, ?, ?, ?)
            """
        ) {
            $0.bind(1, sink)
            $0.bind(2, state.topic)
            $0.bind(3, state.kind.rawValue)
            $0.bind(4, bytes: state.payload)
            $0.bind(5, state.isRetained ? 1 : 0)
        }
    }

    static func deleteTopicState(_ db: Database, _ sink: String, _ topic: String) throws {
        try run(db, "DELETE FROM topic_state WHERE sink = ? AND topic = ?") {
            $0.bind(1, sink)
            $0.bind(2, topic)
        }
    }

    static func visits(_ db: Database) throws -> [EntityID: PublishedVisit] {
        let statement = try PreparedStatement(
            db,
            "SELECT id, place, started_at, ended_at FROM visit"
        )
        var visits: [EntityID: PublishedVisit] = [:]
        try statement.forEachRow { row in
            let id = try row.id(0)
            visits[id] = PublishedVisit(
                id: id,
                place: row.optionalID(1),
                start: row.instant(2),
                end: row.optionalInstant(3)
            )
        }
        return visits
    }

    static func store(_ db: Database, _ visit: PublishedVisit) throws {
        try run(
            db,
            "INSERT OR REPLACE INTO visit (id, place, started_at, ended_at) VALUES (?, ?, ?, ?)"
        ) {
            $0.bind(1, visit.id)
            $0.bind(2, visit.place)
            $0.bind(3, visit.start)
            $0.bind(4, visit.end)
        }
    }

    static func forgetVisit(_ db: Database, _ id: EntityID) throws {
        try run(db, "DELETE FROM visit WHERE id = ?") { $0.bind(1, id) }
    }

    static func cursor(_ db: Database) throws -> PublishCursor? {
        try PreparedStatement(db, "SELECT device, started_at, scanned_at FROM scan").firstRow {
            PublishCursor(
                device: try $0.id(0),
                startedAt: $0.instant(1),
                scannedAt: $0.instant(2)
            )
        }
    }

    static func store(_ db: Database, _ cursor: PublishCursor) throws {
        try run(db, "DELETE FROM scan") { _ in }
        try run(db, "INSERT INTO scan (device, started_at, scanned_at) VALUES (?, ?, ?)") {
            $0.bind(1, cursor.device)
            $0.bind(2, cursor.startedAt)
            $0.bind(3, cursor.scannedAt)
        }
    }

    static func ensureSink(_ db: Database, _ sink: String) throws {
        try run(db, "INSERT OR IGNORE INTO sink (name) VALUES (?)") { $0.bind(1, sink) }
    }

    static func nextAttempt(_ db: Database, _ sink: String) throws -> Instant? {
        let statement = try PreparedStatement(
            db,
            "SELECT next_attempt_at FROM sink WHERE name = ?"
        )
        statement.bind(1, sink)
        return try statement.firstRow { $0.optionalInstant(0) } ?? nil
    }

    static func failures(_ db: Database, _ sink: String) throws -> Int64 {
        let statement = try PreparedStatement(db, "SELECT failures FROM sink WHERE name = ?")
        statement.bind(1, sink)
        return try statement.firstRow { $0.int(0) } ?? 0
    }

    static func noteFailure(
        _ db: Database,
        _ sink: String,
        _ failures: Int64,
        _ next: Instant
    ) throws {
        try run(db, "UPDATE sink SET failures = ?, next_attempt_at = ? WHERE name = ?") {
            $0.bind(1, failures)
            $0.bind(2, next)
            $0.bind(3, sink)
        }
    }

    static func clearFailure(_ db: Database, _ sink: String) throws {
        try run(
            db,
            """
            UPDATE sink SET failures = 0, next_attempt_at = NULL
            WHERE name = ? AND (failures > 0 OR next_attempt_at IS NOT NULL)
            """
        ) { $0.bind(1, sink) }
    }

    static func noteError(
        _ db: Database,
        _ sink: String,
        _ reason: String,
        _ now: Instant
    ) throws {
        try run(db, "UPDATE sink SET last_error = ?, last_error_at = ? WHERE name = ?") {
            $0.bind(1, reason)
            $0.bind(2, now)
            $0.bind(3, sink)
        }
    }

    static func noteDelivery(
        _ db: Database,
        _ sink: String,
        _ count: Int,
        _ now: Instant
    ) throws {
        try run(
            db,
            "UPDATE sink SET delivered = delivered + ?, last_delivery_at = ? WHERE name = ?"
        ) {
            $0.bind(1, Int64(count))
            $0.bind(2, now)
            $0.bind(3, sink)
        }
    }
}
