import GRDB
import TrendyModel
import TrendySQLite

/// Reads and writes the table of mutations.
enum MutationRow {
    static let columns = """
        seq, id, kind, operation, entity_id, base_version, edited_at, fields, recorded_at, state, \
        attempts, next_attempt_at, problem, is_backfill, first_attempt_at, last_attempt_at
        """

    private static let selectEntityQueue =
        "SELECT \(columns) FROM mutation WHERE entity_id = ? ORDER BY seq"

    /// Appends a pending mutation; its sequence number is assigned by the table.
    static func insert(_ db: Database, _ mutation: StoredMutation) throws {
        let statement = try PreparedStatement(
            db,
            """
            INSERT INTO mutation (id, kind, operation, entity_id, base_version, edited_at, fields,
                recorded_at, is_backfill)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        statement.bind(1, mutation.id)
        statement.bind(2, Int64(mutation.kind.rawValue))
        statement.bind(3, mutation.operation)
        statement.bind(4, mutation.entityID)
        statement.bind(5, mutation.baseVersion)
        statement.bind(6, mutation.editedAt)
        statement.bind(7, mutation.fields)
        statement.bind(8, mutation.recordedAt)
        statement.bind(9, mutation.isBackfill ? 1 : 0)
        try statement.run()
    }

    /// The mutations of an entity, in order.
    static func fetch(_ db: Database, entityID: EntityID) throws -> [StoredMutation] {
        let statement = try PreparedStatement(db, selectEntityQueue)
        statement.bind(1, entityID)
        var mutations: [StoredMutation] = []
        try statement.forEachRow { mutations.append(try StoredMutation(row: $0)) }
        return mutations
    }

    static func exists(_ db: Database, entityID: EntityID) throws -> Bool {
        let statement = try PreparedStatement(
            db,
            "SELECT 1 FROM mutation WHERE entity_id = ? LIMIT 1"
        )
        statement.bind(1, entityID)
        return try statement.firstRow { _ in true } ?? false
    }

    static func delete(_ db: Database, sequence: Int64) throws {
        let statement = try PreparedStatement(db, "DELETE FROM mutation WHERE seq = ?")
        statement.bind(1, sequence)
        try statement.run()
    }

    static func delete(_ db: Database, entityID: EntityID) throws {
        let statement = try PreparedStatement(db, "DELETE FROM mutation WHERE entity_id = ?")
        statement.bind(1, entityID)
        try statement.run()
    }

    /// Sets the base version of all mutations of an entity.
    static func rebase(_ db: Database, entityID: EntityID, onto version: Int64) throws {
        let statement = try PreparedStatement(
            db,
            "UPDATE mutation SET base_version = ? WHERE entity_id = ?"
        )
        statement.bind(1, version)
        statement.bind(2, entityID)
        try statement.run()
    }

    /// Replaces the content of a mutation that was never sent.
    static func rewrite(_ db: Database, _ mutation: StoredMutation) throws {
        let statement = try PreparedStatement(
            db,
            """
            UPDATE mutation SET operation = ?, edited_at = ?, fields = ?, base_version = ?,
                is_backfill = ?
            WHERE seq = ?
            """
        )
        statement.bind(1, mutation.operation)
        statement.bind(2, mutation.editedAt)
        statement.bind(3, mutation.fields)
        statement.bind(4, mutation.baseVersion)
        statement.bind(5, mutation.isBackfill ? 1 : 0)
        statement.bind(6, mutation.sequence)
        try statement.run()
    }

    /// Makes a mutation pending again, with another idempotency key and no attempts counted.
    static func reset(_ db: Database, sequence: Int64, id: EntityID, at now: Instant) throws {
        let statement = try PreparedStatement(
            db,
            """
            UPDATE mutation SET id = ?, state = 0, attempts = 0, next_attempt_at = 0,
                problem = NULL, recorded_at = ?, first_attempt_at = NULL, last_attempt_at = NULL
            WHERE seq = ?
            """
        )
        statement.bind(1, id)
        statement.bind(2, now)
        statement.bind(3, sequence)
        try statement.run()
    }

    /// Stores the result of the attempts of a mutation.
    static func storeAttempts(_ db: Database, _ mutation: StoredMutation) throws {
        let statement = try PreparedStatement(
            db,
            """
            UPDATE mutation SET state = ?, attempts = ?, next_attempt_at = ?, problem = ?,
                first_attempt_at = ?, last_attempt_at = ?
            WHERE seq = ?
            """
        )
        statement.bind(1, mutation.state.rawValue)
        statement.bind(2, Int64(mutation.attempts))
        statement.bind(3, mutation.nextAttemptAt)
        statement.bind(4, mutation.problem)
        statement.bind(5, mutation.firstAttemptAt)
        statement.bind(6, mutation.lastAttemptAt)
        statement.bind(7, mutation.sequence)
        try statement.run()
    }
}

extension StoredMutation {
    init(row: PreparedRow) throws {
        guard let kind = EntityKind(rawValue: Int(row.int(2))),
            let state = State(rawValue: row.int(9))
        else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT,
                message: "The kind or state of a mutation is unknown"
            )
        }
        self.init(
            sequence: row.int(0),
            id: try row.id(1),
            kind: kind,
            operation: row.string(3) ?? "",
            entityID: try row.id(4),
            baseVersion: row.optionalInt(5),
            editedAt: row.instant(6),
            fields: row.json(7),
            recordedAt: row.instant(8),
            state: state,
            attempts: Int(row.int(10)),
            nextAttemptAt: row.instant(11),
            problem: row.isNull(12) ? nil : row.json(12),
            firstAttemptAt: row.optionalInstant(14),
            lastAttemptAt: row.optionalInstant(15),
            isBackfill: row.int(13) != 0
        )
    }
}
