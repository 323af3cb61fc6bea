import GRDB
package import TrendyModel
import TrendySQLite
import TrendyWire

extension SQLiteStore {
    package nonisolated func collectGarbage(
        of account: EntityID,
        tombstonesBefore: Instant,
        tokensBefore: Instant
    ) async throws -> Bool {
        let rows = limits.garbageRows
        let hasMore = try await write(for: account) { db in
            if try Garbage.collectTombstones(db, account, before: tombstonesBefore, rows: rows) {
                return true
            }
            if try Garbage.collectTokens(db, account, before: tokensBefore, rows: rows) {
                return true
            }
            try Garbage.collectSessions(db, account, before: tokensBefore)
            return false
        }
        if hasMore { try await finishedStep(of: account) }
        return hasMore
    }

    package func account(after id: EntityID?) throws -> EntityID? {
        try queue.reading { db in
            let statement = try PreparedStatement(db, Garbage.nextAccount)
            statement.bind(1, id ?? EntityID(high: 0, low: 0))
            return try statement.firstRow { try $0.id(0) }
        }
    }
}

/// SQL statements that delete expired data of one account; a test checks their query plans.
enum Garbage {
    static let nextAccount = "SELECT id FROM account WHERE id > ? ORDER BY id LIMIT 1"
    static let oldTombstones = """
        SELECT rowid, version FROM entity
        WHERE account = ? AND deleted_at < ? AND deleted_at IS NOT NULL
        ORDER BY deleted_at LIMIT ?
        """
    static let deleteTombstone = "DELETE FROM entity WHERE rowid = ?"
    static let raiseCollectedTo = """
        UPDATE account SET tombstones_collected_to = max(tombstones_collected_to, ?) WHERE id = ?
        """
    static let deleteTokens = """
        DELETE FROM refresh_token WHERE account = ?1 AND hash IN (
            SELECT hash FROM refresh_token WHERE account = ?1 AND used_at < ?2 LIMIT ?3)
        """
    static let deleteSessions = """
        DELETE FROM session WHERE account = ?1 AND NOT EXISTS (
            SELECT 1 FROM refresh_token AS token
            WHERE token.account = session.account AND token.session = session.id
                AND token.created_at >= ?2)
        """

    /// Deletes tombstones, oldest first, and records the version up to which some may be missing;
    /// returns whether there may be more.
    static func collectTombstones(
        _ db: Database,
        _ account: EntityID,
        before: Instant,
        rows: Int
    ) throws -> Bool {
        let statement = try PreparedStatement(db, oldTombstones)
        statement.bind(1, account)
        statement.bind(2, before)
        statement.bind(3, Int64(rows))
        var found: [Int64] = []
        var version: Int64 = 0
        try statement.forEachRow { row in
            found.append(row.int(0))
            version = max(version, row.int(1))
        }
        guard !found.isEmpty else { return false }
        let delete = try PreparedStatement(db, deleteTombstone)
        for row in found {
            delete.bind(1, row)
            try delete.run()
        }
        let raise = try PreparedStatement(db, raiseCollectedTo)
        raise.bind(1, version)
        raise.bind(2, account)
        try raise.run()
        return found.count == rows
    }

    /// Deletes refresh tokens that were used long ago; returns whether there may be more.
    static func collectTokens(
        _ db: Database,
        _ account: EntityID,
        before: Instant,
        rows: Int
    ) throws -> Bool {
        let statement = try PreparedStatement(db, deleteTokens)
        statement.bind(1, account)
        statement.bind(2, before)
        statement.bind(3, Int64(rows))
        try statement.run()
        return db.changesCount == rows
    }

    /// Ends sessions without a recent token.
    static func collectSessions(
        _ db: Database,
        _ account: EntityID,
        before: Instant
    ) throws {
        let statement = try PreparedStatement(db, deleteSessions)
        statement.bind(1, account)
        statement.bind(2, before)
        try statement.run()
    }
}
