import Foundation
import GRDB
package import TrendyModel
import TrendySQLite
import TrendyWire

extension SQLiteStore {
    package func createAccount(_ account: Account) throws -> Bool {
        try queue.writing { db in
            try db.execute(
                sql: """
                    INSERT INTO account (id, email, password_hash, created_at) VALUES (?, ?, ?, ?)
                    ON CONFLICT (email) DO NOTHING
                    """,
                arguments: [
                    account.id.data, account.email, account.passwordHash,
                    account.createdAt.milliseconds,
                ]
            )
            return db.changesCount == 1
        }
    }

    package func account(email: String) throws -> Account? {
        try fetchAccount(AccountQuery.byEmail, [email])
    }

    package func account(id: EntityID) throws -> Account? {
        try fetchAccount(AccountQuery.byID, [id.data])
    }

    private func fetchAccount(
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
                createdAt: Instant(milliseconds: row["created_at"])
            )
        }
    }

    package func createSession(
        account: EntityID,
        id: EntityID,
        tokenHash: [UInt8],
        now: Instant
    ) throws {
        try queue.writing { db in
            try db.execute(
                sql: "INSERT INTO session (account, id, created_at) VALUES (?, ?, ?)",
                arguments: [account.data, id.data, now.milliseconds]
            )
            try Self.insertToken(db, account: account, session: id.data, hash: tokenHash, now: now)
        }
    }

    package func rotate(_ rotation: TokenRotation) throws -> TokenRotation.Outcome {
        try queue.writing { db in
            let shown = try Row.fetchOne(
                db.cachedStatement(sql: AccountQuery.token),
                arguments: [rotation.account.data, Data(rotation.shown)]
            )
            guard let shown, let session = EntityID(data: shown["session"]) else {
                return .unknown
            }
            if let usedAt: Int64 = shown["used_at"] {
                let age = rotation.now - Instant(milliseconds: usedAt)
                if age <= rotation.grace { return .rotated(session: session) }
                try Self.deleteSession(db, rotation.account, session)
                return .reused
            }
            try db.cachedStatement(sql: AccountQuery.useToken).execute(
                arguments: [
                    rotation.now.milliseconds, rotation.account.data, Data(rotation.shown),
                ]
            )
            try Self.insertToken(
                db,
                account: rotation.account,
                session: session.data,
                hash: rotation.successor,
                now: rotation.now
            )
            return .rotated(session: session)
        }
    }

    package func endSession(account: EntityID, id: EntityID) throws {
        try queue.writing { try Self.deleteSession($0, account, id) }
    }

    private static func insertToken(
        _ db: Database,
        account: EntityID,
        session: Data,
        hash: [UInt8],
        now: Instant
    ) throws {
        try db.cachedStatement(sql: AccountQuery.addToken).execute(
            arguments: [account.data, Data(hash), session, now.milliseconds]
        )
    }

    private static func deleteSession(
        _ db: Database,
        _ account: EntityID,
        _ session: EntityID
    ) throws {
        try db.cachedStatement(sql: AccountQuery.deleteSession).execute(
            arguments: [account.data, session.data]
        )
    }
}
