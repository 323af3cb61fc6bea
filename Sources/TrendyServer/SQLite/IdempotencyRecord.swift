import GRDB
import TrendyModel
import TrendySQLite
import TrendyWire

/// The memory of an applied mutation, so that the same one again gets the same answer.
///
/// Only what was applied is remembered: a refusal may be lifted by what arrives later.
struct IdempotencyRecord {
    /// How long it is kept.
    static let lifetime = Duration.seconds(30 * 86_400)

    let version: Int64?
    let requestHash: [UInt8]

    /// The answer to the same id again.
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
    /// Looks at the first so many only, since a month of receipts may be old all at once.
    static let deleteOld = """
        DELETE FROM idempotency_record WHERE account = ?1 AND created_at < ?3 AND id IN (
            SELECT id FROM idempotency_record WHERE account = ?1 AND id < ?2 ORDER BY id LIMIT ?4)
        """
    /// More than one push adds.
    static let mostForgotten = 2 * WireLimit.pushMutations

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
        var receipts: [EntityID: IdempotencyRecord] = [:]
        try statement.forEachRow { row in
            receipts[try row.id(0)] = IdempotencyRecord(
                version: row.optionalInt(1),
                requestHash: row.bytes(2)
            )
        }
        return receipts
    }

    /// Ids of version 7 start with their time, and keys that are none are given a place before
    /// all of them (``IdempotencyKey``), so a range of the key finds what may be old.
    static func forgetOld(_ db: Database, account: EntityID, now: Instant) throws {
        let limit = now - lifetime
        let statement = try PreparedStatement(db, deleteOld)
        statement.bind(1, account)
        statement.bind(
            2,
            EntityID(high: UInt64(max(0, limit.milliseconds)) << 16, low: 0)
        )
        statement.bind(3, limit)
        statement.bind(4, Int64(mostForgotten))
        try statement.run()
    }
}
