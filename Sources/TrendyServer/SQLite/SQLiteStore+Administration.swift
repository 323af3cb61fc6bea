import Foundation
import GRDB
package import TrendyModel
import TrendySQLite

extension SQLiteStore {
    package func accounts() throws -> [AccountSummary] {
        try queue.reading { db in
            try Row.fetchAll(db, sql: AccountQuery.summaries).map { row in
                guard let id = EntityID(data: row["id"]) else { throw ServerError.damagedEntity }
                let instant = { (name: String) -> Instant? in
                    (row[name] as Int64?).map { Instant(milliseconds: $0) }
                }
                return AccountSummary(
                    account: Account(
                        id: id,
                        email: row["email"],
                        passwordHash: row["password_hash"],
                        createdAt: Instant(milliseconds: row["created_at"]),
                        disabledAt: instant("disabled_at"),
                        isAdministrator: row["is_administrator"]
                    ),
                    usage: AccountUsage(entities: row["entities"], bytes: row["content_bytes"]),
                    sessions: row["sessions"],
                    devices: row["devices"],
                    lastReportAt: instant("last_report_at")
                )
            }
        }
    }

    package func setDisabled(account: EntityID, at instant: Instant?) throws {
        try queue.writing { db in
            try db.execute(
                sql: "UPDATE account SET disabled_at = ? WHERE id = ? AND deletion_begun = 0",
                arguments: [instant?.milliseconds, account.data]
            )
            guard db.changesCount == 1 else { throw ServerError.unknownAccount }
            if instant != nil { try Self.deleteSessions(db, account, keeping: nil) }
        }
        changeBus.changed(account)
    }

    package func setAdministrator(account: EntityID, _ isAdministrator: Bool) throws {
        try queue.writing { db in
            try db.execute(
                sql: AccountQuery.setAdministrator,
                arguments: [isAdministrator, account.data]
            )
            guard db.changesCount == 1 else { throw ServerError.unknownAccount }
        }
        changeBus.changed(account)
    }

    package func addInvite(hash: [UInt8], uses: Int, now: Instant, expiresAt: Instant) throws {
        try queue.writing { db in
            try db.execute(
                sql: "DELETE FROM invite WHERE expires_at <= ? OR uses_left <= 0",
                arguments: [now.milliseconds]
            )
            try db.execute(
                sql: """
                    INSERT INTO invite (code_hash, created_at, expires_at, uses_left)
                    VALUES (?, ?, ?, ?)
                    """,
                arguments: [Data(hash), now.milliseconds, expiresAt.milliseconds, uses]
            )
        }
    }
}
