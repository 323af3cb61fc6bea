import Foundation
import GRDB
package import TrendyModel
import TrendySQLite
import TrendyWire

extension SQLiteStore {
    package func createAccount(
        _ account: Account,
        invite: [UInt8]?,
        identity: LinkedIdentity?,
        now: Instant
    ) throws -> AccountCreation {
        try queue.writing { db in
            if let identity, try Self.owner(db, identity.identity) != nil { return .addressTaken }
            if let invite {
                try db.execute(
                    sql: AccountQuery.useInvite,
                    arguments: [Data(invite), now.milliseconds]
                )
                guard db.changesCount == 1 else { return .invalidInvite }
            }
            // A taken address causes a write as well, so that both cases take the same time.
            try db.execute(
                sql: """
                    INSERT INTO account (id, email, password_hash, created_at, epoch)
                    VALUES (?, ?, ?, ?, (SELECT value FROM meta WHERE key = 'epoch'))
                    ON CONFLICT (email) DO UPDATE SET email = excluded.email
                    """,
                arguments: [
                    account.id.data, account.email, account.passwordHash,
                    account.createdAt.milliseconds,
                ]
            )
            let owner = try Data.fetchOne(
                db,
                sql: "SELECT id FROM account WHERE email = ?",
                arguments: [account.email]
            )
            guard owner == account.id.data else { return .addressTaken }
            if let identity { try Self.insert(db, identity, account.id) }
            return .created
        }
    }

    package func isValid(invite: [UInt8], now: Instant) throws -> Bool {
        try queue.reading { db in
            try Bool.fetchOne(
                db,
                sql: AccountQuery.inviteIsValid,
                arguments: [Data(invite), now.milliseconds]
            ) ?? false
        }
    }

    package func account(email: String) throws -> Account? {
        try fetchAccount(AccountQuery.byEmail, [email])
    }

    package func account(id: EntityID) throws -> Account? {
        try fetchAccount(AccountQuery.byID, [id.data])
    }

    func fetchAccount(
        _ sql: String,
        _ arguments: StatementArguments
    ) throws -> Account? {
        try queue.reading { db in
            let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
            guard let row else { return nil }
            guard let id = EntityID(data: row["id"]) else { throw ServerError.damagedEntity }
            return Account(
                id: id,
                email: row["email"],
                passwordHash: row["password_hash"],
                createdAt: Instant(milliseconds: row["created_at"]),
                disabledAt: (row["disabled_at"] as Int64?).map { Instant(milliseconds: $0) },
                isAdministrator: row["is_administrator"]
            )
        }
    }

    package func replacePasswordHash(
        account: EntityID,
        _ old: String,
        with new: String
    ) throws {
        try queue.writing { db in
            try db.execute(
                sql: "UPDATE account SET password_hash = ? WHERE id = ? AND password_hash = ?",
                arguments: [new, account.data, old]
            )
        }
    }

    package func setPassword(
        account: EntityID,
        hash: String,
        keeping session: EntityID?
    ) throws {
        try queue.writing { db in
            try db.execute(
                sql: "UPDATE account SET password_hash = ? WHERE id = ? AND deletion_begun = 0",
                arguments: [hash, account.data]
            )
            guard db.changesCount == 1 else { throw ServerError.unknownAccount }
            try Self.deleteSessions(db, account, keeping: session)
        }
        changeBus.changed(account)
    }
}
