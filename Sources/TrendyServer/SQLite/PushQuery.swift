import GRDB
import TrendyModel
import TrendySQLite

/// SQL statements of a push; a test checks their query plans.
enum PushQuery {
    static let wantedEntities = """
        \(IDList.table)
        SELECT \(EntityRow.columns) FROM wanted CROSS JOIN entity
        WHERE entity.account = ?3 AND entity.id = wanted.wanted_id
        """

    static let nameOwner = """
        SELECT \(EntityRow.columns) FROM entity
        WHERE account = ? AND kind = ? AND unique_name = ?
        """

    /// The events of a type, then its definitions, which have no timestamp.
    static let children = """
        SELECT \(EntityRow.columns) FROM entity
        WHERE account = ? AND event_type_id = ? ORDER BY timestamp DESC, id DESC LIMIT ?
        """

    static let eventsOfType = """
        SELECT 1 FROM entity
        WHERE account = ? AND event_type_id = ? AND timestamp IS NOT NULL LIMIT ?
        """

    static let upsert = """
        INSERT INTO entity (account, id, kind, version, created_at, updated_at, deleted_at,
            event_type_id, timestamp, unique_name, source_type, content)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (account, id) DO UPDATE SET
            kind = excluded.kind, version = excluded.version, created_at = excluded.created_at,
            updated_at = excluded.updated_at, deleted_at = excluded.deleted_at,
            event_type_id = excluded.event_type_id, timestamp = excluded.timestamp,
            unique_name = excluded.unique_name, source_type = excluded.source_type,
            content = excluded.content
        """

    static let insertRecord = """
        INSERT INTO idempotency_record (account, id, version, request_hash, created_at)
        VALUES (?, ?, ?, ?, ?)
        """

    static let recordsByID = """
        \(IDList.table)
        SELECT id, version, request_hash FROM wanted CROSS JOIN idempotency_record
        WHERE idempotency_record.account = ?3 AND idempotency_record.id = wanted.wanted_id
        """
    /// Limited, because a whole month of records can expire at once.
    static let deleteExpired = """
        DELETE FROM idempotency_record WHERE account = ?1 AND created_at < ?3 AND id IN (
            SELECT id FROM idempotency_record WHERE account = ?1 AND id < ?2 ORDER BY id LIMIT ?4)
        """

    static func records(
        _ db: Database,
        account: EntityID,
        ids: [EntityID]
    ) throws -> [EntityID: IdempotencyRecord] {
        var list = IDList()
        ids.forEach { list.append($0) }
        let statement = try PreparedStatement(db, recordsByID)
        list.bind(to: statement)
        statement.bind(3, account)
        var records: [EntityID: IdempotencyRecord] = [:]
        try statement.forEachRow { row in
            records[try row.id(0)] = IdempotencyRecord(
                version: row.optionalInt(1),
                requestHash: row.bytes(2)
            )
        }
        return records
    }

    static func deleteExpiredRecords(_ db: Database, _ request: PushStartRequest) throws {
        let statement = try PreparedStatement(db, deleteExpired)
        statement.bind(1, request.account)
        statement.bind(2, request.expiryKey)
        statement.bind(3, request.expiry)
        statement.bind(4, Int64(PushStartRequest.maximumDeletedRecords))
        try statement.run()
    }
}
