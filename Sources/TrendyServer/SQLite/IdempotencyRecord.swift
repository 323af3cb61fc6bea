import GRDB
import TrendyModel
import TrendySQLite
import TrendyWire

/// The record of an applied mutation, so that a repetition gets the same answer.
///
/// Only applied mutations are recorded: later data can make a refused mutation valid.
struct IdempotencyRecord {
    /// The lifetime of a record.
    static let lifetime = Duration.seconds(30 * 86_400)

    let version: Int64?
    let requestHash: [UInt8]

    /// The answer to a repetition of the id.
    func result(of id: EntityID, hash: [UInt8]) -> PushResult {
        guard hash == requestHash else {
            return PushResult(
                id: id,
                status: .rejected,
                problem: Problem(
                    .idempotencyMismatch,
                    detail: "The mutation \(id) was applied with other content before."
                )
            )
        }
        return PushResult(id: id, status: .duplicate, version: version)
    }

    static let insert = """
        INSERT INTO idempotency_record (account, id, version, request_hash, created_at)
        VALUES (?, ?, ?, ?, ?)
        """

    static let select = """
        \(IDList.table)
        SELECT id, version, request_hash FROM wanted CROSS JOIN idempotency_record
        WHERE idempotency_record.account = ?3 AND idempotency_record.id = wanted.wanted_id
        """
    /// Limited, because a whole month of records can expire at once.
    static let deleteExpiredSQL = """
        DELETE FROM idempotency_record WHERE account = ?1 AND created_at < ?3 AND id IN (
            SELECT id FROM idempotency_record WHERE account = ?1 AND id < ?2 ORDER BY id LIMIT ?4)
        """
    /// More than one push adds.
    static let maximumDeleted = 2 * WireLimit.pushMutations

    static func fetch(
        _ db: Database,
        account: EntityID,
        ids: [EntityID]
    ) throws -> [EntityID: IdempotencyRecord] {
        var list = IDList()
        ids.forEach { list.append($0) }
        let statement = try PreparedStatement(db, select)
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

    /// Ids of version 7 start with their time, and keys that are not ids of version 7 sort before
    /// all of them (``IdempotencyKey``): a range of the key contains all expired records.
    static func deleteExpired(_ db: Database, account: EntityID, now: Instant) throws {
        let limit = now - lifetime
        let statement = try PreparedStatement(db, deleteExpiredSQL)
        statement.bind(1, account)
        statement.bind(
            2,
            EntityID(high: UInt64(max(0, limit.milliseconds)) << 16, low: 0)
        )
        statement.bind(3, limit)
        statement.bind(4, Int64(maximumDeleted))
        try statement.run()
    }
}
