import Foundation
import GRDB
package import TrendyModel
import TrendySQLite
import TrendyWire

extension SQLiteStore {
    package func createSession(_ session: NewSession) throws {
        try queue.writing { db in
            try db.execute(
                sql: "INSERT INTO session (account, id, created_at, client) VALUES (?, ?, ?, ?)",
                arguments: [
                    session.account.data, session.id.data, session.now.milliseconds,
                    session.client,
                ]
            )
            try Self.insertToken(
                db,
                account: session.account,
                session: session.id.data,
                hash: session.tokenHash,
                now: session.now
            )
            try db.execute(
                sql: AccountQuery.deleteOldestSessions,
                arguments: [session.account.data, session.account.data, AccountQuota.sessions]
            )
        }
    }

    package func isLive(session: EntityID, account: EntityID) throws -> Bool {
        try queue.reading { db in
            let statement = try PreparedStatement(db, AccountQuery.sessionIsLive)
            statement.bind(1, account)
            statement.bind(2, session)
            return try statement.firstRow { _ in true } ?? false
        }
    }

    package func session(
        account: EntityID,
        tokenHash: [UInt8],
        now: Instant
    ) throws -> TokenSession? {
        let row = try queue.reading { db in
            try Row.fetchOne(
                db.cachedStatement(sql: AccountQuery.sessionOfToken),
                arguments: [
                    account.data, Data(tokenHash), (now - SessionLifetime.unused).milliseconds,
                ]
            )
        }
        guard let row, let id = EntityID(data: row["session"]) else { return nil }
        if now - Instant(milliseconds: row["created_at"]) >= SessionLifetime.useInterval {
            try queue.writing { db in
                try db.cachedStatement(sql: AccountQuery.renewToken).execute(
                    arguments: [now.milliseconds, account.data, Data(tokenHash)]
                )
            }
        }
        return TokenSession(
            account: account,
            id: id,
            email: row["email"],
            isAdministrator: row["is_administrator"]
        )
    }

    package func sessions(account: EntityID) throws -> [AccountSession] {
        try queue.reading { db in
            let rows = try Row.fetchAll(
                db,
                sql: AccountQuery.sessions,
                arguments: [account.data]
            )
            return try rows.map { row in
                guard let id = EntityID(data: row["id"]) else { throw ServerError.damagedEntity }
                return AccountSession(
                    id: id,
                    createdAt: Instant(milliseconds: row["created_at"]),
                    refreshedAt: Instant(milliseconds: row["refreshed_at"]),
                    client: row["client"]
                )
            }
        }
    }

    package func rotate(_ rotation: TokenRotation) throws -> TokenRotation.Outcome {
        let outcome: TokenRotation.Outcome = try queue.writing { db in
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
        // Notifies the streams of the ended session.
        if outcome == .reused { changeBus.changed(rotation.account) }
        return outcome
    }

    @discardableResult
    package func endSession(account: EntityID, id: EntityID) throws -> Bool {
        let isEnded = try queue.writing { db in
            try Self.deleteSession(db, account, id)
            return db.changesCount > 0
        }
        changeBus.changed(account)
        return isEnded
    }

    package func endSessions(account: EntityID, keeping session: EntityID?) throws {
        try queue.writing { try Self.deleteSessions($0, account, keeping: session) }
        changeBus.changed(account)
    }

    static func deleteSessions(
        _ db: Database,
        _ account: EntityID,
        keeping session: EntityID?
    ) throws {
        try db.execute(
            sql: AccountQuery.deleteOtherSessions,
            arguments: [account.data, session?.data]
        )
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
